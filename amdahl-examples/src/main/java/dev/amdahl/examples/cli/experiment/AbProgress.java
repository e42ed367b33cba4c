package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.RunState;
import dev.amdahl.examples.cli.run.Progress;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** How many pairs have run, about every ten seconds. Not thread-safe. */
final class AbProgress implements Progress {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final Clock clock;
    private Instant last;

    AbProgress(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
        last = clock.instant();
    }

    @Override
    public void after(CycleReport report) {
        if (Duration.between(last, clock.instant()).compareTo(EVERY) >= 0) {
            last = clock.instant();
            long done = report.view().live().stream()
                    .flatMap(dossier -> report.view().runsOf(dossier.id()).stream())
                    .filter(run -> run.state() == RunState.COLLECTED)
                    .count();
            out.println(done + " pairs");
            out.flush();
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
