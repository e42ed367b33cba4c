package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Hypotheses from their proposal to their verdict, without trials: what a dream reads. Not thread-safe. */
final class VerdictStory {
    private static final int PROMOTED_ONE_IN = 50;
    private static final List<String> SOURCES = List.of("catalogue", "win", "recipe", "knowledge", "model");
    private static final String HEAD = "ab".repeat(32);

    private final SplittableRandom random;
    private final int families;
    private int told;
    private int tests;

    VerdictStory(long seed, int families) {
        random = new SplittableRandom(seed);
        this.families = families;
    }

    static String family(int number) {
        return "job-" + number;
    }

    List<Entry> families() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < families; i++) {
            entries.add(new Entry.FamilySeen(family(i), "cpu", "0"));
            entries.add(new Entry.Diagnosed(new Diagnosis(
                    family(i),
                    List.of(
                            new Account(Bottleneck.INPUT_STARVATION, 40, 40),
                            new Account(Bottleneck.PRODUCTIVE, 60, 60)),
                    40,
                    Map.of("input_wait_frac", .4, "cpu_idle_frac", .5),
                    List.of("evidence-" + i),
                    List.of())));
        }
        return entries;
    }

    List<Entry> next() {
        Hypothesis hypothesis = hypothesis();
        List<Entry> entries = new ArrayList<>();
        Screening screening = new Screening(
                OptionalDouble.of(1.5), OptionalDouble.of(1.5), .03, OptionalDouble.of(12), OptionalDouble.of(3));
        entries.add(new Entry.Proposed(hypothesis, screening, Optional.empty()));
        if (told % 3 == 0) {
            entries.add(decided(hypothesis, HypothesisState.SCREENED_OUT));
            return entries;
        }
        String id = hypothesis.id();
        entries.add(new Entry.Designed(
                id,
                new ExperimentPlan(MetricSpec.ACCELERATOR_SECONDS, List.of(), List.of(), .01, .1, 400, .0025, 60, 60),
                ++tests,
                random.nextLong(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
        entries.add(new Entry.Moved(id, HypothesisState.TESTING, "first set"));
        entries.add(new Entry.Compared(
                id,
                new Comparison(
                        24,
                        30,
                        20,
                        OptionalDouble.of(.9),
                        OptionalDouble.of(.85),
                        OptionalDouble.of(.95),
                        Optional.empty(),
                        "")));
        if (random.nextInt(PROMOTED_ONE_IN) != 0) {
            entries.add(decided(hypothesis, HypothesisState.NO_EFFECT));
            return entries;
        }
        entries.add(new Entry.Moved(id, HypothesisState.CONFIRMING, "first set passed"));
        entries.add(new Entry.Voted(id, Claim.votes(List.of())));
        entries.add(new Entry.Moved(id, HypothesisState.SURVIVED, "3 of 5 uphold"));
        entries.add(new Entry.ReviewAsked(id, HEAD));
        entries.add(new Entry.Answered(new Review(id, true, "ada", "good", Instant.EPOCH, HEAD), true));
        entries.add(decided(hypothesis, HypothesisState.PROMOTED));
        return entries;
    }

    private Hypothesis hypothesis() {
        told++;
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String fingerprint = HexFormat.of().formatHex(bytes);
        String source = SOURCES.get(random.nextInt(SOURCES.size()));
        boolean isDreamt = random.nextBoolean();
        return new Hypothesis(
                fingerprint.substring(0, 16),
                family(random.nextInt(families)),
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                "BATCH 8 to " + told,
                new ConfigChange(List.of(
                        new LeverSetting("batch", new LeverSetting.Environment("BATCH"), "8", Integer.toString(told)))),
                OptionalDouble.of(.15),
                isDreamt
                        ? new Provenance(Provenance.Origin.DREAM, source + ":" + told)
                        : new Provenance(Provenance.Origin.RULE, "lever batch"),
                List.of("evidence"),
                new Fingerprint(fingerprint));
    }

    private static Entry decided(Hypothesis hypothesis, HypothesisState end) {
        return new Entry.Decided(
                new Verdict(hypothesis, hypothesis.evidence(), "ratio 0.97 [0.90, 1.04]", end, "as it came out"));
    }
}
