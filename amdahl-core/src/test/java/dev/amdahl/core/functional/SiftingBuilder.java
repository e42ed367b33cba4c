package dev.amdahl.core.functional;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** A builder whose patches do what their last word says, and a program of which each arm takes what its patch says. */
final class SiftingBuilder implements Builder {
    private static final double SECONDS = 10;

    final List<String> tested = new ArrayList<>();
    boolean isBrokenBefore;

    /** A model's patch of one line of {@code x.c}. */
    static Proposal patch(String title, int line, String word) {
        return new Proposal(
                title,
                List.of(Bottleneck.INPUT_STARVATION),
                new PatchChange(
                        "--- a/x.c\n+++ b/x.c\n@@ -" + line + " +" + line + " @@\n-line\n+" + word, List.of("x.c")),
                OptionalDouble.of(.3),
                new Provenance(Provenance.Origin.MODEL, "scripted"));
    }

    static Proposal patch(String word) {
        return patch(word, 1, word);
    }

    /** A job that is built, and tested, from a source. */
    static JobSpec job(Path folder) {
        return Workload.job("nightly-eval", .3)
                .directory(folder)
                .source(new SourceTree(folder, "HEAD", "0", List.of("make"), List.of("x.c"), List.of("make", "check")))
                .build();
    }

    private static String word(PatchChange patch) {
        return patch.diff().substring(patch.diff().lastIndexOf('+') + 1);
    }

    @Override
    public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
        if (word(patch).equals("refused")) {
            throw new BuildFailedException("the patch is refused: y.c is not among the editable files");
        }
        return Map.of("x.c", patch.diff());
    }

    @Override
    public BuiltVariant build(BuildRequest request) {
        String word = request.patch().map(SiftingBuilder::word).orElse("baseline");
        if (word.equals("unbuilt")) {
            throw new BuildFailedException("build [make] ended with exit code 2: x.c:1: error");
        }
        return new BuiltVariant(Path.of("/trees", word), "abc", "");
    }

    @Override
    public ArmRequest confined(ArmRequest arm, BuildRequest variant, Path built) {
        return arm;
    }

    /** What an arm takes, by the tree it runs in. */
    static ArmResult run(ArmRequest arm) {
        String word = arm.directory().orElseThrow().getFileName().toString();
        double factor = switch (word) {
            case "wins", "also" -> .7;
            case "both" -> .5;
            case "slower" -> 4;
            default -> 1;
        };
        if (word.equals("exits")) {
            return ArmResult.failed(arm.name(), 1);
        }
        double noise = .02 * new SplittableRandom(Objects.hash(arm.seed(), arm.name(), word)).nextGaussian();
        return ArmResult.succeeded(arm.name(), SECONDS * factor * Math.exp(noise))
                .work(1000)
                .digest("out.json", word.equals("wrong") ? "other" : "same")
                .covariate(Covariate.LOAD_1M, 1);
    }

    @Override
    public Optional<Workbench> workbench(JobSpec job) {
        return Optional.of(new Bench());
    }

    /** Two patches in it are both. */
    private final class Bench implements Workbench {
        private String word = "";

        @Override
        public Answer apply(String diff) {
            String added = word(new PatchChange(diff, List.of("x.c")));
            word = word.isEmpty() ? added : "both";
            return Answer.of(added);
        }

        @Override
        public Answer diff() {
            return Answer.of("--- a/x.c\n+++ b/x.c\n@@ -1,50 +1,50 @@\n-lines\n+" + word);
        }

        @Override
        public Run test() {
            tested.add(word);
            if (isBrokenBefore) {
                return new Run(End.FAILED_BEFORE, 1, 3, "1 of 9 failed");
            }
            return word.equals("untested")
                    ? new Run(End.FAILED, 1, 3, "3 of 9 failed")
                    : new Run(End.PASSED, 0, 3, "9 passed");
        }

        @Override
        public void close() {}

        @Override
        public Path tree() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String commit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer list(String folder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer read(String file, int first, int lines) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer search(String pattern, String glob) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer replace(String file, String old, String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer adopt() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void revert() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Run build() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Run smoke() {
            throw new UnsupportedOperationException();
        }
    }
}
