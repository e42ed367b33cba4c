package dev.amdahl.core.stats.sequential;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SequentialTestTest {

    static List<SequentialTest> tests() {
        return List.of(new TMixture(1), new TMixture(4), new NormalMixture(.05, 10), new NormalMixture(.05, 1));
    }

    @Test
    void looksAgreeWithTheReference() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("sequential.json")) {
            double[] x = numbers(reference.get("x"));
            JsonNode params = reference.get("params");
            NormalMixture normal = new NormalMixture(
                    params.get("sigma").asDouble(), params.get("rho").asDouble());
            TMixture student = new TMixture(params.get("g").asDouble());
            double confidence = 1 - params.get("alpha").asDouble();
            for (JsonNode look : reference.get("expected").get("looks")) {
                double[] seen = Arrays.copyOf(x, look.get("n").asInt());
                SequentialState state = after(normal, seen);
                assertRelative(normal.evidence(state), look.get("msprt_e"));
                assertRelative(student.evidence(after(student, seen)), look.get("t_mixture_e"));
                Interval interval = normal.interval(state, confidence);
                assertRelative(interval.lower(), look.get("cs_lower"));
                assertRelative(interval.upper(), look.get("cs_upper"));
                compared++;
            }
            assertRelative(
                    after(normal, x).alwaysValidP(), reference.get("expected").get("always_valid_p_at_40"));
        }
        assertThat(compared).isEqualTo(72);
    }

    private static void assertRelative(double actual, JsonNode expected) {
        assertThat(actual).isEqualTo(expected.asDouble(), within(1e-9 * Math.abs(expected.asDouble())));
    }

    @ParameterizedTest
    @MethodSource("tests")
    void meanEvidenceUnderTheNullIsAtMostOneAndItsSupremumKeepsTheLevel(SequentialTest test) {
        int runs = 4000;
        Random random = new Random(11);
        double sum = 0;
        double squares = 0;
        int reached = 0;
        for (int run = 0; run < runs; run++) {
            SequentialState state = SequentialState.START;
            for (int i = 0; i < 12; i++) {
                state = test.update(state, .05 * random.nextGaussian());
            }
            double evidence = test.evidence(state);
            sum += evidence;
            squares += evidence * evidence;
            for (int i = 0; i < 108 && state.maxLogEvidence() < Math.log(20); i++) {
                state = test.update(state, .05 * random.nextGaussian());
            }
            reached += state.maxLogEvidence() >= Math.log(20) ? 1 : 0;
        }
        double mean = sum / runs;
        double standardError = Math.sqrt((squares / runs - mean * mean) / runs);
        assertThat(mean).isLessThan(1 + 3 * standardError).isGreaterThan(.5);
        assertThat((double) reached / runs).isLessThanOrEqualTo(.05).isPositive();
    }

    @Test
    void confidenceSequenceCoversAtAllLooksTogether() {
        NormalMixture test = new NormalMixture(1, 10);
        Random random = new Random(12);
        int missed = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            SequentialState state = SequentialState.START;
            boolean covered = true;
            for (int i = 0; i < 100 && covered; i++) {
                state = test.update(state, .7 + random.nextGaussian());
                covered = test.interval(state, .95).contains(.7);
            }
            missed += covered ? 0 : 1;
        }
        assertThat((double) missed / runs).isLessThanOrEqualTo(.05).isPositive();
    }

    @Test
    void scaleDoesNotMatterToTheTMixture() {
        TMixture test = new TMixture(1);
        double[] d = {.3, -.1, .4, .2, .5};
        double[] scaled = Arrays.stream(d).map(value -> 1e6 * value).toArray();
        assertThat(test.evidence(after(test, scaled))).isEqualTo(test.evidence(after(test, d)), within(1e-9));
    }

    @Test
    void degenerateValuesGiveTheLimitAndNoNaN() {
        TMixture test = new TMixture(1);
        assertThat(test.evidence(after(test, 0, 0, 0))).isEqualTo(.5, within(1e-12));
        assertThat(test.evidence(after(test, .2, .2, .2))).isEqualTo(.5 * Math.pow(4, 1.5), within(1e-9));
        assertThat(test.evidence(after(test, .2))).isEqualTo(1);
        assertThat(new NormalMixture(1, 1).interval(SequentialState.START, .95).isBounded())
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("tests")
    void stateResumesColdFromItsJson(SequentialTest test) throws Exception {
        ObjectMapper json = new ObjectMapper();
        SequentialState warm = SequentialState.START;
        SequentialState cold = SequentialState.START;
        for (double value : new double[] {.1, -.03, .07, .2, .11}) {
            warm = test.update(warm, value);
            cold = test.update(json.readValue(json.writeValueAsString(cold), SequentialState.class), value);
        }
        assertThat(cold).isEqualTo(warm);
    }

    @ParameterizedTest
    @MethodSource("tests")
    void valuesThatAreNoNumbersAreRefused(SequentialTest test) {
        assertThatIllegalArgumentException().isThrownBy(() -> test.update(SequentialState.START, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> test.update(SequentialState.START, Double.POSITIVE_INFINITY));
    }

    private static SequentialState after(SequentialTest test, double... values) {
        SequentialState state = SequentialState.START;
        for (double value : values) {
            state = test.update(state, value);
        }
        return state;
    }
}
