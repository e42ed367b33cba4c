package dev.amdahl.examples.cli.advice;

import dev.amdahl.core.internal.copilot.Reading;
import dev.amdahl.core.internal.copilot.Subject;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a question asks of notes and places outside: the classes that it names, or else those that a job loses most by. Of the job they
 * are told nothing.
 */
record AskedIdeas(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {
    private static final int MAX_SUBJECTS = 3;
    private static final int MAX_CLASSES = 3;
    private static final JobSpec ANY =
            JobSpec.builder("question", List.of("ask")).build();

    static List<IdeaQuery> of(Reading reading, List<Subject> subjects) {
        Set<Bottleneck> named = reading.classes();
        Stream<Set<Bottleneck>> asked =
                named.isEmpty() ? subjects.stream().limit(MAX_SUBJECTS).map(AskedIdeas::lost) : Stream.of(named);
        Map<String, Double> metrics = subjects.stream()
                .flatMap(subject -> subject.diagnosis().stream())
                .findFirst()
                .map(Diagnosis::metrics)
                .orElse(Map.of());
        return asked.filter(classes -> !classes.isEmpty())
                .distinct()
                .<IdeaQuery>map(classes -> new AskedIdeas(ANY, classes, metrics))
                .toList();
    }

    private static Set<Bottleneck> lost(Subject subject) {
        return subject.losses().stream()
                .limit(MAX_CLASSES)
                .flatMap(loss -> loss.classes().stream())
                .collect(Collectors.toSet());
    }
}
