package dev.amdahl.core.testing.crash;

import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.invariants.Invariants;
import dev.amdahl.core.testing.invariants.Observed;
import dev.amdahl.core.testing.invariants.Violation;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lets a killed world come to rest and checks all that can be seen of it. */
final class Autopsy {
    private Autopsy() {}

    /** How each change ended. */
    static Map<Fingerprint, HypothesisState> ends(CrashWorld world) {
        try (Ledger ledger = Ledger.open(world.url())) {
            return ends(ledger.view());
        }
    }

    private static Map<Fingerprint, HypothesisState> ends(LedgerView view) {
        Map<Fingerprint, HypothesisState> ends = new HashMap<>();
        view.dossiers().forEach(dossier -> ends.put(dossier.hypothesis().fingerprint(), dossier.state()));
        return ends;
    }

    /**
     * Recovers in this process until nothing is left to do, and once more.
     *
     * @param atDeath what was readable right after each death
     * @param undisturbed how the same changes ended where nobody was killed
     */
    static List<Violation> of(
            CrashWorld world, List<List<Recorded>> atDeath, Map<Fingerprint, HypothesisState> undisturbed) {
        world.recover();
        List<Recorded> once = world.events();
        world.step();
        Observed observed = Observed.of(once)
                .recoveredAgain(world.events())
                .acknowledged(world.acknowledged())
                .submissions(world.jobs().started(world.folder()))
                .leftovers(leftovers(world.folder()))
                .undisturbed("I16", undisturbed)
                .quiescent();
        atDeath.forEach(observed::earlier);
        try (Ledger ledger = Ledger.open(world.url())) {
            observed.verification(ledger.verify()).view(ledger.view());
        }
        return Invariants.check(observed);
    }

    /** One line for each process of the folder, temporary file and half-built tree. */
    private static List<String> leftovers(Path folder) {
        List<String> found = new ArrayList<>();
        Leftovers.processes(folder)
                .forEach(process -> found.add("process " + process.pid() + ": "
                        + process.info().commandLine().orElse("?")));
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Autopsy::isTemporary).forEach(file -> found.add("file " + folder.relativize(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static boolean isTemporary(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean isDraftOfTrial = name.startsWith(".") && file.endsWith(Path.of("trials", name));
        boolean isUnbuilt = Files.isDirectory(file)
                && file.endsWith(Path.of("trees", name))
                && !Files.exists(file.resolveSibling(name + ".built"));
        return name.endsWith(".tmp") || name.endsWith(".diff") || isDraftOfTrial || isUnbuilt;
    }
}
