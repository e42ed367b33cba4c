package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a new ledger of what {@link LedgerExport} has written, with the same events and the same head. */
public final class LedgerImport {
    static final int CHUNK = 500;
    static final Duration LEASE = Duration.ofHours(1);
    private static final String HALF = ".importing";

    /** A ledger without its event file is whole, one without its secret is not. */
    private static final List<String> ORDER = List.of(".secret", ".mv.db");

    private LedgerImport() {}

    /**
     * Reads an export, or the event file of a ledger, into a ledger that does not exist yet. Killed half-way, it leaves nothing but
     * files whose names hold {@code .importing}, which the next import takes away. On a server it is one transaction, and a ledger
     * without events counts as none.
     *
     * @throws InvalidInputException if the ledger exists, naming it, or naming the first line that is not what was written; nothing is left
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if another import makes this ledger
     */
    public static LedgerExport.Content read(Path file, String url) throws IOException {
        return read(file, url, Long.MAX_VALUE);
    }

    /**
     * Overload of {@code read}: the events up to that one alone, whatever comes after it.
     *
     * @throws InvalidInputException if the file holds fewer
     */
    public static LedgerExport.Content read(Path file, String url, long until) throws IOException {
        LedgerLocation target = LedgerLocation.of(url);
        if (target.isOnServer()) {
            return readAtOnce(file, url, until);
        }
        Path base = target.base()
                .orElseThrow(() -> new InvalidInputException("ledger '" + url + "'", "is in memory", "name a file"));
        requireFree(target);
        Path half = half(base);
        try (ExportReader reader = new ExportReader(file, until)) {
            sweep(half);
            try (Ledger ledger = Ledger.open(half.toString())) {
                fill(ledger, reader, CHUNK);
            }
            requireFree(target);
            publish(half, base);
            return reader.content();
        } finally {
            sweepFiles(half);
        }
    }

    /**
     * Overload of {@code read}: into a ledger that is open and empty, in several transactions.
     *
     * @throws InvalidInputException if it is not empty, or naming the first bad line; what stood before that line may have been taken over
     */
    public static LedgerExport.Content read(Path file, Ledger empty) throws IOException {
        try (ExportReader reader = new ExportReader(file, Long.MAX_VALUE)) {
            fill(empty, reader, CHUNK);
            return reader.content();
        }
    }

    /**
     * Copies the events of a ledger, which may be in use, into one that is open and empty; where there is none yet, there is nothing to copy.
     *
     * @throws InvalidInputException if something else is there
     * @throws dev.amdahl.core.ledger.event.LedgerDamagedException naming the first event that is not what was written
     */
    public static void copy(String url, Ledger empty) {
        LedgerLocation location = LedgerLocation.of(url);
        if (!location.isOnServer() && !Ledger.isThere(location)) {
            if (location.base().isPresent()) {
                LedgerStore.requireKnown(location);
            }
            return;
        }
        try (Lease lease = empty.acquire("copy", LEASE)) {
            List<Event> chunk = new ArrayList<>();
            LedgerReader.forEach(location, recorded -> {
                chunk.add(recorded.event());
                if (chunk.size() == CHUNK) {
                    lease.takeOver(List.copyOf(chunk));
                    chunk.clear();
                }
            });
            lease.takeOver(List.copyOf(chunk));
        }
    }

    private static LedgerExport.Content readAtOnce(Path file, String url, long until) throws IOException {
        try (ExportReader reader = new ExportReader(file, until);
                Ledger ledger = Ledger.open(url)) {
            fill(ledger, reader, Integer.MAX_VALUE);
            return reader.content();
        }
    }

    private static void requireFree(LedgerLocation target) {
        Stream.of(target.database(), target.eventFile())
                .flatMap(Optional::stream)
                .filter(Files::exists)
                .findFirst()
                .ifPresent(there -> {
                    throw new InvalidInputException(
                            "ledger " + target.name(), there + " exists", "import into a name that is free");
                });
    }

    private static void fill(Ledger ledger, ExportReader reader, int most) throws IOException {
        try (Lease lease = ledger.acquire("import", LEASE)) {
            if (lease.view().events() > 0) {
                throw new InvalidInputException(
                        "ledger " + ledger.location().name(),
                        "holds " + lease.view().events() + " events",
                        "import into an empty one");
            }
            List<Event> chunk = new ArrayList<>();
            for (Optional<Event> event = reader.next(); event.isPresent(); event = reader.next()) {
                reader.look(event.get());
                chunk.add(event.get());
                if (chunk.size() == most) {
                    take(lease, chunk, reader);
                }
            }
            if (!chunk.isEmpty()) {
                take(lease, chunk, reader);
            }
        }
    }

    private static void take(Lease lease, List<Event> chunk, ExportReader reader) {
        try {
            lease.takeOver(List.copyOf(chunk));
        } catch (IllegalMoveException | BudgetExceededException e) {
            throw reader.refused(
                    chunk.get(0).seq(), "one of the " + chunk.size() + " events from here: " + e.getMessage());
        }
        chunk.clear();
    }

    /** What a killed import has left; one that still runs holds its database. */
    static void sweep(Path half) throws IOException {
        if (!files(half).isEmpty()) {
            Ledger.open(half.toString()).close();
            sweepFiles(half);
        }
    }

    static void sweepFiles(Path half) throws IOException {
        for (Path file : files(half)) {
            Files.deleteIfExists(file);
        }
    }

    /** Returns where a ledger is made before it gets its name. */
    static Path half(Path base) {
        return base.resolveSibling(base.getFileName() + HALF);
    }

    private static void publish(Path half, Path base) throws IOException {
        for (Path file : files(half)) {
            publish(file, half, base);
        }
        AtomicFiles.forceFolder(AtomicFiles.folder(base));
    }

    /** The database alone, with its secret. */
    static void publishDatabase(Path half, Path base) throws IOException {
        for (Path file : files(half)) {
            if (rank(file, String.valueOf(half.getFileName())) < ORDER.size()) {
                publish(file, half, base);
            }
        }
        AtomicFiles.forceFolder(AtomicFiles.folder(base));
    }

    private static void publish(Path file, Path half, Path base) throws IOException {
        String suffix = file.getFileName()
                .toString()
                .substring(half.getFileName().toString().length());
        Files.move(file, base.resolveSibling(base.getFileName() + suffix), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the files of a ledger, in the order in which they may appear. */
    private static List<Path> files(Path base) throws IOException {
        Path folder = base.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        String name = base.getFileName().toString();
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(name + "."))
                    .sorted(Comparator.comparingInt(file -> rank(file, name)))
                    .toList();
        }
    }

    private static int rank(Path file, String name) {
        int place = ORDER.indexOf(file.getFileName().toString().substring(name.length()));
        return place < 0 ? ORDER.size() : place;
    }
}
