package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final MetricSpec OWN =
            new MetricSpec("loss", Optional.of(new ValueSource.Json("metrics.json", "/loss")), true);
    private static final double[] NO_FIGURES = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, -3
    };

    private static ArmResult arm() {
        return ArmResult.succeeded("a", 10);
    }

    private static OptionalDouble ratio(MetricSpec metric, ArmResult baseline, ArmResult variant) {
        return Metrics.logRatio(metric, baseline, variant, new Allocation(2, 2));
    }

    @Test
    void soundFiguresGiveTheLogRatio() {
        assertThat(ratio(MetricSpec.WALL_SECONDS, arm(), ArmResult.succeeded("b", 9)))
                .hasValueCloseTo(Math.log(.9), within(1e-15));
        assertThat(ratio(OWN, arm().metric("loss", 2), arm().metric("loss", 1)))
                .hasValueCloseTo(-Math.log(2), within(1e-15));
    }

    @Test
    void figureWithoutALogarithmIsNotMeasured() {
        for (double bad : NO_FIGURES) {
            assertThat(ratio(MetricSpec.WALL_SECONDS, arm(), ArmResult.succeeded("b", bad)))
                    .isEmpty();
            assertThat(ratio(MetricSpec.ACCELERATOR_SECONDS, ArmResult.succeeded("b", bad), arm()))
                    .isEmpty();
            assertThat(ratio(MetricSpec.ACCELERATOR_SECONDS, arm().work(5), arm().work(bad)))
                    .isEmpty();
            assertThat(ratio(OWN, arm().metric("loss", bad), arm().metric("loss", 1)))
                    .isEmpty();
        }
        assertThat(ratio(OWN, arm(), arm().metric("loss", 1))).isEmpty();
    }

    @Test
    void energyCountsByUnitOfWorkWhateverTimeTheStepsTook() {
        ArmResult baseline = arm().covariates(Map.of(Covariate.ACCELERATOR_JOULES, 6000.0));
        ArmResult capped = ArmResult.succeeded("b", 12).covariates(Map.of(Covariate.ACCELERATOR_JOULES, 4800.0));

        assertThat(ratio(MetricSpec.ACCELERATOR_JOULES, baseline, capped)).hasValueCloseTo(Math.log(.8), within(1e-15));
        assertThat(ratio(MetricSpec.ACCELERATOR_JOULES, baseline.work(100), capped.work(80)))
                .hasValueCloseTo(0.0, within(1e-15));
        assertThat(ratio(MetricSpec.ACCELERATOR_JOULES, baseline, arm())).isEmpty();
        assertThat(ratio(MetricSpec.ACCELERATOR_JOULES, ArmResult.succeeded("a", 10), capped))
                .isEmpty();
    }

    @Test
    void extremesStayFinite() {
        assertThat(ratio(OWN, arm().metric("loss", Double.MIN_VALUE), arm().metric("loss", Double.MAX_VALUE))
                        .getAsDouble())
                .isFinite();
    }

    @Test
    void failedArmIsNeverAFigure() {
        assertThat(ratio(MetricSpec.WALL_SECONDS, arm(), ArmResult.failed("b", 1)))
                .isEmpty();
        assertThat(ratio(MetricSpec.WALL_SECONDS, arm().timedOut(), arm())).isEmpty();
    }

    @Test
    void ledgerKeepsNoFigureThatIsNotFinite() {
        ArmResult recorded = RunResult.kept(ArmResult.succeeded("a", Double.POSITIVE_INFINITY)
                .work(Double.NaN)
                .metric("loss", Double.NaN)
                .metric("rate", 3)
                .covariate(Covariate.LOAD_1M, Double.NEGATIVE_INFINITY));
        assertThat(recorded.wallSeconds()).isEmpty();
        assertThat(recorded.workUnits()).isEmpty();
        assertThat(recorded.metrics()).containsOnlyKeys("rate");
        assertThat(recorded.covariates()).isEmpty();
    }
}
