package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.EvidenceFixture;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PanelTest {

    private static EvidenceFixture win(long seed) {
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
    void everyRefuterOfACleanWinUpholdsItAndSaysWhatItRestsOn() {
        PanelResult result = Panel.standard().examine(win(1));

        assertThat(result.survives()).isTrue();
        assertThat(result.upholds()).isEqualTo(5);
        assertThat(result.votes()).hasSize(5).allSatisfy(vote -> {
            assertThat(vote.number()).isPresent();
            assertThat(vote.threshold()).isPresent();
            assertThat(vote.notApplicable()).contains("CPU clock", "guardrails");
        });
        assertThat(result.notApplicable()).contains("CPU clock", "guardrails", "speed bound");
    }

    @Test
    void theSameEvidenceGivesTheSameVotes() {
        assertThat(Panel.standard().examine(win(7))).isEqualTo(Panel.standard().examine(win(7)));
    }

    @Test
    void twoOfFiveUpholdingIsNotEnough() {
        PanelResult result = Panel.of(List.of(
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.REFUTES),
                        saying(Ballot.REFUTES),
                        saying(Ballot.REFUTES)))
                .examine(win(1));

        assertThat(result.upholds()).isEqualTo(2);
        assertThat(result.survives()).isFalse();
    }

    @Test
    void abstainingIsNotSupport() {
        PanelResult result = Panel.of(List.of(
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.ABSTAINS),
                        saying(Ballot.ABSTAINS),
                        saying(Ballot.ABSTAINS)))
                .examine(win(1));

        assertThat(result.survives()).isFalse();
        assertThat(result.vetoed()).isFalse();
    }

    @Test
    void threeOfFiveUpholdingIsEnough() {
        PanelResult result = Panel.of(List.of(
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.UPHOLDS),
                        saying(Ballot.REFUTES),
                        saying(Ballot.ABSTAINS)))
                .examine(win(1));

        assertThat(result.survives()).isTrue();
    }

    @Test
    void aLostCovariateThatTheHostSuppliesMakesRefutersAbstain() {
        PanelResult result = Panel.standard().examine(win(1).supplying(Covariate.INPUT_BYTES, Covariate.CPU_MHZ));

        assertThat(result.survives()).isFalse();
        assertThat(result.votes()).hasSize(5).allSatisfy(vote -> {
            assertThat(vote.ballot()).isEqualTo(Ballot.ABSTAINS);
            assertThat(vote.reason()).contains("CPU_MHZ is missing");
        });
    }

    @Test
    void aCovariateThatCannotBeSuppliedIsNotApplicable() {
        PanelResult result = Panel.standard().examine(win(1).supplying());

        assertThat(result.survives()).isTrue();
        assertThat(result.votes().get(0).notApplicable())
                .contains("queue time in the metric", "accelerator clock", "throttled in one arm");
    }

    @Test
    void underFifteenPairsAllSeeAllPairsAndTheReasonSaysSo() {
        Trap small = new Trap(3);
        small.pairs = 12;
        small.effect = -.20;
        PanelResult result = Panel.standard().examine(small.evidence(3));

        assertThat(result.reason()).contains("unanimous by construction");
        assertThat(result.votes())
                .allSatisfy(vote -> assertThat(vote.reason()).startsWith("unanimous by construction"));
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

        Vote last = result.votes().get(5);
        assertThat(last.ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(last.reason()).contains("no tokens left");
        assertThat(result.refuters()).isEqualTo(6);
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
        assertThat(clean.refuters()).isEqualTo(5);
        assertThat(clean.votes()).hasSize(17);
        assertThat(clean.votes().subList(5, 17))
                .allSatisfy(vote -> assertThat(vote.ballot()).isEqualTo(Ballot.ABSTAINS));
        assertThat(trapped.survives()).isFalse();
    }

    @Test
    void anAdviserThatRefutesHasAVoteAndThatOnAFactAVeto() {
        PanelResult outvoted =
                Panel.with(List.of(advising(Ballot.REFUTES, false))).examine(win(1));
        PanelResult vetoed = Panel.with(List.of(advising(Ballot.REFUTES, true))).examine(win(1));

        assertThat(outvoted.refuters()).isEqualTo(6);
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
        PanelResult result = Panel.standard().examine(EvidenceFixture.of(List.of(), 1));

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
