package dev.amdahl.examples.embed;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A host that runs a family every night, and lets the loop try changes in these runs: it asks what to start with, starts it, and says how it
 * went. What is tried costs no run that would not be made anyway.
 */
public final class NightlyHost implements AutoCloseable {
    private static final String FAMILY = "nightly-report";
    private static final double NANOS = 1e9;

    private final Ledger ledger;
    private final AmdahlLoop loop;

    /**
     * Opens the ledger.
     *
     * @param folder of the ledger and of all else
     * @param scheduler runs what is run beside the nightly runs: a pair on one input, before a change is tried in them
     */
    public NightlyHost(Path folder, Scheduler scheduler, Clock clock) {
        ledger = Ledger.open(folder.resolve("amdahl").toString(), clock);
        loop = AmdahlLoop.builder(ledger)
                .jobs(List.of(job()))
                .scheduler(scheduler)
                .policy(LoopPolicy.DEFAULT.toBuilder()
                        .evidenceRuns(0, Duration.ofDays(14))
                        .build())
                .clock(clock)
                .listener(new VerdictLog())
                .directory(folder.resolve("work"))
                .build();
    }

    private static JobSpec job() {
        return JobSpec.builder(FAMILY, List.of("sh", "-c", "sleep \"$PAUSE\""))
                .environment(Map.of("PAUSE", ".05"))
                .runsPerWeek(7)
                .levers(List.of(new Lever(
                        "pause",
                        new LeverSetting.Environment("PAUSE"),
                        ".05",
                        List.of(".03"),
                        List.of(Bottleneck.HOST_SERIAL),
                        Optional.empty())))
                .field(FieldTrials.DEFAULT)
                .build();
    }

    /** Lets the loop look at what is new. */
    public void look() {
        loop.runCycle();
    }

    /** Does so, and runs the job once. Returns what it was started with. */
    public Assignment night(String runId) throws IOException, InterruptedException {
        look();
        Assignment assignment = loop.assign(FAMILY, runId);
        List<String> command = assignment.command().isEmpty() ? job().command() : assignment.command();
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process.environment().putAll(assignment.environment());
        process.environment().keySet().removeAll(assignment.unset());
        long start = System.nanoTime();
        Process running = process.start();
        if (!running.waitFor(1, TimeUnit.MINUTES)) {
            running.destroyForcibly().waitFor();
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        ArmResult result =
                running.exitValue() == 0 ? ArmResult.succeeded("", seconds) : ArmResult.failed("", running.exitValue());
        loop.outcome(runId, result);
        return assignment;
    }

    /** Returns the ledger, for whoever wants to see what was found. */
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        ledger.close();
    }
}
