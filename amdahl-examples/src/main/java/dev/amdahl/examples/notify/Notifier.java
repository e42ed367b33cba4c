package dev.amdahl.examples.notify;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells people what a loop did. It never fails, never waits for a server, and ends within {@link #GRACE}. Of several processes on one ledger
 * and host one tells. Not thread-safe.
 */
public final class Notifier implements AutoCloseable {
    /** The longest that {@link #close} waits for what is being sent. */
    static final Duration GRACE = Duration.ofSeconds(15);

    /** What is told although it was there before the channel: it is so now. */
    private static final Set<NoticeKind> STANDING = EnumSet.of(NoticeKind.WIN, NoticeKind.FREEZE, NoticeKind.BUDGET);

    private final List<NotifyChannel> channels;
    private final LedgerLocation ledger;
    private final Clock clock;
    private final Consumer<String> remarks;
    private final Function<NotifyChannel, Delivery> deliveries;
    private final List<Sender> senders = new ArrayList<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private @Nullable NoticeBook book;
    private @Nullable FileChannel lock;
    private boolean isDone;

    Notifier(
            List<NotifyChannel> channels,
            LedgerLocation ledger,
            Clock clock,
            Consumer<String> remarks,
            Function<NotifyChannel, Delivery> deliveries) {
        this.channels = List.copyOf(channels);
        this.ledger = ledger;
        this.clock = clock;
        this.remarks = remarks;
        this.deliveries = deliveries;
        isDone = channels.isEmpty();
    }

    /**
     * Returns who tells of that ledger.
     *
     * @param remarks hears one line of what cannot be told, in the thread that calls
     */
    public static Notifier of(List<NotifyChannel> channels, String ledgerUrl, Clock clock, Consumer<String> remarks) {
        return new Notifier(channels, LedgerLocation.of(ledgerUrl), clock, remarks, Delivery::of);
    }

    /** Tells what has happened, and what could not be told before. Returns at once. */
    public void after(CycleReport cycle) {
        after(cycle.view(), cycle.notes());
    }

    void after(LedgerView view, List<String> notes) {
        say();
        if (isDone) {
            return;
        }
        try {
            NoticeBook open = open();
            if (open != null) {
                tell(open, view, notes);
            }
        } catch (IOException | RuntimeException e) {
            isDone = true;
            remarks.accept("nobody is notified of this run: "
                    + (e instanceof InvalidInputException ? e.getMessage() : e.toString()));
        }
    }

    private void tell(NoticeBook open, LedgerView view, List<String> notes) throws IOException {
        List<String> names = channels.stream().map(NotifyChannel::name).toList();
        List<Notice> all = Notices.of(view, notes, open.told(names), clock.instant());
        Set<String> keys = all.stream().map(Notice::key).collect(Collectors.toSet());
        for (Sender sender : senders) {
            String name = sender.channel().name();
            Set<NoticeKind> wanted = sender.channel().events();
            boolean isNew = open.isNew(name);
            open.leaveOut(name, of(all, kind -> !STANDING.contains(kind) && (isNew || !wanted.contains(kind))));
            open.over(name, NoticeKind.FREEZE.word() + " ", keys);
            sender.offer(of(all, wanted::contains));
        }
    }

    private static List<Notice> of(List<Notice> all, Predicate<NoticeKind> which) {
        return all.stream()
                .filter(notice -> notice.kind().filter(which).isPresent())
                .toList();
    }

    /** Returns the book, for this process alone; null while another one has it. */
    private @Nullable NoticeBook open() throws IOException {
        if (book == null && isLocked()) {
            NoticeBook read = NoticeBook.of(ledger);
            channels.forEach(
                    channel -> senders.add(new Sender(channel, deliveries.apply(channel), read, clock, said::add)));
            book = read;
        }
        return book;
    }

    private boolean isLocked() throws IOException {
        Optional<Path> file = NoticeBook.file(ledger).map(path -> path.resolveSibling(path.getFileName() + ".lock"));
        if (file.isEmpty()) {
            return true;
        }
        Files.createDirectories(file.get().resolveSibling(""));
        FileChannel opened = FileChannel.open(file.get(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean isOurs = false;
        try {
            isOurs = opened.tryLock() != null;
        } catch (OverlappingFileLockException here) {
            isOurs = false;
        } finally {
            if (!isOurs) {
                opened.close();
            }
        }
        lock = isOurs ? opened : null;
        return isOurs;
    }

    /** Waits a while for what is being sent; the rest is for the next run. */
    @Override
    public void close() {
        senders.forEach(Sender::stop);
        long end = System.nanoTime() + GRACE.toNanos();
        try {
            for (Sender sender : senders) {
                sender.await(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        say();
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            remarks.accept("the lock of the notices: " + e);
        }
    }

    private void say() {
        for (String line = said.poll(); line != null; line = said.poll()) {
            remarks.accept(line);
        }
    }

    /**
     * Sends a sample, and waits for it.
     *
     * @return why it did not arrive; empty if it did
     */
    public static Optional<String> test(NotifyChannel channel, Clock clock) throws InterruptedException {
        try {
            Delivery.of(channel).send(Notice.sample(clock.instant()));
            return Optional.empty();
        } catch (UndeliveredException | InvalidInputException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
