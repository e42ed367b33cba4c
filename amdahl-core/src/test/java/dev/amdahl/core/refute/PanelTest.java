package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.refute.PanelResult.Outcome;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PanelTest {
    private static final Comparison CERTAIN = new Comparison(
            24,
            30,
            40,
            OptionalDouble.of(.95),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.of(Decision.WIN),
            "");

    private static Evidence win(long seed) {
        Trap clean = new Trap(seed);
        clean.effect = -.05;
        return clean.evidence(seed);
    }

    @Test
    void aCleanWinOfFivePercentIsRefutedInAtMostThreeOfAHundredAndByEachCheckInAtMostOne() {
        int draws = Requires.fullSize() ? 2000 : 200;
        CleanRow row = CleanRow.measure(-.05, 24, draws);

        assertThat(row.wins()).isGreaterThan(draws * 8 / 10);
        assertThat(row.refuted()).isLessThanOrEqualTo(row.wins() * 3 / 100);
        assertThat(row.byCheck().values())
                .allSatisfy(fired -> assertThat(fired).isLessThanOrEqualTo(Math.max(5, row.wins() / 100)));
    }

    @Test
    void whatTheVariantAloneDidOtherwiseNowAndThenAsksForMorePairsAndIsNoCheckThatFoundNothing() {
        PanelResult result = Panel.standard().examine(win(1).wavering(2, 0));

        assertThat(result.outcome()).isEqualTo(Outcome.UNSETTLED);
        assertThat(result.reason())
                .contains("outputs: the variant behaved differently in 2 pairs of 26", "baseline in 0");
        assertThat(result.looked()).contains("carry-over").doesNotContain("outputs", "work units");
        assertThat(result.votes().get(0).ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(Panel.standard().examine(win(1).wavering(1, 0)).outcome())
                .as("once in 25 pairs")
                .isEqualTo(Outcome.UNSETTLED);
    }

    @Test
    void whatWaversInBothArmsOrHardlyEverIsNoFactAboutTheChange() {
        assertThat(Panel.standard().examine(win(1).wavering(2, 1)).survives()).isTrue();
        Trap many = new Trap(1);
        many.effect = -.05;
        many.pairs = 40;
        assertThat(Panel.standard().examine(many.evidence(1).wavering(1, 0)).survives())
                .as("once in 41 pairs")
                .isTrue();
    }

    @Test
    void theVoteOnAllPairsCountsTheChecksItListsAndNamesThoseThatAreRuledOut() {
        PanelResult result = Panel.standard().examine(win(1));

        assertThat(result.votes().get(0).reason())
                .startsWith(result.looked().size() + " checks looked at 24 pairs")
                .contains("; ruled out by how it was measured: ", "time of day");
    }

    @Test
    void aCleanWinIsUpheldOnAllPairsAndInEachSubsetOfThem() {
        PanelResult result = Panel.standard().examine(win(1));

        assertThat(result.outcome()).isEqualTo(Outcome.SURVIVES);
        assertThat(result.reason()).isEqualTo("no objection on 24 pairs, stable in 5 of 5 subsets");
        assertThat(result.upholds()).isEqualTo(5);
        assertThat(result.votes())
                .extracting(Vote::refuter)
                .containsExactly("examination", "refuter-1", "refuter-2", "refuter-3", "refuter-4", "refuter-5");
        assertThat(result.votes()).allSatisfy(vote -> {
            assertThat(vote.number()).isPresent();
            assertThat(vote.threshold()).isPresent();
            assertThat(vote.notApplicable()).contains("CPU clock", "guardrails");
        });
        assertThat(result.notApplicable()).contains("CPU clock", "guardrails", "speed bound");
        assertThat(result.looked()).contains("carry-over", "outputs").doesNotContain("CPU clock", "noisy host");
    }

    @Test
    void whatTheDesignRulesOutIsNeitherLookedForNorMissed() {
        PanelResult result = Panel.standard()
                .examine(win(1).conduct(AnalysisConduct.UNKNOWN
                                .looks(24, true)
                                .metrics(List.of("wall_seconds"), true)
                                .assigned(24, 24))
                        .comparison(CERTAIN));

        for (String ruledOut :
                List.of("noisy host", "time of day", "early stopping", "chosen metric", "unreported runs")) {
            assertThat(result.looked()).doesNotContain(ruledOut);
            assertThat(result.notApplicable()).doesNotContain(ruledOut);
        }
    }

    @Test
    void theSameEvidenceGivesTheSameVotes() {
        assertThat(Panel.standard().examine(win(7))).isEqualTo(Panel.standard().examine(win(7)));
    }

    @Test
    void whatHangsOnAFewPairsAsksForMore() {
        Trap outlier = Traps.outlier(1, Knobs.specified());
        PanelResult result = Panel.standard().examine(outlier.evidence(1));

        assertThat(result.survives()).isFalse();
        assertThat(result.votes().get(0).ballot()).isEqualTo(Ballot.REFUTES);
    }

    @Test
    void aFewPairsRefuteNothingAndAskForMore() {
        Trap carried = Traps.carryOver(2, Knobs.specified());
        carried.pairs = 14;
        carried.noise = .01;
        PanelResult result = Panel.standard().examine(carried.evidence(2));

        assertThat(result.outcome()).isEqualTo(Outcome.UNSETTLED);
        assertThat(result.reason()).startsWith("cannot be judged by 14 pairs: carry-over");
        assertThat(result.wanted()).isEqualTo(10);
        assertThat(result.target(0, 120)).hasValue(24);
        assertThat(result.target(0, 14)).isEmpty();
        assertThat(result.target(PanelResult.ROUNDS, 120)).isEmpty();
    }

    @Test
    void aLostCovariateThatTheHostSuppliesAsksForPairsInsteadOfRefuting() {
        PanelResult result = Panel.standard().examine(win(1).supplying(Covariate.INPUT_BYTES, Covariate.CPU_MHZ));

        assertThat(result.outcome()).isEqualTo(Outcome.UNSETTLED);
        assertThat(result.votes().get(0).ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(result.reason()).contains("CPU_MHZ", "missing from 24 of 24 pairs");
    }

    @Test
    void aReadingLostInOneOfTwentyPairsCostsThatPairAlone() {
        List<Trial> trials = Pairs.of(
                20,
                index -> Pairs.faster(
                        index,
                        mhz(ArmResult.succeeded("a", 10 + .01 * (index % 3)), index != 7),
                        mhz(ArmResult.succeeded("b", 9 + .01 * (index % 4)), true)));
        PanelResult result = Panel.standard().examine(Evidence.of(trials, 1).supplying(Covariate.ACCELERATOR_MHZ));

        assertThat(result.survives()).isTrue();
        assertThat(result.looked()).contains("accelerator clock");
    }

    @Test
    void readingsLostInOneArmAloneAreMissed() {
        List<Trial> trials = Pairs.of(
                60,
                index -> Pairs.faster(
                        index,
                        mhz(ArmResult.succeeded("a", 10 + .01 * (index % 3)), true),
                        mhz(ArmResult.succeeded("b", 9 + .01 * (index % 4)), index % 10 != 0)));
        PanelResult result = Panel.standard().examine(Evidence.of(trials, 1).supplying(Covariate.ACCELERATOR_MHZ));

        assertThat(result.outcome()).isEqualTo(Outcome.UNSETTLED);
        assertThat(result.reason()).contains("ACCELERATOR_MHZ", "missing from 6 of 60 pairs");
    }

    private static ArmResult mhz(ArmResult arm, boolean isRead) {
        return isRead ? arm.covariate(Covariate.ACCELERATOR_MHZ, 1980) : arm;
    }

    @Test
    void aCovariateThatCannotBeSuppliedIsNotApplicable() {
        PanelResult result = Panel.standard().examine(win(1).supplying());

        assertThat(result.survives()).isTrue();
        assertThat(result.votes().get(0).notApplicable())
                .contains("queue time in the metric", "accelerator clock", "throttled in one arm");
    }

    @Test
    void underFifteenPairsThereIsOneExaminationAndTheReasonSaysSo() {
        Trap small = new Trap(3);
        small.pairs = 12;
        small.effect = -.20;
        PanelResult result = Panel.standard().examine(small.evidence(3));

        assertThat(result.reason()).isEqualTo("one examination of 12 pairs objects to nothing");
        assertThat(result.votes())
                .singleElement()
                .satisfies(vote -> assertThat(vote.refuter()).isEqualTo(Panel.EXAMINATION));
        assertThat(result.subsets()).isZero();
    }

    @Test
    void foldsAreBalancedOverOrderAndHost() {
        List<Trial> trials = win(5).trials();
        Folds folds = Folds.of(trials, 5, 5);

        for (int fold = 0; fold < 5; fold++) {
            int index = fold;
            List<Trial> left =
                    trials.stream().filter(trial -> folds.holds(index, trial)).toList();
            assertThat(left).hasSizeBetween(4, 5);
            assertThat(left.stream().map(Trial::order).distinct()).hasSize(2);
        }
    }

    @Test
    void aRefuterThatThrowsAbstainsWithTheCause() {
        Refuter broken = refuter(evidence -> {
            throw new IllegalStateException("no tokens left");
        });
        PanelResult result = Panel.with(List.of(broken)).examine(win(1));

        Vote last = result.votes().get(6);
        assertThat(last.ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(last.reason()).contains("no tokens left");
        assertThat(result.survives()).isTrue();
    }

    @Test
    void othersCanRefuteButNotMakeAClaimSurvive() {
        List<Refuter> against = new ArrayList<>();
        List<Refuter> fans = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            against.add(saying(Ballot.REFUTES));
            fans.add(saying(Ballot.UPHOLDS));
        }
        Trap outlier = Traps.outlier(1, Knobs.specified());

        assertThat(Panel.with(against).examine(win(1)).survives()).isFalse();
        assertThat(Panel.with(fans).examine(outlier.evidence(1)).survives()).isFalse();
    }

    @Test
    void whoAbstainsSinksNoClaim() {
        List<Refuter> abstaining = new ArrayList<>(List.of(saying(Ballot.REFUTES)));
        for (int i = 0; i < 6; i++) {
            abstaining.add(saying(Ballot.ABSTAINS));
        }

        assertThat(Panel.with(abstaining).examine(win(1)).outcome()).isEqualTo(Outcome.SURVIVES);
    }

    @Test
    void theSilenceOfAnAdviserNeitherSinksAClaimNorSavesOne() {
        List<Refuter> silent = new ArrayList<>();
        for (Ballot ballot : List.of(Ballot.ABSTAINS, Ballot.UPHOLDS)) {
            for (int i = 0; i < 6; i++) {
                silent.add(advising(ballot, false));
            }
        }
        PanelResult clean = Panel.with(silent).examine(win(1));
        PanelResult trapped =
                Panel.with(silent).examine(Traps.outlier(1, Knobs.specified()).evidence(1));

        assertThat(clean.survives()).isTrue();
        assertThat(clean.votes()).hasSize(18);
        assertThat(clean.votes().subList(6, 18))
                .allSatisfy(vote -> assertThat(vote.ballot()).isEqualTo(Ballot.ABSTAINS));
        assertThat(trapped.survives()).isFalse();
    }

    @Test
    void anAdviserThatRefutesHasAVoteAndThatOnAFactAVeto() {
        PanelResult outvoted =
                Panel.with(List.of(advising(Ballot.REFUTES, false))).examine(win(1));
        PanelResult vetoed = Panel.with(List.of(advising(Ballot.REFUTES, true))).examine(win(1));

        assertThat(outvoted.votes()).hasSize(7);
        assertThat(outvoted.survives()).isTrue();
        assertThat(vetoed.survives()).isFalse();
        assertThat(vetoed.reason()).isEqualTo("vetoed by scripted: said so");
    }

    private static Refuter advising(Ballot ballot, boolean isVeto) {
        Vote vote = new Vote(
                "scripted", ballot, isVeto, "said so", OptionalDouble.empty(), OptionalDouble.empty(), List.of());
        return new Refuter() {
            @Override
            public String name() {
                return "scripted";
            }

            @Override
            public Vote examine(Evidence evidence) {
                return vote;
            }

            @Override
            public boolean isAdvisory() {
                return true;
            }
        };
    }

    @Test
    void withoutUsablePairsNobodyUpholds() {
        PanelResult result = Panel.standard().examine(Evidence.of(List.of(), 1));

        assertThat(result.survives()).isFalse();
        assertThat(result.upholds()).isZero();
    }

    private static Refuter saying(Ballot ballot) {
        return refuter(evidence -> new Vote(
                "scripted", ballot, false, "said so", OptionalDouble.empty(), OptionalDouble.empty(), List.of()));
    }

    private static Refuter refuter(Function<Evidence, Vote> answer) {
        return new Refuter() {
            @Override
            public String name() {
                return "scripted";
            }

            @Override
            public Vote examine(Evidence evidence) {
                return answer.apply(evidence);
            }
        };
    }
}
