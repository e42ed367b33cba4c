package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.design.Assessment.Phase;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SequentialDesignTest {

    private static final double SIGMA = .10;
    private static final double[] NONE = {};
    private static final ArmMedians LONG = SimulatedExperiments.LONG_ARMS;
    private static final ArmMedians SHORT = new ArmMedians(.9, .8);

    private final SequentialDesign design = new SequentialDesign(EvidencePolicy.QUICKSTART, SIGMA, 400);

    @Test
    void nothingMeasuredMeansContinue() {
        Assessment look = design.assess(NONE, NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.CONTINUE);
        assertThat(look.effect()).isEmpty();
        assertThat(look.evidence().p()).isEqualTo(1);
    }

    @Test
    void strongFirstSetPassesAtTheFirstTrialThatReachesTwenty() {
        Assessment look = design.assess(repeat(-.22, 9), NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.FIRST_SET_PASSED);
        assertThat(look.firstTrials()).isLessThan(9);
        assertThat(look.requiredConfirmation()).isEqualTo(8);
        assertThat(look.evidence().first()).isBetween(20.0, 40.0);
        double[] used = repeat(-.22, look.firstTrials());
        assertThat(design.assess(used, NONE, LONG)).isEqualTo(look);
    }

    @Test
    void winNeedsTheRequiredConfirmationTrials() {
        double[] first = repeat(-.22, 8);
        assertThat(design.assess(first, jitter(-.22, 7), LONG).status()).isEqualTo(Status.CONTINUE);
        Assessment won = design.assess(first, jitter(-.22, 8), LONG);
        assertThat(won.status()).isEqualTo(Status.WIN);
        assertThat(won.phase()).isEqualTo(Phase.CONFIRMATION);
        assertThat(won.evidence().combined()).isGreaterThanOrEqualTo(400);
        assertThat(won.effect().orElseThrow().interval()).isEqualTo(HodgesLehmann.interval(jitter(-.22, 8), .95));
    }

    @Test
    void estimateIsShrunkTowardsZeroAndStaysInsideItsInterval() {
        Estimate estimate =
                design.assess(repeat(-.22, 8), jitter(-.22, 8), LONG).effect().orElseThrow();
        assertThat(estimate.shrunk()).isGreaterThan(estimate.raw()).isLessThan(0);
        assertThat(estimate.interval().contains(estimate.shrunk())).isTrue();
        assertThat(estimate.speedup()).isBetween(1.2, 1.25);
    }

    @Test
    void effectShownLaterReportsTheConfidenceSequenceOverBothSets() {
        double[] first = repeat(-.22, 8);
        double[] confirmation = concat(jitter(-.02, 8), jitter(-.25, 12));
        Assessment won = design.assess(first, confirmation, LONG);
        assertThat(won.status()).isEqualTo(Status.WIN);
        assertThat(won.confirmationTrials()).isGreaterThan(8);
        double[] used =
                concat(Arrays.copyOf(first, won.firstTrials()), Arrays.copyOf(confirmation, won.confirmationTrials()));
        assertThat(won.effect().orElseThrow().interval()).isEqualTo(new ConfidenceSequence(SIGMA, .95).interval(used));
        assertThat(won.effect().orElseThrow().interval().upper()).isLessThan(-.01);
    }

    @Test
    void confirmationThatPointsTheOtherWayIsNotReplicated() {
        Assessment look = design.assess(repeat(-.22, 8), jitter(.1, 8), LONG);
        assertThat(look.status()).isEqualTo(Status.NOT_REPLICATED);
        assertThat(look.reason()).contains("not replicated");
    }

    @Test
    void confirmationOutOfReachEndsBeforeItsRequiredTrials() {
        SequentialDesign tight = new SequentialDesign(EvidencePolicy.DEFAULT.withCaps(20, 10), SIGMA, 400);
        Assessment look = tight.assess(repeat(-.22, 8), repeat(.22, 6), LONG);
        assertThat(look.status()).isEqualTo(Status.NOT_REPLICATED);
        assertThat(look.requiredConfirmation()).isEqualTo(8);
    }

    @Test
    void clearRegressionIsALoss() {
        Assessment look = design.assess(jitter(.2, 12), NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.LOSS);
        assertThat(look.evidence().loss()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void noEffectEndsForFutilityAndNamesTheSmallestEffectItWouldHaveSeen() {
        Assessment look = design.assess(swing(.03, 20), NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.NOT_SEEN);
        assertThat(look.reason()).startsWith("no effect of at least 8.7 % was seen");
        assertThat(design.assess(swing(.03, 5), NONE, LONG).status()).isEqualTo(Status.CONTINUE);
    }

    @Test
    void intervalInsideTheMinimumEffectIsEquivalent() {
        SequentialDesign quiet = new SequentialDesign(EvidencePolicy.DEFAULT, .005, 400);
        double[] d = new double[40];
        Arrays.setAll(d, i -> i % 2 == 0 ? .001 : -.001);
        Assessment look = quiet.assess(d, NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.EQUIVALENT);
        assertThat(look.reason()).contains("inside ±1.0 %");
    }

    @Test
    void capWithoutDecisionIsReached() {
        double[] d = swing(-.03, 20);
        Assessment look = design.assess(d, NONE, LONG);
        assertThat(look.status()).isEqualTo(Status.CAP_REACHED);
        assertThat(look.reason())
                .startsWith("ran out of pairs (20 in the first set)")
                .endsWith("of all 40, 20 are kept for the confirmation");
    }

    @Test
    void smallEffectOfShortArmsIsInsufficient() {
        SequentialDesign quiet = new SequentialDesign(EvidencePolicy.QUICKSTART, .01, 400);
        double[] small = repeat(-.03, 8);
        assertThat(quiet.assess(small, small, LONG).status()).isEqualTo(Status.WIN);
        assertThat(quiet.assess(small, small, SHORT).status()).isEqualTo(Status.INSUFFICIENT);
        assertThat(quiet.assess(repeat(.03, 8), NONE, SHORT).status()).isEqualTo(Status.INSUFFICIENT);
        double[] large = repeat(-.2, 8);
        assertThat(quiet.assess(large, large, SHORT).status()).isEqualTo(Status.WIN);
    }

    @Test
    void lookIsAPureFunctionOfItsTrials() {
        double[] d = jitter(-.06, 9);
        assertThat(design.assess(d, NONE, LONG)).isEqualTo(design.assess(d.clone(), NONE, LONG));
    }

    @Test
    void confirmationWithoutAPassedFirstSetIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> design.assess(jitter(0, 4), jitter(0, 4), LONG))
                .withMessageContaining("has not passed");
    }

    private static double[] repeat(double value, int n) {
        double[] d = new double[n];
        Arrays.fill(d, value);
        return d;
    }

    /** Values around the centre, a few thousandths apart, so that Walsh averages are not all tied. */
    private static double[] jitter(double centre, int n) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> centre + (i % 2 == 0 ? 1 : -1) * .002 * (1 + i));
        return d;
    }

    /** Alternates widely around the centre. */
    private static double[] swing(double centre, int n) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> centre + (i % 2 == 0 ? 1 : -1) * (.04 + .01 * (i % 5)));
        return d;
    }

    private static double[] concat(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
