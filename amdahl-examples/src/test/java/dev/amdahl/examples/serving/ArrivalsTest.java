package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArrivalsTest {
    @TempDir
    private Path folder;

    private static List<Double> times(Arrivals arrivals) {
        return IntStream.range(0, arrivals.count()).mapToObj(arrivals::at).toList();
    }

    @Test
    void drawnOnesAreTheSameForASeedAndSpreadAsAPoissonProcess() {
        Arrivals drawn = Arrivals.poisson(50, 200, 7);

        assertThat(times(drawn))
                .isEqualTo(times(Arrivals.poisson(50, 200, 7)))
                .isSorted()
                .hasSize(10_000);
        assertThat(times(Arrivals.poisson(50, 200, 8))).isNotEqualTo(times(drawn));
        double[] gaps = IntStream.range(1, drawn.count())
                .mapToDouble(i -> drawn.at(i) - drawn.at(i - 1))
                .toArray();
        double mean = DoubleStream.of(gaps).average().orElseThrow();
        double variance = DoubleStream.of(gaps)
                .map(gap -> (gap - mean) * (gap - mean))
                .average()
                .orElseThrow();
        assertThat(Math.sqrt(variance) / mean).as("coefficient of variation").isBetween(.9, 1.1);
    }

    @Test
    void evenOnesHaveEqualDistances() {
        assertThat(times(Arrivals.even(4, 1))).containsExactly(0.0, .25, .5, .75);
        assertThat(times(Arrivals.even(4, 1).until(.5))).containsExactly(0.0, .25);
    }

    @Test
    void recordedOnesBeginWithTheFirst() throws IOException {
        Path file = Files.writeString(folder.resolve("times"), "# seconds\n100.5\n100.5\n\n102\n");

        assertThat(times(Arrivals.read(file))).containsExactly(0.0, 0.0, 1.5);
    }

    @Test
    void aLineThatIsNoTimeIsNamed() throws IOException {
        assertRefused("1\nsoon\n", "times:2: 'soon' is not a number");
        assertRefused("1\n0.5\n", "times:2: '0.5' is before the line above");
        assertRefused("NaN\n", "times:1: 'NaN' is not finite");
        assertRefused("# none\n", "holds no time");
        assertThatThrownBy(() -> Arrivals.even(.1, 1)).isInstanceOf(InvalidInputException.class);
    }

    private void assertRefused(String text, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("times"), text);
        assertThatThrownBy(() -> Arrivals.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words);
    }
}
