package dev.amdahl.core.internal.loop.propose;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProposersTest {
    private static final Screening NONE = new Screening(
            OptionalDouble.empty(), OptionalDouble.empty(), .05, OptionalDouble.empty(), OptionalDouble.empty());

    private static Dossier dossier(String proposer, HypothesisState state, double ratio) {
        Hypothesis hypothesis = new Hypothesis(
                proposer + state,
                "job",
                List.of(Bottleneck.COMPUTE_BOUND),
                Bottleneck.COMPUTE_BOUND.axis(),
                "a patch",
                new PatchChange("--- a/x.c\n+++ b/x.c\n", List.of("x.c")),
                OptionalDouble.empty(),
                new Provenance(Provenance.Origin.MODEL, proposer + ":model"),
                List.of("run"),
                new Fingerprint("ab".repeat(32)));
        Optional<Comparison> comparison = ratio == 0
                ? Optional.empty()
                : Optional.of(new Comparison(
                        12,
                        100,
                        100,
                        OptionalDouble.of(ratio),
                        OptionalDouble.of(ratio),
                        OptionalDouble.of(ratio),
                        Optional.empty(),
                        "measured"));
        return new Dossier(
                hypothesis,
                state,
                "",
                Instant.EPOCH,
                Instant.EPOCH,
                NONE,
                Optional.empty(),
                comparison,
                List.of(),
                Optional.empty(),
                "",
                Optional.empty(),
                0,
                0,
                Optional.empty(),
                Optional.empty());
    }

    private static Map<String, WinRate> credits(Dossier... group) {
        Map<String, WinRate> rates = new HashMap<>();
        Proposers.credit(List.of(group), rates);
        return rates;
    }

    @Test
    void candidatesOfOneProposerAreWonOrLost() {
        assertThat(credits(
                        dossier("one", HypothesisState.IN_REVIEW, .5),
                        dossier("one", HypothesisState.NO_EFFECT, 1),
                        dossier("one", HypothesisState.BUILD_FAILED, 0),
                        dossier("one", HypothesisState.CANCELLED, 0),
                        dossier("one", HypothesisState.TESTING, 0)))
                .isEqualTo(Map.of("one", new WinRate(1, 3)));
    }

    @Test
    void whereSeveralWereMeasuredAtOnePlaceTheAdvantageOfEachCounts() {
        Map<String, WinRate> rates = credits(
                dossier("one", HypothesisState.IN_REVIEW, .5),
                dossier("other", HypothesisState.NO_EFFECT, 1),
                dossier("other", HypothesisState.BUILD_FAILED, 0));

        assertThat(requireNonNull(rates.get("one")).wins()).isCloseTo(.841, within(.001));
        assertThat(requireNonNull(rates.get("other")).wins())
                .as("and nothing for what was not measured")
                .isCloseTo(.159, within(.001));
        assertThat(requireNonNull(rates.get("other")).decided()).isEqualTo(2);
    }

    @Test
    void theBestOfNoneThatWonIsWorthNothing() {
        assertThat(credits(dossier("one", HypothesisState.NO_EFFECT, 1), dossier("other", HypothesisState.REFUTED, 1)))
                .isEqualTo(Map.of("one", new WinRate(0, 1), "other", new WinRate(0, 1)));
    }
}
