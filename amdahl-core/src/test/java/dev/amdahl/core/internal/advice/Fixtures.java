package dev.amdahl.core.internal.advice;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Jobs, diagnoses and hypotheses for the tests of this package. */
final class Fixtures {
    record Brief(JobSpec job, Diagnosis diagnosis, List<Idea> ideas, List<String> history) implements Briefing {}

    record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    static final JobSpec JOB = JobSpec.builder("train", List.of("train")).build();

    private Fixtures() {}

    static Query query(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return new Query(JOB, bottlenecks, metrics);
    }

    static Diagnosis diagnosis(Map<Bottleneck, Double> seconds) {
        return diagnosis(seconds, Map.of());
    }

    static Diagnosis diagnosis(Map<Bottleneck, Double> seconds, Map<String, Double> metrics) {
        List<Account> accounts = seconds.entrySet().stream()
                .map(entry -> new Account(entry.getKey(), entry.getValue(), entry.getValue()))
                .toList();
        double gap = seconds.entrySet().stream()
                .filter(entry -> entry.getKey() != Bottleneck.PRODUCTIVE)
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return new Diagnosis("train", accounts, gap, metrics, List.of("run-1"), List.of());
    }

    static ConfigChange setting(String lever, String from, String to) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment(lever), from, to)));
    }

    static Hypothesis hypothesis(String title, Change change, double fraction, Bottleneck... addresses) {
        return new Hypothesis(
                title,
                "train",
                List.of(addresses),
                addresses[0].axis(),
                title,
                change,
                OptionalDouble.of(fraction),
                new Provenance(Provenance.Origin.RULE, "test"),
                List.of("run-1"),
                Fingerprints.of("train", "wall_seconds", change, Map.of(), "h200", "0"));
    }
}
