package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.spi.experiment.Decision;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FixedTestTest {
    private static final double MINIMUM = .01;

    private static AbResult judge(double... d) {
        return FixedTest.judge(d, MINIMUM, .95, 1);
    }

    @Test
    void tooFewPairsAreNoNumber() {
        for (int n = 0; n < 6; n++) {
            double[] d = new double[n];
            Arrays.fill(d, -.1);
            AbResult result = judge(d);
            assertThat(result.decision()).isEqualTo(Decision.INSUFFICIENT);
            assertThat(result.ratio()).isEmpty();
            assertThat(result.lower()).isEmpty();
            assertThat(result.p()).isOne();
            assertThat(result.reasons()).anyMatch(reason -> reason.contains("at least 6"));
        }
    }

    @Test
    void pairsThatAllTieDecideNothing() {
        AbResult result = judge(new double[20]);
        assertThat(result.decision()).isEqualTo(Decision.INSUFFICIENT);
        assertThat(result.ratio()).isEmpty();
        assertThat(result.p()).isOne();
        assertThat(result.reasons()).anyMatch(reason -> reason.contains("all 20 pairs tie"));
        assertThat(result.json().get("speedup").isNull()).isTrue();
        assertThat(result.json().get("interval").isNull()).isTrue();
    }

    @Test
    void intervalAndPAgree() {
        AbResult win = judge(-.05, -.06, -.04, -.052, -.045, -.055, -.061, -.048);
        assertThat(win.decision()).isEqualTo(Decision.WIN);
        assertThat(win.p()).isEqualTo(2 / 256.0);
        assertThat(win.upper().getAsDouble()).isLessThan(Math.exp(-MINIMUM));
        assertThat(win.ratio().getAsDouble())
                .isBetween(win.lower().getAsDouble(), win.upper().getAsDouble());
        assertThat(judge(.05, .06, .04, .052, .045, .055, .061, .048).decision())
                .isEqualTo(Decision.LOSS);
        assertThat(judge(.001, -.002, .0015, -.001, .0005, -.0008, .001, -.0012).decision())
                .isEqualTo(Decision.EQUIVALENT);
        assertThat(judge(.1, -.2, .15, -.1, .05, -.08, .1, -.12).decision()).isEqualTo(Decision.INCONCLUSIVE);
    }

    @Test
    void figureThatIsNoNumberIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> judge(.1, .2, .1, Double.NaN, .1, .2))
                .withMessageContaining("d[3]");
    }
}
