package dev.amdahl.core.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.experiment.ArmResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SteadyPartTest {
    @TempDir
    Path arm;

    @Test
    void aConstantSeriesIsNotCut() {
        assertThat(Mser5.cut(DoubleStream.generate(() -> 1).limit(100).toArray()))
                .isZero();
        assertThat(Mser5.cut(new double[0])).isZero();
        assertThat(Mser5.cut(new double[] {9, 1, 1})).isZero();
    }

    @Test
    void whatSettlesIsCutOff() {
        SplittableRandom random = new SplittableRandom(1);
        double[] series = new double[200];
        for (int i = 0; i < series.length; i++) {
            series[i] = 1 + 5 * Math.exp(-i / 8.0) + .05 * random.nextGaussian();
        }

        assertThat(Mser5.cut(series)).isBetween(20, 60).matches(cut -> cut % 5 == 0);
    }

    @Test
    void neverMoreThanHalfIsCut() {
        double[] falling = new double[103];
        for (int i = 0; i < falling.length; i++) {
            falling[i] = falling.length - i;
        }

        assertThat(Mser5.cut(falling)).isLessThanOrEqualTo(50);
    }

    private StepLog log(int steps) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < steps; i++) {
            text.append("{\"step\": ").append(i).append(", \"seconds\": ").append(i < 5 ? 10 : .5);
            text.append(", \"work_units\": 4}\n");
        }
        Files.writeString(arm.resolve(StepLog.FILE), text);
        return StepLog.read(arm);
    }

    @Test
    void itsFiguresAreThoseAfterTheCut() throws Exception {
        SteadyPart part = SteadyPart.of(log(25), 5);

        assertThat(part).isEqualTo(new SteadyPart(5, 20, 10, 80));
        ArmResult recorded = part.recordedOn(ArmResult.succeeded("a", 60)
                .metric("steady.seconds_per_unit", 1e-9)
                .metric("loss", .1));
        assertThat(SteadyPart.figure(recorded).orElseThrow())
                .as("not what the job says")
                .isCloseTo(.125, within(1e-12));
        assertThat(SteadyPart.seconds(recorded).orElseThrow()).isEqualTo(10);
        assertThat(SteadyPart.steps(recorded).orElseThrow()).isEqualTo(20);
        assertThat(recorded.metrics()).containsEntry("loss", .1);
        assertThat(SteadyPart.without(recorded).metrics()).containsOnlyKeys("loss");
    }

    @Test
    void tooFewStepsAreNone() {
        assertThatThrownBy(() -> SteadyPart.of(log(14), 5))
                .hasMessage("it ended after 14 steps: at least 15 are needed, of which the first 5 warm up");
    }
}
