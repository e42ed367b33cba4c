package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.anomaly.WatchShapes.Shape;
import dev.amdahl.spi.job.Anomaly.Kind;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class WatchShapesTest {
    private static Stream<Shape> clean() {
        return WatchShapes.clean().stream();
    }

    private static WatchRun watched(Shape shape) {
        WatchRun run = new WatchRun();
        run.play(
                run.series("", "", Signal.of(shape.series())),
                0,
                shape.values().stream().mapToDouble(Double::doubleValue).toArray());
        return run;
    }

    @Test
    void thereAreFortySix() {
        assertThat(WatchShapes.clean()).hasSize(46);
    }

    @ParameterizedTest
    @MethodSource("clean")
    void nothingIsFoundWhereNothingIs(Shape shape) {
        assertThat(watched(shape).found).isEmpty();
    }

    @Test
    void aRateThatSinksToHalfOverNineHundredSamplesIsFoundWhileItSinks() {
        List<Shape> falls = WatchShapes.slowFalls();

        assertThat(falls)
                .hasSize(3)
                .allSatisfy(shape -> assertThat(watched(shape).found)
                        .isNotEmpty()
                        .first()
                        .satisfies(found -> {
                            assertThat(found.kind()).isEqualTo(Kind.INPUT_COLLAPSED);
                            assertThat(found.span().seen()).isBetween(WatchRun.instant(1000), WatchRun.instant(2000));
                        }));
    }

    @ParameterizedTest
    @CsvSource({
        "loss_scale, OTHER",
        "kl_loss, OTHER",
        "dropout_rate, OTHER",
        "errors_per_s, OTHER",
        "cache_miss_rate, OTHER",
        "validation_error_rate, OTHER",
        "train_loss, LOSS",
        "loss/validation, LOSS",
        "samples_per_second, RATE",
        "learning_rate, OTHER",
        "ecc_uncorrected_errors, ECC_UNCORRECTED",
        "tokens/s, RATE"
    })
    void whatGrowsOrFallsByDesignIsNeitherALossNorARate(String name, Signal signal) {
        assertThat(Signal.of(name)).isEqualTo(signal);
    }

    @Test
    void aJumpThatIsNoSeasonIsFoundAmongSeasons() {
        Random random = new Random(3);
        Shape diverges = WatchShapes.shape(
                "diverges between restarts",
                "loss",
                i -> 2
                        + (i < 500 ? 0 : .15 * Math.exp(-(i % 500) / 120.0))
                        + (i < 3200 ? 0 : .6)
                        + .01 * random.nextGaussian());

        assertThat(watched(diverges).found)
                .anySatisfy(found ->
                        assertThat(found.span().seen()).isBetween(WatchRun.instant(3200), WatchRun.instant(3264)));
    }
}
