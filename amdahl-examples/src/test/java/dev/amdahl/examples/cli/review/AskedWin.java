package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.MetricSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A win of a ledger that a person is asked about. */
public final class AskedWin {
    /** The evidence that it was asked for. */
    public static final String HEAD = "ab".repeat(32);

    private AskedWin() {}

    /** The change. */
    public static Hypothesis hypothesis() {
        return new Hypothesis(
                "won-1",
                "train",
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                "more workers",
                new ConfigChange(
                        List.of(new LeverSetting("workers", new LeverSetting.Environment("NUM_WORKERS"), "0", "4"))),
                OptionalDouble.of(.3),
                new Provenance(Provenance.Origin.IDEA, "input-more-workers"),
                List.of("run-1"),
                new Fingerprint(HEAD));
    }

    /** Examined with one vote for it. */
    public static Entry[] entries() {
        return entries(new Vote(
                "refuter-1",
                Vote.Ballot.UPHOLDS,
                false,
                "nothing",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of()));
    }

    /** Examined with these votes. */
    public static Entry[] entries(Vote... votes) {
        Comparison comparison = new Comparison(
                20,
                30,
                20,
                OptionalDouble.of(.8),
                OptionalDouble.of(.75),
                OptionalDouble.of(.85),
                Optional.empty(),
                "");
        ExperimentPlan plan =
                new ExperimentPlan(MetricSpec.WALL_SECONDS, List.of(), List.of(), .01, .05, 400, .0025, 60, 60);
        Screening screening = new Screening(
                OptionalDouble.empty(), OptionalDouble.empty(), .03, OptionalDouble.empty(), OptionalDouble.empty());
        return new Entry[] {
            new Entry.FamilySeen("train", "h200", "0"),
            new Entry.Proposed(hypothesis(), screening, Optional.empty()),
            new Entry.Designed("won-1", plan, 1, 1, List.of(), Optional.empty(), Optional.empty()),
            new Entry.Moved("won-1", HypothesisState.TESTING, "first set"),
            new Entry.Moved("won-1", HypothesisState.CONFIRMING, "it passed"),
            new Entry.Compared("won-1", comparison),
            new Entry.Voted("won-1", List.of(votes)),
            new Entry.Moved("won-1", HypothesisState.SURVIVED, "upheld"),
            new Entry.ReviewAsked("won-1", HEAD)
        };
    }
}
