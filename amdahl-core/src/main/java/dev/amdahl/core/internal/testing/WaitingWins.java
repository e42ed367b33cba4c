package dev.amdahl.core.internal.testing;

import dev.amdahl.core.internal.ledger.review.FilePromotionGate;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.MetricSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Writes experiments into a ledger as a loop leaves them: some run, some are won and wait for a person. Not thread-safe. */
public final class WaitingWins {
    private static final ExperimentPlan PLAN =
            new ExperimentPlan(MetricSpec.ACCELERATOR_SECONDS, List.of(), List.of(), .01, .1, 400, .0025, 20, 20);
    private static final int BATCH = 50;

    private final SplittableRandom random;
    private final Instant at;
    private final List<Entry> entries = new ArrayList<>();
    private final List<ReviewPacket> packets = new ArrayList<>();
    private int told;

    /** Starts with nothing to write; trials are said to have run at that time. */
    public WaitingWins(long seed, Instant at) {
        random = new SplittableRandom(seed);
        this.at = at;
    }

    private record Packet(
            Hypothesis hypothesis,
            Comparison comparison,
            List<Vote> votes,
            List<String> warnings,
            Optional<ExpectedSaving> saving,
            String evidenceHead)
            implements ReviewPacket {}

    /**
     * Adds a win that waits.
     *
     * @param text stands in its title, its votes, its warnings and the name of its host
     * @param pairs in each of its two sets
     * @return its id
     */
    public String win(String family, Change change, double ratio, String text, int pairs) {
        Hypothesis hypothesis = begin(family, change, text);
        trials(hypothesis, 1, pairs, ratio, text);
        Comparison comparison = compared(hypothesis, 2 * pairs, 31, 22, ratio);
        entries.add(new Entry.Moved(hypothesis.id(), HypothesisState.CONFIRMING, "first set passed"));
        trials(hypothesis, 2, pairs, ratio, text);
        List<Vote> votes = votes(text);
        entries.add(new Entry.Voted(hypothesis.id(), votes));
        entries.add(new Entry.Moved(
                hypothesis.id(), HypothesisState.SURVIVED, "no objection on 40 pairs, stable in 4 of 5 subsets"));
        String head = hex();
        double hours = 10 + random.nextInt(500);
        packets.add(new Packet(
                hypothesis,
                comparison,
                votes,
                List.of("work not checked: the job declares neither work units nor output", text),
                Optional.of(new ExpectedSaving(hours, hours / 2, 2.5, "USD")),
                head));
        entries.add(new Entry.ReviewAsked(hypothesis.id(), head));
        return hypothesis.id();
    }

    /** Adds an experiment in its first set with so many pairs done and one in flight. */
    public String running(String family, Change change, int pairs) {
        Hypothesis hypothesis = begin(family, change, "try " + family);
        trials(hypothesis, 1, pairs, .9, "node");
        compared(hypothesis, pairs, 3.1, 1, .9);
        intend(hypothesis, 1, pairs + 1);
        return hypothesis.id();
    }

    /** Writes all of it: the ledger's events, and what the loop tells beside it. */
    public void write(String url, Clock clock) {
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("fixture", Duration.ofMinutes(10))) {
            for (int i = 0; i < entries.size(); i += BATCH) {
                lease.commit(entries.subList(i, Math.min(entries.size(), i + BATCH)));
            }
        }
        FilePromotionGate gate = new FilePromotionGate(
                new ReviewFiles(LedgerLocation.of(url).reviews().orElseThrow()));
        packets.forEach(gate::request);
        entries.clear();
        packets.clear();
    }

    private Hypothesis begin(String family, Change change, String text) {
        String fingerprint = hex();
        Hypothesis hypothesis = new Hypothesis(
                fingerprint.substring(0, 16),
                family,
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                text,
                change,
                OptionalDouble.of(.2),
                new Provenance(Provenance.Origin.RULE, text),
                List.of("evidence"),
                new Fingerprint(fingerprint));
        entries.add(new Entry.FamilySeen(family, "h200", "0"));
        entries.add(new Entry.Proposed(
                hypothesis,
                new Screening(
                        OptionalDouble.of(1.6),
                        OptionalDouble.of(1.9),
                        .05,
                        OptionalDouble.of(12),
                        OptionalDouble.of(3)),
                Optional.empty()));
        entries.add(new Entry.Designed(
                hypothesis.id(), PLAN, ++told, random.nextLong(), List.of(), Optional.empty(), Optional.empty()));
        entries.add(new Entry.Moved(hypothesis.id(), HypothesisState.TESTING, "first set"));
        return hypothesis;
    }

    private Comparison compared(Hypothesis hypothesis, int pairs, double first, double confirmation, double ratio) {
        Comparison comparison = new Comparison(
                pairs,
                first,
                confirmation,
                OptionalDouble.of(ratio),
                OptionalDouble.of(ratio * .96),
                OptionalDouble.of(ratio * 1.05),
                Optional.empty(),
                "as measured");
        entries.add(new Entry.Compared(hypothesis.id(), comparison));
        return comparison;
    }

    private void trials(Hypothesis hypothesis, int set, int pairs, double ratio, String host) {
        for (int index = 0; index <= (pairs == 0 ? -1 : pairs); index++) {
            String key = intend(hypothesis, set, index);
            double d = Math.log(ratio) + .05 * random.nextGaussian();
            double wall = 12 + random.nextDouble();
            RunResult result = new RunResult(
                    host,
                    List.of(arm("a", wall), arm("b", wall * Math.exp(d))),
                    OptionalDouble.of(d),
                    List.of(),
                    Optional.empty(),
                    8 * wall);
            entries.add(new Entry.RunCollected(key, result));
            entries.add(new Entry.Spent(key, Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, result.acceleratorSeconds()));
        }
    }

    private String intend(Hypothesis hypothesis, int set, int index) {
        String key = hypothesis.id() + "-" + set + "-" + index;
        entries.add(new Entry.RunIntended(new RunPlan(
                key,
                RunPurpose.TRIAL,
                hypothesis.family(),
                hypothesis.id(),
                set,
                index,
                1,
                false,
                random.nextLong(),
                30)));
        entries.add(new Entry.RunSubmitted(key, new WorkerRunId(key)));
        return key;
    }

    private ArmResult arm(String name, double wall) {
        return ArmResult.succeeded(name, wall).startedAt(at).cpu(wall).work(1_000);
    }

    private static List<Vote> votes(String text) {
        return Stream.of(Panel.EXAMINATION, "refuter-1", "refuter-2", "refuter-3", "refuter-4", "refuter-5")
                .map(name -> vote(name, name.endsWith("4"), text))
                .toList();
    }

    private static Vote vote(String name, boolean isRefuting, String text) {
        return new Vote(
                name,
                isRefuting ? Vote.Ballot.REFUTES : Vote.Ballot.UPHOLDS,
                false,
                isRefuting ? text : "no check fired",
                OptionalDouble.of(.12),
                OptionalDouble.of(.25),
                List.of());
    }

    private String hex() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
