package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sums, quantiles and rounding. */
final class DescribeTest {
    /** NumPy 2.4.6: sum, percentile and std(ddof=1) of 1/1 to 1/1000. */
    @Test
    void sumsAndQuantilesAreNumpys() {
        double[] values =
                IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1.0 / i).toArray();
        Describe describe = new Describe(values);
        assertThat(describe.sum()).isCloseTo(7.485470860550345, withinPercentage(1e-10));
        assertThat(describe.quantile(.9)).isCloseTo(0.009910891089108913, withinPercentage(1e-10));
        assertThat(describe.quantile(.25)).isCloseTo(0.0013328894806924102, withinPercentage(1e-10));
        assertThat(describe.deviation()).isCloseTo(0.03986843092550638, withinPercentage(1e-10));
        assertThat(describe.min()).isEqualTo(.001);
        assertThat(describe.max()).isEqualTo(1);
    }

    @Test
    void halvesAreRoundedToEven() {
        assertThat(Describe.round(.125, 2)).isEqualTo(.12);
        assertThat(Describe.round(.375, 2)).isEqualTo(.38);
        assertThat(Describe.round(-.125, 2)).isEqualTo(-.12);
        assertThat(Describe.round(.25, 1)).isEqualTo(.2);
        assertThat(Describe.round(Double.NaN, 2)).isNaN();
    }

    @Test
    void whatIsNotFiniteIsNullAndNotCounted() {
        assertThat(Describe.node(Double.POSITIVE_INFINITY).isNull()).isTrue();
        assertThat(new Describe(new double[] {Double.NaN}).mean()).isNaN();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        new Describe(new double[] {3, Double.NaN, 1}).addTo(node);
        assertThat(node.toString())
                .isEqualTo("{\"count\":2.0,\"mean\":2.0,\"std\":1.4142135623730951,\"min\":1.0,\"25%\":1.5,\"50%\":2.0,"
                        + "\"75%\":2.5,\"max\":3.0}");
    }
}
