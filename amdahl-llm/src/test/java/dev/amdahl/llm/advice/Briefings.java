package dev.amdahl.llm.advice;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Briefings written down by hand. */
record Briefings(
        JobSpec job,
        Diagnosis diagnosis,
        List<Idea> ideas,
        List<String> history,
        List<Attempt> attempts,
        List<SourceWindow> source,
        Map<String, SourceWindow> files)
        implements Briefing {
    Briefings(
            JobSpec job,
            Diagnosis diagnosis,
            List<Idea> ideas,
            List<String> history,
            List<Attempt> attempts,
            List<SourceWindow> source) {
        this(job, diagnosis, ideas, history, attempts, source, Map.of());
    }

    @Override
    public List<String> editable() {
        return files.keySet().stream().sorted().toList();
    }

    @Override
    public Optional<SourceWindow> source(String file) {
        return Optional.ofNullable(files.get(file));
    }

    /** The same on files that a patch may touch. */
    Briefings editing(Map<String, SourceWindow> all) {
        return new Briefings(job, diagnosis, ideas, history, attempts, source, all);
    }

    static Briefings small() {
        return of(1, "");
    }

    /** With so many of everything, and words of a job in each. */
    static Briefings of(int many, String words) {
        List<Lever> levers = IntStream.range(0, many)
                .mapToObj(i -> ModelWorld.lever(i == 0 ? "workers" : "lever" + i + words, "V" + i, "0", "2", "4"))
                .toList();
        JobSpec job = JobSpec.builder("nightly" + words, List.of("train", words))
                .levers(levers)
                .source(new SourceTree(Path.of("/srv/job"), "HEAD", "0", List.of("make"), List.of("src/**")))
                .build();
        Map<String, Double> metrics =
                IntStream.range(0, many).boxed().collect(Collectors.toMap(i -> "metric" + i + words, i -> i / 7.0));
        Diagnosis diagnosis = new Diagnosis(
                job.family(),
                List.of(new Account(Bottleneck.INPUT_STARVATION, 40, 40), new Account(Bottleneck.PRODUCTIVE, 60, 60)),
                40,
                new TreeMap<>(metrics),
                List.of("run-1"),
                texts(many, "finding " + words));
        return new Briefings(
                job,
                diagnosis,
                IntStream.range(0, many).mapToObj(i -> idea(i, words)).toList(),
                List.of(),
                IntStream.range(0, many).mapToObj(i -> attempt(job, i, words)).toList(),
                IntStream.range(0, many)
                        .mapToObj(i -> new SourceWindow(
                                "src/f" + i + ".c", 1, texts(Math.min(20, many), "int x; // " + words), 1))
                        .toList(),
                Map.of());
    }

    private static List<String> texts(int many, String text) {
        return IntStream.range(0, many).mapToObj(i -> text + i).toList();
    }

    private static Idea idea(int i, String words) {
        return new Idea(
                "idea" + i,
                "Read ahead" + words,
                Bottleneck.INPUT_STARVATION,
                "config",
                List.of(),
                .4,
                "let the loader read ahead",
                new Provenance(Provenance.Origin.IDEA, "idea" + i),
                Optional.empty());
    }

    static Attempt attempt(JobSpec job, int i, String words) {
        Hypothesis hypothesis = new Hypothesis(
                "h" + i,
                job.family(),
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                "workers",
                job.levers().get(0).set("2"),
                OptionalDouble.of(.3),
                new Provenance(Provenance.Origin.RULE, "lever"),
                List.of("run-1"),
                new Fingerprint(String.format("%064x", i + 0xabcdefL)));
        return new Attempt(hypothesis, HypothesisState.REFUTED, "-3.0 % over 24 pairs", "work units differ" + words);
    }

    Briefings having(Attempt attempt) {
        return having(List.of(attempt));
    }

    Briefings having(List<Attempt> all) {
        return new Briefings(job, diagnosis, ideas, history, all, source, files);
    }

    Briefings unmeasured() {
        return new Briefings(
                job,
                new Diagnosis(job.family(), List.of(), 0, Map.of(), List.of(), List.of()),
                ideas,
                history,
                attempts,
                source,
                files);
    }
}
