package dev.amdahl.core.functional;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The surroundings of the recorded ledgers: jobs, policy, builder and ideas, the same on the day they were recorded and at every
 * replay. What has happened in between stands beside the ledger: the runs of the scheduler and the answers of people.
 */
@SuppressWarnings("ImmutableEnumChecker")
enum GoldenStory {
    /** Evidence, noise, a win that is approved, a change without effect, one that cannot matter. */
    PROMOTION(LoopPolicy.DEFAULT, 1) {
        @Override
        List<JobSpec> jobs(String epoch) {
            return List.of(
                    job("nightly-eval", epoch, Workload.workers("4"), Workload.log("warn")),
                    builder("idle-eval", .01, epoch, Workload.kernel("fused")).build());
        }
    },
    /** One family for each way to end. */
    ENDS(quiet(), 4) {
        @Override
        List<JobSpec> jobs(String epoch) {
            return Stream.of("regressed", "refuted", "failed", "unreplicated", "declined", "stale", "cancelled")
                    .map(family -> job(family, epoch, Workload.workers("4")))
                    .toList();
        }
    },
    /** Patches that build and that do not, and an idea without a lever. */
    BUILDS(quiet().toBuilder().evidenceRuns(1, Duration.ofDays(14)).build(), 2) {
        @Override
        List<JobSpec> jobs(String epoch) {
            return List.of(patched("fused", epoch), patched("broken", epoch), job("dreamt", epoch));
        }
    },
    /** Two wins at once: when one is approved the other is confirmed again. */
    SIBLINGS(quiet(), 2) {
        @Override
        List<JobSpec> jobs(String epoch) {
            return List.of(job("nightly-eval", epoch, Workload.workers("4"), Workload.kernel("fused")));
        }
    },
    /** Submissions without answer, runs that are lost, and an end without a measurement. */
    OUTAGES(quiet(), 2) {
        @Override
        List<JobSpec> jobs(String epoch) {
            return List.of(
                    job("nightly-eval", epoch, Workload.log("warn")), job("export", epoch, Workload.workers("4")));
        }
    };

    private static final Idea BARE = new Idea(
            "prefetch",
            "Read ahead",
            Bottleneck.INPUT_STARVATION,
            "config",
            List.of(),
            .4,
            "let the loader read ahead",
            new Provenance(Provenance.Origin.IDEA, "prefetch"),
            Optional.empty());

    final LoopPolicy policy;
    final int slots;

    GoldenStory(LoopPolicy policy, int slots) {
        this.policy = policy;
        this.slots = slots;
    }

    /** What was declared while the code of the job that changes was at that epoch. */
    abstract List<JobSpec> jobs(String epoch);

    /** The loop over a ledger, with its whole surroundings. */
    AmdahlLoop loop(Ledger ledger, JournalScheduler scheduler, Answers answers, Clock clock, String epoch) {
        return AmdahlLoop.builder(ledger)
                .jobs(jobs(epoch))
                .scheduler(scheduler)
                .profilers(List.of(new ShareProfiler()))
                .ideaSources(List.of(query -> query.job().family().equals("dreamt") ? List.of(BARE) : List.of()))
                .builder(new ScriptedBuilder())
                .gate(answers)
                .policy(policy)
                .clock(clock)
                .directory(Path.of("target", "golden"))
                .build();
    }

    /** What the arms measure: fixed by the request, except that the unreplicated win is gone once it is to be confirmed. */
    static Function<ArmRequest, JournalScheduler.Arm> measures(Map<String, Double> factors) {
        return arm -> {
            Map<String, String> environment = arm.environment();
            String family = Objects.requireNonNull(environment.get("FAMILY"));
            boolean isChanged = "4".equals(environment.get("WORKERS"));
            double seconds = 10 * (isChanged ? factors.getOrDefault(family, .7) : 1);
            seconds *= "fused".equals(environment.get("KERNEL")) ? .7 : 1;
            long draw = Objects.hash(arm.seed(), arm.name(), new HashMap<>(environment));
            double noise = arm.isTraced() ? 1 : Math.exp(.03 * new SplittableRandom(draw).nextGaussian());
            return new JournalScheduler.Arm(
                    arm.name(),
                    Math.round(seconds * noise * 1e4) / 1e4,
                    isChanged && family.equals("refuted") ? "other" : "same",
                    family.equals("failed") ? 1 : 0,
                    arm.isTraced()
                            ? Optional.of(Double.valueOf(Objects.requireNonNull(environment.get("KERNEL_SHARE"))))
                            : Optional.empty());
        };
    }

    private static LoopPolicy quiet() {
        return LoopPolicy.DEFAULT.toBuilder()
                .evidenceRuns(0, Duration.ofDays(14))
                .noise(.1, 0)
                .build();
    }

    private static JobSpec job(String family, String epoch, Lever... levers) {
        return builder(family, .3, epoch, levers).build();
    }

    private static JobSpec patched(String family, String epoch) {
        return builder(family, .3, epoch)
                .contributions(List.of(new Contribution(
                        "fuse",
                        new PatchChange("--- a/x.c\n+++ b/x.c\n+" + family + "\n", List.of("x.c")),
                        List.of(Bottleneck.INPUT_STARVATION),
                        OptionalDouble.of(.3),
                        Optional.empty())))
                .build();
    }

    private static JobSpec.Builder builder(String family, double kernelShare, String epoch, Lever... levers) {
        return Workload.job(family, kernelShare, levers)
                .environment(Map.of("KERNEL_SHARE", Double.toString(kernelShare), "FAMILY", family))
                .directory(Path.of("/srv", family))
                .source(new SourceTree(
                        Path.of("/srv", family),
                        "HEAD",
                        family.equals("stale") ? epoch : "0",
                        List.of("make"),
                        List.of("x.c")));
    }

    /** Answers of people; the packets that they were shown are nobody's business here. */
    static final class Answers implements PromotionGate {
        private final Map<String, Review> reviews = new HashMap<>();

        void give(Dossier dossier, boolean isApproved) {
            give(dossier.id(), isApproved, dossier.evidenceHead());
        }

        void give(String id, boolean isApproved, String head) {
            reviews.put(id, new Review(id, isApproved, "ada", "looked at it", Instant.EPOCH, head).audited("read"));
        }

        /** One line for each answer. */
        List<String> lines() {
            return reviews.values().stream()
                    .map(review -> review.id() + " " + review.isApproved() + " " + review.evidenceHead())
                    .sorted()
                    .toList();
        }

        @Override
        public void request(ReviewPacket packet) {}

        @Override
        public Optional<Review> answer(String id) {
            return Optional.ofNullable(reviews.get(id));
        }
    }

    /** Builds what is not of the family that never builds. */
    private static final class ScriptedBuilder implements Builder {
        @Override
        public BuiltVariant build(BuildRequest request) {
            boolean breaks = request.patch().map(PatchChange::diff).orElse("").contains("broken");
            if (breaks) {
                throw new BuildFailedException("make: *** [x.o] Error 1");
            }
            return new BuiltVariant(Path.of("/trees", request.patch().isPresent() ? "variant" : "baseline"), "abc", "");
        }

        @Override
        public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
            return Map.of("x.c", patch.diff());
        }
    }
}
