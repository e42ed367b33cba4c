package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.core.internal.loop.Artifacts;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The captures that a job's evidence runs are started under, the cheapest first: those that it names, else all that cost little. A script
 * that runs the command itself, as it found its tool, is the last.
 */
record Captures(List<Attachment> attachments) {
    /** The share of a run's time up to which a capture is taken unasked. */
    private static final double CHEAP = .05;

    private static final String BEFORE = """
            AMDAHL_CAPTURES="${AMDAHL_TRACE%%/*}/%s"
            mkdir -p "$AMDAHL_CAPTURES" || exec "$@"
            export AMDAHL_CAPTURES
            """.formatted(Artifacts.CAPTURES);

    /** @throws InvalidInputException if the job names a capture that there is not */
    static Captures of(JobSpec job, List<Profiler> profilers) {
        List<Attachment> all = profilers.stream()
                .flatMap(profiler -> profiler.attachment().stream())
                .sorted(Comparator.comparing(Attachment::isCommandRun)
                        .thenComparingDouble(Attachment::slowDown)
                        .thenComparing(Attachment::name))
                .toList();
        List<String> names = all.stream().map(Attachment::name).sorted().toList();
        for (String name : job.captures().orElse(List.of())) {
            if (!names.contains(name)) {
                throw new InvalidInputException(
                        "job '" + job.family() + "'",
                        "there is no capture '" + name + "'",
                        "choose of " + String.join(", ", names) + ", or write [] for none");
            }
        }
        return new Captures(all.stream()
                .filter(one -> job.captures()
                        .map(chosen -> chosen.contains(one.name()))
                        .orElse(one.slowDown() <= CHEAP))
                .toList());
    }

    /** Returns an arm that is started under them. */
    ArmPlan attached(ArmPlan arm) {
        return attachments.isEmpty() ? arm : arm.within(List.of("sh", "-c", script(), "sh"));
    }

    private String script() {
        return attachments.stream()
                .map(Attachment::script)
                .collect(Collectors.joining("\n", BEFORE, "\nexec \"$@\"\n"));
    }
}
