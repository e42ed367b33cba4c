package dev.amdahl.spi.contract;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A job that waits for its input, has two levers, and was measured. */
record SampleBriefing(JobSpec job, Diagnosis diagnosis, List<Idea> ideas, List<String> history) implements Briefing {
    static final Lever WORKERS = new Lever(
            "workers",
            new LeverSetting.Environment("NUM_WORKERS"),
            "0",
            List.of("2", "4"),
            List.of(Bottleneck.INPUT_STARVATION),
            Optional.empty());

    static SampleBriefing withLevers(List<Lever> levers) {
        JobSpec job =
                JobSpec.builder("sample-train", List.of("train")).levers(levers).build();
        Diagnosis diagnosis = new Diagnosis(
                job.family(),
                List.of(new Account(Bottleneck.INPUT_STARVATION, 40, 40), new Account(Bottleneck.PRODUCTIVE, 60, 60)),
                40,
                Map.of("input_wait_frac", .4, "cpu_idle_frac", .5, "gpu_busy_frac", .6),
                List.of("run-1"),
                List.of());
        return new SampleBriefing(job, diagnosis, List.of(), List.of());
    }

    IdeaQuery query(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return new Query(job, bottlenecks, metrics);
    }

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}
}
