package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.MetricSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Commits as a loop makes them: one hypothesis after the other, in the mix of events that the quickstart's ledger has. Not thread-safe. */
final class LoadStory {
    private static final int FAMILIES = 40;
    private static final int TRIALS = 24;

    private final SplittableRandom random;
    private int told;
    private int tests;

    LoadStory(long seed) {
        random = new SplittableRandom(seed);
    }

    static String family(int number) {
        return "job-" + number % FAMILIES;
    }

    /** Returns the families, each with its diagnosis. */
    static List<List<Entry>> families() {
        List<List<Entry>> commits = new ArrayList<>();
        for (int i = 0; i < FAMILIES; i++) {
            commits.add(List.of(new Entry.FamilySeen(family(i), "cpu", "0")));
            Diagnosis diagnosis = new Diagnosis(
                    family(i),
                    List.of(
                            new Account(Bottleneck.INPUT_STARVATION, 10, 10),
                            new Account(Bottleneck.PRODUCTIVE, 20, 20)),
                    12,
                    Map.of("gpu_idle", .4),
                    List.of("evidence-" + i),
                    List.of());
            commits.add(List.of(new Entry.Diagnosed(diagnosis)));
        }
        return commits;
    }

    /** The commits of the next hypothesis, from its proposal to its end; every third is screened out at once. */
    List<List<Entry>> next() {
        Hypothesis hypothesis = hypothesis();
        List<List<Entry>> commits = new ArrayList<>();
        if (told % 3 == 0) {
            commits.add(List.of(proposed(hypothesis), decided(hypothesis, HypothesisState.SCREENED_OUT)));
            return commits;
        }
        begin(commits, hypothesis);
        for (int i = 0; i < TRIALS; i++) {
            intend(commits, hypothesis, i);
            collect(commits, hypothesis, i);
        }
        commits.add(List.of(new Entry.Moved(hypothesis.id(), HypothesisState.CONFIRMING, "first set passed")));
        commits.add(
                List.of(new Entry.Voted(hypothesis.id(), Claim.votes(List.of("throttling", "work units", "input")))));
        commits.add(List.of(decided(hypothesis, HypothesisState.NOT_REPLICATED)));
        return commits;
    }

    /** Returns the commits that leave the next hypothesis with one trial in flight. */
    List<List<Entry>> inFlight() {
        Hypothesis hypothesis = hypothesis();
        List<List<Entry>> commits = new ArrayList<>();
        begin(commits, hypothesis);
        intend(commits, hypothesis, 0);
        return commits;
    }

    private void begin(List<List<Entry>> commits, Hypothesis hypothesis) {
        tests++;
        commits.add(List.of(proposed(hypothesis)));
        ExperimentPlan plan =
                new ExperimentPlan(MetricSpec.ACCELERATOR_SECONDS, List.of(), List.of(), .01, .1, 400, .0025, 60, 60);
        commits.add(List.of(
                new Entry.Designed(
                        hypothesis.id(), plan, tests, random.nextLong(), List.of(), Optional.empty(), Optional.empty()),
                new Entry.Moved(hypothesis.id(), HypothesisState.TESTING, "first set")));
    }

    private void intend(List<List<Entry>> commits, Hypothesis hypothesis, int index) {
        String key = key(hypothesis, index);
        RunPlan plan = new RunPlan(
                key,
                RunPurpose.TRIAL,
                hypothesis.family(),
                hypothesis.id(),
                1,
                index,
                1,
                random.nextBoolean(),
                random.nextLong(),
                30);
        commits.add(List.of(
                new Entry.RunIntended(plan),
                new Entry.ArmsFixed(key, List.of(hex(), hex()), List.of("environment NUM_WORKERS"))));
        commits.add(List.of(new Entry.RunSubmitted(key, new WorkerRunId("pid " + random.nextInt(1 << 22)))));
    }

    private void collect(List<List<Entry>> commits, Hypothesis hypothesis, int index) {
        String key = key(hypothesis, index);
        if (random.nextInt(50) == 0) {
            commits.add(List.of(new Entry.RunEnded(key, RunState.INFRA_FAILED, "node lost")));
            return;
        }
        RunResult result = new RunResult(
                "host-" + random.nextInt(16),
                List.of(arm("a", key), arm("b", key)),
                OptionalDouble.of(random.nextGaussian() * .1),
                List.of(),
                Optional.empty(),
                20 + random.nextDouble());
        commits.add(List.of(
                new Entry.RunCollected(key, result),
                new Entry.Spent(key, Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, result.acceleratorSeconds())));
        commits.add(List.of(new Entry.Compared(
                hypothesis.id(),
                new Comparison(
                        index,
                        random.nextDouble() * 20,
                        1,
                        OptionalDouble.of(.95 + random.nextDouble() * .1),
                        OptionalDouble.of(.8),
                        OptionalDouble.of(1.1),
                        Optional.empty(),
                        ""))));
    }

    private ArmResult arm(String name, String key) {
        return ArmResult.succeeded(name, 10 + random.nextDouble())
                .startedAt(Instant.EPOCH)
                .cpu(9 + random.nextDouble())
                .work(1000)
                .metric("loss", random.nextDouble())
                .digest("output/predictions.jsonl", hex())
                .covariates(Map.of(Covariate.LOAD_1M, random.nextDouble(), Covariate.CPU_MHZ, 2400.0))
                .circumstance(EnvironmentFact.GOVERNOR, "performance")
                .folder(Path.of("trials", key, name));
    }

    private Hypothesis hypothesis() {
        told++;
        String fingerprint = hex();
        return new Hypothesis(
                fingerprint.substring(0, 16),
                family(told),
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                "NUM_WORKERS 0 to " + told,
                new ConfigChange(List.of(new LeverSetting(
                        "workers", new LeverSetting.Environment("NUM_WORKERS"), "0", Integer.toString(told)))),
                OptionalDouble.of(.15),
                new Provenance(Provenance.Origin.RULE, "lever-" + told % 8),
                List.of("evidence-" + told % FAMILIES),
                new Fingerprint(fingerprint));
    }

    private static Entry proposed(Hypothesis hypothesis) {
        Screening screening = new Screening(
                OptionalDouble.of(1.5),
                OptionalDouble.of(1.5),
                .03,
                OptionalDouble.of(12),
                OptionalDouble.of(random(hypothesis)));
        return new Entry.Proposed(hypothesis, screening, Optional.empty());
    }

    private static double random(Hypothesis hypothesis) {
        return hypothesis.id().hashCode() % 1000;
    }

    private static Entry decided(Hypothesis hypothesis, HypothesisState end) {
        return new Entry.Decided(new Verdict(
                hypothesis, hypothesis.evidence(), "ratio 0.97 [0.90, 1.04]", end, "the confirmation did not pass"));
    }

    private static String key(Hypothesis hypothesis, int index) {
        return hypothesis.id() + "kkkkkkk" + (char) ('a' + index / 26) + (char) ('a' + index % 26);
    }

    private String hex() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
