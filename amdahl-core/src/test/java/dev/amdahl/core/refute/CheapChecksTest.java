package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.internal.refute.work.Dispute.Cause;
import dev.amdahl.core.internal.refute.work.Dispute.Repeat;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheapChecksTest {
    private static final ArmResult GOOD = ArmResult.succeeded("a", 10).work(1000);
    private static final ArmResult BROKEN = ArmResult.failed("b", 3);
    private static final Repeat AGAIN = new Repeat(true, false, true);
    private static final Repeat NOT_AGAIN = new Repeat(false, false, true);
    private static final Repeat NOT_EVEN_THE_BASELINE = new Repeat(true, true, true);

    private static Trial other(int index) {
        return Pairs.trial(index, Order.BASELINE_FIRST, GOOD, GOOD, List.of(Pairs.OUTPUT));
    }

    private static Trial failing(int index) {
        return Pairs.faster(index, GOOD, BROKEN);
    }

    private static CheapChecks.Answer examine(List<Trial> trials, List<Dispute> disputes) {
        return CheapChecks.examine(trials, disputes, List.of());
    }

    @Test
    void otherOutputInEachTrialEndsTheExperiment() {
        assertThat(CheapChecks.examine(List.of(other(0), other(1)), List.of(), List.of(Pairs.faster(1)))
                        .refuted())
                .hasValueSatisfying(reason -> assertThat(reason).contains("2 of 2 trials", "out.bin"));
    }

    @Test
    void whereNothingIsKnownOfTheUnchangedJobEachTrialThatDiffersIsRepeated() {
        List<Trial> trials = List.of(other(1), other(2));
        Dispute first = new Dispute(other(1), List.of());
        Dispute settled = new Dispute(other(1), List.of(AGAIN, AGAIN));

        assertThat(examine(trials, List.of(first)).refuted()).isEmpty();
        assertThat(examine(trials, List.of(first)).open()).hasValue(first);
        assertThat(examine(trials, List.of(settled)).refuted()).isPresent();
    }

    @Test
    void otherOutputInOneTrialIsRepeatedBeforeAnythingIsConcluded() {
        List<Trial> trials = List.of(Pairs.faster(1), other(2));
        CheapChecks.Answer answer = examine(trials, List.of(new Dispute(other(2), List.of())));

        assertThat(answer.refuted()).isEmpty();
        assertThat(answer.open())
                .hasValueSatisfying(open -> assertThat(open.trial().index()).isEqualTo(2));
    }

    @Test
    void whatTheVariantDoesAgainOnTheSameSeedWhileTheBaselinesAgreeIsTheChange() {
        Dispute shown = new Dispute(other(2), List.of(AGAIN, AGAIN));

        assertThat(new Dispute(other(2), List.of(AGAIN)).cause()).isEqualTo(Cause.OPEN);
        assertThat(shown.cause()).isEqualTo(Cause.CHANGE);
        assertThat(examine(List.of(Pairs.faster(1), other(2)), List.of(shown)).refuted())
                .hasValueSatisfying(reason -> assertThat(reason).contains("out.bin", "2 repeats on the same seed"));
    }

    @Test
    void whatDoesNotRepeatItselfIsNoFactAboutTheChange() {
        assertThat(new Dispute(other(2), List.of(NOT_AGAIN)).cause()).isEqualTo(Cause.VARIANT_BY_CHANCE);
        assertThat(new Dispute(other(2), List.of(AGAIN, NOT_EVEN_THE_BASELINE)).cause())
                .isEqualTo(Cause.BASELINE_BY_CHANCE);

        CheapChecks.Answer answer =
                examine(List.of(Pairs.faster(1), other(2)), List.of(new Dispute(other(2), List.of(NOT_AGAIN))));
        assertThat(answer.refuted()).isEmpty();
        assertThat(answer.open()).isEmpty();
    }

    @Test
    void aVariantWhoseOutputWaversFarMoreOftenThanTheBaselinesIsRefuted() {
        List<Trial> trials = new ArrayList<>(Pairs.of(20, Pairs::faster));
        List<Dispute> disputes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            assertThat(examine(trials, disputes).refuted()).isEmpty();
            disputes.add(new Dispute(other(i + 1), List.of(NOT_AGAIN)));
        }

        assertThat(examine(trials, disputes).refuted())
                .hasValueSatisfying(reason -> assertThat(reason).contains("differs from run to run", "in 5 of 20"));
    }

    @Test
    void aJobWhoseOwnOutputWaversOftenCannotBeCompared() {
        List<Dispute> disputes = List.of(
                new Dispute(other(1), List.of(NOT_EVEN_THE_BASELINE)),
                new Dispute(other(2), List.of(NOT_EVEN_THE_BASELINE)),
                new Dispute(other(3), List.of(NOT_EVEN_THE_BASELINE)));

        assertThat(examine(Pairs.of(12, Pairs::faster), disputes).unstable()).isPresent();
        assertThat(examine(Pairs.of(30, Pairs::faster), disputes).unstable()).isEmpty();
    }

    @Test
    void anUnsteadyJobIsNeverRefutedByItsFirstTwoTrials() {
        List<Trial> unchanged = List.of(other(1), Pairs.faster(2), Pairs.faster(3));

        assertThat(CheapChecks.examine(List.of(other(0), other(1)), List.of(), unchanged)
                        .refuted())
                .isEmpty();
    }

    @Test
    void aVariantThatFailsFromTheFirstOnIsRefuted() {
        assertThat(examine(List.of(failing(0), failing(1)), List.of()).refuted())
                .isEmpty();
        assertThat(examine(List.of(failing(0), failing(1), failing(2)), List.of())
                        .refuted())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("exits with 3 where the baseline succeeds", "first 3"));
    }

    @Test
    void twoCrashesOfAFlakyJobAreNoFactAboutTheChange() {
        List<Trial> trials = flaky(10, Set.of(4, 9), Set.of(5, 10));

        CheapChecks.Answer answer = examine(trials, List.of());
        assertThat(answer.refuted()).isEmpty();
        assertThat(answer.failing()).isEmpty();
    }

    @Test
    void failuresOfTheVariantBeyondChanceAreAFact() {
        assertThat(examine(flaky(20, Set.of(3, 6, 9, 12), Set.of()), List.of()).refuted())
                .isEmpty();
        assertThat(examine(flaky(20, Set.of(3, 6, 9, 12, 15), Set.of()), List.of())
                        .refuted())
                .hasValueSatisfying(reason -> assertThat(reason).contains("in 5 of 20", "baseline alone fails in 0"));
        assertThat(examine(flaky(20, Set.of(3, 6, 9, 12, 15), Set.of(4)), List.of())
                        .refuted())
                .as("five of six")
                .isEmpty();
    }

    private static List<Trial> flaky(int trials, Set<Integer> ofVariant, Set<Integer> ofBaseline) {
        return Pairs.of(
                trials,
                index -> Pairs.faster(
                        index,
                        ofBaseline.contains(index) ? ArmResult.failed("a", 7) : GOOD,
                        ofVariant.contains(index) ? ArmResult.failed("b", 7) : GOOD));
    }

    @Test
    void anArmThatNeverRanIsNotHeldAgainstTheOtherAndHidesNoFailure() {
        Trial killedFirst = Pairs.faster(1, GOOD.exited(OptionalInt.empty()), ArmResult.failed("b", 137));

        assertThat(CheapChecks.failure(killedFirst)).isPresent();
        assertThat(examine(List.of(killedFirst), List.of()).failing()).isEmpty();
    }

    @Test
    void aJobThatFailsUnchangedCannotBeMeasured() {
        Trial both = Pairs.faster(1, ArmResult.failed("a", 1), ArmResult.failed("b", 1));
        Trial baseline = Pairs.faster(2, ArmResult.failed("a", 1), GOOD);
        CheapChecks.Answer answer = examine(List.of(both, baseline), List.of());

        assertThat(answer.refuted()).isEmpty();
        assertThat(answer.failing()).hasValue("the unchanged job fails in 2 of 2 trials");
    }

    @Test
    void skippedWorkIsADifferenceAndEqualWorkIsNone() {
        assertThat(CheapChecks.difference(Pairs.faster(1, GOOD, GOOD.work(900))))
                .hasValue("the variant does a different amount of work");
        assertThat(CheapChecks.difference(Pairs.faster(1, GOOD, GOOD.work(1000.5))))
                .isEmpty();
        assertThat(CheapChecks.failure(Pairs.faster(3, GOOD, GOOD.timedOut())))
                .hasValueSatisfying(reason -> assertThat(reason).contains("time limit"));
    }
}
