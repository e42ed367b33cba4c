package dev.amdahl.examples.notify;

import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends through one channel, on a thread of its own: a server that hangs holds up nobody else. It keeps the newest list and no queue, since
 * what was not sent is offered again. Thread-safe.
 */
final class Sender {
    private final NotifyChannel channel;
    private final Delivery delivery;
    private final NoticeBook book;
    private final Clock clock;
    private final Consumer<String> remarks;
    private final ThreadPoolExecutor thread;
    private volatile List<Notice> newest = List.of();

    Sender(NotifyChannel channel, Delivery delivery, NoticeBook book, Clock clock, Consumer<String> remarks) {
        this.channel = channel;
        this.delivery = delivery;
        this.book = book;
        this.clock = clock;
        this.remarks = remarks;
        thread = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(1),
                task -> {
                    Thread made = new Thread(task, "amdahl-notify-" + channel.name());
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        thread.allowCoreThreadTimeOut(true);
    }

    NotifyChannel channel() {
        return channel;
    }

    /** Returns at once. */
    void offer(List<Notice> notices) {
        newest = notices;
        if (!book.due(channel.name(), notices, clock.instant()).isEmpty()) {
            thread.execute(this::pass);
        }
    }

    private void pass() {
        try {
            for (Notice notice : book.due(channel.name(), newest, clock.instant())) {
                if (Thread.currentThread().isInterrupted() || !isSent(notice)) {
                    return;
                }
            }
        } catch (IOException e) {
            remarks.accept("notices through " + channel.name() + " stop: what was sent cannot be recorded: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            remarks.accept("notices through " + channel.name() + " stop: "
                    + e.getClass().getSimpleName());
        }
    }

    private boolean isSent(Notice notice) throws IOException, InterruptedException {
        book.trying(channel.name(), notice);
        String problem;
        try {
            delivery.send(notice);
            book.sent(channel.name(), notice);
            return true;
        } catch (UndeliveredException | InvalidInputException e) {
            problem = String.valueOf(e.getMessage());
        }
        boolean isLast = book.failed(channel.name(), notice, problem, clock.instant());
        if (isLast) {
            remarks.accept("a notice through " + channel.name() + " was given up after " + NoticeBook.MAX_TRIES
                    + " tries: " + problem + ": " + notice.headline());
        } else if (book.failures(channel.name()) == 1) {
            remarks.accept("a notice through " + channel.name() + " was not delivered, and is tried again: " + problem);
        }
        return false;
    }

    /** Takes no more. */
    void stop() {
        thread.shutdown();
    }

    /** Waits for what is being sent, so long at most. */
    void await(long nanos) throws InterruptedException {
        if (!thread.awaitTermination(Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
            thread.shutdownNow();
        }
    }
}
