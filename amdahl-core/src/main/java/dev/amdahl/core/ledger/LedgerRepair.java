package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.internal.ledger.store.CommitWitness;
import dev.amdahl.core.internal.ledger.store.EventFile;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a damaged ledger whole again from whichever of its database and its event files holds a sound chain, the longer one where both
 * do: the state rows again, and the other one again where it differs. What is replaced is kept beside it.
 */
public final class LedgerRepair {
    private LedgerRepair() {}

    /** The source from which a ledger is restored. */
    public enum Source {
        /** The events in the database. */
        DATABASE,
        /** The events in the files beside it. */
        EVENTS
    }

    /**
     * The result of a repair.
     *
     * @param from what the ledger was made whole from
     * @param database what the events in the database looked like before; empty if there was none
     * @param eventFiles the same of the event files; empty if there were none, as on a server
     * @param events how many events there are now
     * @param head the hash of the last one
     * @param kept where what was replaced lies now
     */
    public record Repaired(
            Source from,
            Optional<Verification> database,
            Optional<Verification> eventFiles,
            long events,
            String head,
            List<Path> kept) {
        public Repaired {
            kept = List.copyOf(kept);
        }
    }

    /**
     * Repairs a ledger that nobody has open.
     *
     * @param url as {@link Ledger#open} takes it
     * @param wanted what to make it whole from; empty takes what is sound and longer
     * @throws InvalidInputException if there is no ledger, or both hold sound events that are not the same and nothing is wanted
     * @throws LedgerDamagedException if neither holds a sound chain; nothing was changed
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if a process holds it
     */
    public static Repaired run(String url, Optional<Source> wanted) throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.isOnServer()) {
            return onServer(url, location, wanted);
        }
        if (location.base().isEmpty()) {
            throw new InvalidInputException("ledger '" + url + "'", "is in memory", "name a file");
        }
        Verifier database = new Verifier();
        Verifier files = Verifier.ofEvents();
        Optional<Verification> inDatabase = inDatabase(location, database);
        Optional<Verification> inFiles = inFiles(location, files);
        if (inDatabase.isEmpty() && inFiles.isEmpty()) {
            throw new InvalidInputException("ledger '" + location.name() + "'", "there is none", "check the path");
        }
        Source source =
                wanted.isPresent() ? wanted.get() : source(location, inDatabase, inFiles, isOneChain(database, files));
        Optional<Verification> sound = source == Source.DATABASE ? inDatabase : inFiles;
        if (sound.filter(Verification::isOk).isEmpty()) {
            throw neither(location, inDatabase, inFiles);
        }
        List<Path> kept = new ArrayList<>();
        if (source == Source.DATABASE) {
            boolean isSame = inFiles.filter(Verification::isOk).isPresent() && isOneChain(database, files);
            if (!isSame || database.events() < files.events()) {
                setAside(location, kept);
            }
            fromDatabase(location);
        } else {
            fromFiles(location, kept);
        }
        try (Ledger ledger = Ledger.open(url)) {
            return new Repaired(
                    source,
                    inDatabase,
                    inFiles,
                    ledger.view().events(),
                    ledger.view().head(),
                    kept);
        }
    }

    private static Repaired onServer(String url, LedgerLocation location, Optional<Source> wanted) {
        if (wanted.filter(Source.EVENTS::equals).isPresent()) {
            throw new InvalidInputException(
                    "ledger " + location.name(), "a server's has no event files", "repair it from its database");
        }
        Verification before;
        try (LedgerStore store = LedgerStore.open(location)) {
            CommitWitness.requireReached(store);
            before = new Verifier().verifyEvents(store);
            Opening.makeRows(store);
        }
        try (Ledger ledger = Ledger.open(url)) {
            return new Repaired(
                    Source.DATABASE,
                    Optional.of(before),
                    Optional.empty(),
                    ledger.view().events(),
                    ledger.view().head(),
                    List.of());
        }
    }

    /** Of a database that would not open, why. */
    private static Optional<Verification> inDatabase(LedgerLocation location, Verifier verifier) {
        if (location.database().filter(Files::exists).isEmpty()) {
            return Optional.empty();
        }
        try (LedgerStore store = LedgerStore.openToCheck(location)) {
            return Optional.of(verifier.verifyEvents(store));
        } catch (LedgerDamagedException | InvalidInputException e) {
            return Optional.of(verifier.failed(String.valueOf(e.getMessage())));
        }
    }

    private static Optional<Verification> inFiles(LedgerLocation location, Verifier verifier) throws IOException {
        Path file = location.eventFile().orElseThrow();
        return new EventSegments(file).holdSomething() ? Optional.of(verifier.verifyFiles(file)) : Optional.empty();
    }

    private static boolean isOneChain(Verifier one, Verifier other) {
        long common = Math.min(one.events(), other.events());
        return one.hashAt(common).equals(other.hashAt(common));
    }

    private static Source source(
            LedgerLocation location,
            Optional<Verification> inDatabase,
            Optional<Verification> inFiles,
            boolean isOneChain) {
        Optional<Verification> database = inDatabase.filter(Verification::isOk);
        Optional<Verification> files = inFiles.filter(Verification::isOk);
        if (database.isPresent() && files.isPresent() && !isOneChain) {
            throw new InvalidInputException(
                    "ledger " + location.name(),
                    "database and event files hold sound events that are not the same: " + words("database", inDatabase)
                            + ", " + words("event files", inFiles),
                    "find out which was altered, and repair it with --from events or --from database; nothing was changed");
        }
        if (database.isEmpty() && files.isEmpty()) {
            throw neither(location, inDatabase, inFiles);
        }
        long more = files.map(Verification::events).orElse(0L)
                - database.map(Verification::events).orElse(-1L);
        return database.isEmpty() || more > 0 ? Source.EVENTS : Source.DATABASE;
    }

    private static LedgerDamagedException neither(
            LedgerLocation location, Optional<Verification> inDatabase, Optional<Verification> inFiles) {
        long sound = Math.max(
                inFiles.flatMap(LedgerRepair::lastSound).orElse(0L),
                inDatabase.flatMap(LedgerRepair::lastSound).orElse(0L));
        return new LedgerDamagedException(
                location.name(),
                0,
                "there is no sound chain to repair it from: " + words("database", inDatabase) + ", "
                        + words("event files", inFiles),
                "restore a copy" + (sound > 0 ? ", or ledger import the event file --until " + sound : "")
                        + "; nothing was changed",
                null);
    }

    private static Optional<Long> lastSound(Verification found) {
        return found.firstBad().isPresent() ? Optional.of(found.firstBad().getAsLong() - 1) : Optional.empty();
    }

    private static String words(String what, Optional<Verification> found) {
        return what + " "
                + found.map(there -> there.isOk()
                                ? "with " + there.events() + " events, head " + there.head()
                                : "(" + there.problems().get(0) + ")")
                        .orElse("missing");
    }

    private static void fromDatabase(LedgerLocation location) {
        try (LedgerStore store = LedgerStore.open(location)) {
            Opening.makeRows(store);
        }
    }

    private static void setAside(LedgerLocation location, List<Path> kept) throws IOException {
        EventSegments segments = new EventSegments(location.eventFile().orElseThrow());
        for (int number : segments.numbers()) {
            Path file = segments.at(number);
            if (Files.size(file) > 0) {
                kept.add(Files.move(file, free(file, ".replaced-"), StandardCopyOption.ATOMIC_MOVE));
            }
        }
    }

    /** The event files stay as they are; killed half-way, it is done again from them. */
    private static void fromFiles(LedgerLocation location, List<Path> kept) throws IOException {
        Path base = location.base().orElseThrow();
        Path half = LedgerImport.half(base);
        try {
            LedgerImport.sweep(half);
            try (Ledger ledger = Ledger.open(half.toString());
                    Lease lease = ledger.acquire("repair", LedgerImport.LEASE)) {
                List<Event> chunk = new ArrayList<>();
                EventFile.forEach(location.eventFile().orElseThrow(), event -> {
                    chunk.add(event);
                    if (chunk.size() == LedgerImport.CHUNK) {
                        lease.takeOver(List.copyOf(chunk));
                        chunk.clear();
                    }
                });
                if (!chunk.isEmpty()) {
                    lease.takeOver(chunk);
                }
            }
            Path database = location.database().orElseThrow();
            Path secret = location.secret().orElseThrow();
            if (Files.exists(secret)) {
                kept.add(Files.copy(secret, free(secret, ".replaced-"), StandardCopyOption.COPY_ATTRIBUTES));
            }
            if (Files.exists(database)) {
                kept.add(Files.move(database, free(database, ".replaced-"), StandardCopyOption.ATOMIC_MOVE));
            }
            LedgerImport.publishDatabase(half, base);
        } finally {
            LedgerImport.sweepFiles(half);
        }
    }

    private static Path free(Path file, String suffix) {
        int number = 1;
        while (Files.exists(file.resolveSibling(file.getFileName() + suffix + number))) {
            number++;
        }
        return file.resolveSibling(file.getFileName() + suffix + number);
    }
}
