package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.internal.workspace.SandboxLimits;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.LocalTrials;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Proposal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The loop over a program that is patched, on this machine, with real compilers, sandboxes and processes. */
final class PatchedLoop {
    private static final SandboxLimits SMALL = new SandboxLimits(256L << 20, 32, 32L << 20, 64L << 20, 16L << 20);

    private PatchedLoop() {}

    static PatchedProgram program(Path folder, String name, int size) throws IOException {
        List.of("git", "gcc", "make", "bwrap").forEach(Requires::program);
        Requires.processors(2);
        return new PatchedProgram(folder.resolve("repository"), name, size);
    }

    /** Goes on until nothing is left to do with what a model offers. */
    static LedgerView untilIdle(Path folder, PatchedProgram program, Duration limit, List<Proposal> offered)
            throws InterruptedException {
        Scheduler local = LocalTrials.oneAtATime(folder, folder.resolve("slots"));
        LoopPolicy policy = World.BLIND.toBuilder().noise(.1, 0).build();
        SandboxPolicy sandbox = SandboxPolicy.DEFAULT.with(SMALL);
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), Clock.systemUTC())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(program.job(limit)))
                    .scheduler(local)
                    .builder(new GitBuilder(folder.resolve("trees"), Duration.ofSeconds(60), sandbox))
                    .advisors(List.of(briefing -> offered))
                    .gate(new ScriptedGate())
                    .policy(policy)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(400);
                loop.await(Duration.ofSeconds(2));
                report = loop.runCycle();
            }
            return report.view();
        }
    }

    static Dossier of(LedgerView view, String title) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().equals(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is called " + title));
    }
}
