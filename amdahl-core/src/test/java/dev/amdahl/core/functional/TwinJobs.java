package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Jobs with something wrong and their honest twins, side by side in one loop: the variant takes 7 s instead of 10. Not thread-safe. */
final class TwinJobs {
    private final List<Case> cases;
    private final Map<String, Integer> arms = new HashMap<>();
    private final LedgerView view;

    /**
     * @param name tells the job
     * @param check what the votes against the trap say
     * @param job what the job declares beyond the usual
     * @param host where a trial runs
     * @param script what is recorded of an arm
     */
    record Case(
            String name,
            String check,
            Bottleneck addresses,
            UnaryOperator<JobSpec.Builder> job,
            String host,
            Script script) {
        static Case of(String name, String check, Script script) {
            return new Case(name, check, Bottleneck.INPUT_STARVATION, job -> job, "host-1", script);
        }

        Case addressing(Bottleneck other) {
            return new Case(name, check, other, job, host, script);
        }

        Case declaring(UnaryOperator<JobSpec.Builder> declared) {
            return new Case(name, check, addresses, declared, host, script);
        }

        /** Each arm on a host of its own in the trap. */
        Case apart(String hosts) {
            return new Case(name, check, addresses, job, hosts, script);
        }

        private String family(boolean isTrap) {
            return name + (isTrap ? "-trap" : "-twin");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @FunctionalInterface
    interface Script {
        ArmResult arm(ArmResult arm, Draw draw);
    }

    /**
     * Which arm of which pair.
     *
     * @param isFirst whether it runs before the other arm
     * @param pair counts the pairs of the job, repeated ones too
     * @param seed of the pair, the same when it is repeated
     */
    record Draw(boolean isVariant, boolean isTrap, boolean isFirst, int pair, long seed) {
        /** Only the trap's variant. */
        boolean isGuilty() {
            return isVariant && isTrap;
        }

        /** The same chance for both arms of a pair. */
        double ofPair() {
            return new SplittableRandom(seed).nextDouble();
        }

        double ofArm() {
            return random(3).nextDouble();
        }

        double noise() {
            return random(5).nextGaussian();
        }

        private SplittableRandom random(int stream) {
            return new SplittableRandom(Objects.hash(seed, isVariant, stream));
        }
    }

    private TwinJobs(List<Case> cases, Path folder) {
        this.cases = List.copyOf(cases);
        this.view = loop(folder);
    }

    /** Runs all of them until nothing is left to do. */
    static TwinJobs untilIdle(List<Case> cases, Path folder) {
        return new TwinJobs(cases, folder);
    }

    /** A run that does the usual work in that time. */
    static ArmResult taking(ArmResult arm, double seconds) {
        return usual(ArmResult.succeeded(arm.name(), seconds));
    }

    static ArmResult usual(ArmResult arm) {
        return arm.work(1000).covariate(Covariate.LOAD_1M, 1).digest("out.json", "same");
    }

    static double seconds(ArmResult arm) {
        return arm.wallSeconds().orElseThrow();
    }

    private static JobSpec job(Case one, boolean isTrap) {
        return one.job()
                .apply(JobSpec.builder(one.family(isTrap), List.of("train"))
                        .runsPerWeek(700)
                        .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
                        .environment(Map.of("FAMILY", one.family(isTrap)))
                        .levers(List.of(new Lever(
                                "fast",
                                new LeverSetting.Environment("FAST"),
                                "0",
                                List.of("1"),
                                List.of(one.addresses()),
                                Optional.empty()))))
                .build();
    }

    private Case of(String family) {
        return cases.stream()
                .filter(one -> family.equals(one.family(true)) || family.equals(one.family(false)))
                .findFirst()
                .orElseThrow();
    }

    private ArmResult run(ArmRequest request) {
        String family = Objects.requireNonNull(request.environment().get("FAMILY"));
        Case one = of(family);
        int pair = (arms.merge(family, 1, Integer::sum) - 1) / 2;
        Draw draw = new Draw(
                "1".equals(request.environment().get("FAST")),
                family.equals(one.family(true)),
                request.name().equals("a"),
                pair,
                Objects.hash(request.seed(), family));
        double seconds = (draw.isVariant() ? 7 : 10) * Math.exp(.03 * draw.noise());
        return one.script().arm(usual(ArmResult.succeeded(request.name(), seconds)), draw);
    }

    private String host(TrialRequest request) {
        Case one = of(request.family());
        return request.family().equals(one.family(true)) ? one.host() : "host-1";
    }

    private LedgerView loop(Path folder) {
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        Cluster cluster = new Cluster(2 * cases.size(), this::run);
        cluster.place(this::host);
        List<JobSpec> jobs = cases.stream()
                .flatMap(one -> Stream.of(job(one, true), job(one, false)))
                .toList();
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:twins" + System.identityHashCode(this), clock)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(jobs)
                    .scheduler(cluster)
                    .gate(new ScriptedGate())
                    .policy(World.BLIND.toBuilder().noise(.05, 0).build())
                    .budget(Budget.UNLIMITED.withExperimentsInFlight(2 * cases.size()))
                    .clock(clock)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(300);
                clock.advance(Duration.ofSeconds(30));
                report = loop.runCycle();
            }
            return report.view();
        }
    }

    Dossier ended(Case one, boolean isTrap) {
        return World.of(view, one.family(isTrap), "fast");
    }

    void assertThatTheTrapIsRefuted(Case one) {
        Dossier trap = ended(one, true);

        assertThat(trap.state()).as(trap.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(trap.votes()).anyMatch(vote -> (vote.refuter() + " " + vote.reason()).contains(one.check()));
    }

    void assertThatItsHonestTwinSurvives(Case one) {
        Dossier twin = ended(one, false);

        assertThat(twin.state()).as(twin.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(twin.votes())
                .isNotEmpty()
                .noneMatch(vote -> vote.notApplicable().contains(one.check()));
    }
}
