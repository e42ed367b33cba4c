package dev.amdahl.core.stats.design;

import static dev.amdahl.core.stats.ReferenceCases.list;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignEProcessTest {

    private static final double SIGMA = .1;

    @Test
    void unclippedTwoSidedMixtureAgreesWithTheClosedForm() {
        int looks = 0;
        for (JsonNode reference : ReferenceCases.of("sequential.json")) {
            double sigma = reference.get("params").get("sigma").asDouble();
            List<Double> multipliers = List.of(5 * sigma, 10 * sigma, 20 * sigma, 40 * sigma);
            SignEProcess up = new SignEProcess(sigma, Direction.LOSS, Double.POSITIVE_INFINITY, multipliers);
            SignEProcess down = new SignEProcess(sigma, Direction.WIN, Double.POSITIVE_INFINITY, multipliers);
            double[] x = numbers(reference.get("x"));
            for (JsonNode look : list(reference.get("expected").get("looks"))) {
                looks++;
                double[] seen = Arrays.copyOf(x, look.get("n").asInt());
                double expected = look.get("sign_cosh_e").asDouble();
                double actual = (up.evidence(seen) + down.evidence(seen)) / 2;
                assertThat(actual).isEqualTo(expected, within(1e-9 * expected));
                double[] bets = numbers(reference.get("params").get("lambdas"));
                assertThat(SignEProcess.ofBets(Double.POSITIVE_INFINITY, bets).evidence(seen))
                        .isEqualTo(expected, within(1e-9 * expected));
            }
        }
        assertThat(looks).isEqualTo(72);
    }

    @Test
    void resumedEvidenceEqualsThePath() {
        double[] d = draw(new SplittableRandom(1), 40, -.05);
        SignEProcess process = new SignEProcess(SIGMA, Direction.WIN);
        SignEProcess.State state = process.start();
        double[] path = process.path(d);
        for (int i = 0; i < d.length; i++) {
            SignEProcess.State stored = new SignEProcess.State(state.trials(), state.logWealth(), state.maxEvidence());
            state = process.update(stored, d[i]);
            assertThat(state.evidence()).isEqualTo(path[i], within(1e-9 * path[i]));
        }
        assertThat(state.maxEvidence())
                .isEqualTo(Arrays.stream(path).max().orElseThrow(), offset(1e-6))
                .isGreaterThan(20);
        assertThat(state.p()).isEqualTo(1 / state.maxEvidence());
    }

    @Test
    void lossIsTheMirrorOfWin() {
        double[] d = draw(new SplittableRandom(2), 12, .07);
        double[] mirrored = Arrays.stream(d).map(x -> -x).toArray();
        assertThat(new SignEProcess(SIGMA, Direction.LOSS).evidence(d))
                .isEqualTo(new SignEProcess(SIGMA, Direction.WIN).evidence(mirrored))
                .isGreaterThan(1);
    }

    @Test
    void oneOutlierCannotWinByItself() {
        assertThat(new SignEProcess(SIGMA, Direction.WIN).evidence(new double[] {-1e6}))
                .isLessThan(2);
    }

    @Test
    void evidenceOfAnExchangeableStreamRarelyReachesTwenty() {
        SplittableRandom random = new SplittableRandom(3);
        SignEProcess process = new SignEProcess(SIGMA, Direction.WIN);
        int reached = 0;
        for (int i = 0; i < 4000; i++) {
            reached += process.maxEvidence(draw(random, 60, 0)) >= 20 ? 1 : 0;
        }
        assertThat(reached / 4000.0).isBetween(.005, .05);
    }

    @Test
    void notANumberIsRefused() {
        SignEProcess process = new SignEProcess(SIGMA, Direction.WIN);
        assertThatIllegalArgumentException().isThrownBy(() -> process.update(process.start(), Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new SignEProcess(0, Direction.WIN));
    }

    private static double[] draw(SplittableRandom random, int n, double effect) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> effect + SIGMA * random.nextGaussian());
        return d;
    }
}
