package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FleetEffectTest {

    private static final double[] HOURS = {100, 50, 10, 400};
    private static final double[] EFFECTS = {-.05, -.02, .01, -.03};
    private static final double[] VARIANCES = {1e-4, 1e-4, 4e-4, 2e-4};

    @Test
    void hoursAddUpOverTheJobs() {
        FleetEffect fleet = FleetEffect.of(HOURS, EFFECTS, VARIANCES, .95);
        assertThat(fleet.saved())
                .isCloseTo(
                        100 * -Math.expm1(-.05)
                                + 50 * -Math.expm1(-.02)
                                - 10 * Math.expm1(.01)
                                + 400 * -Math.expm1(-.03),
                        within(1e-12));
        assertThat(fleet.interval().contains(fleet.saved())).isTrue();
        assertThat(fleet.interval().upper() - fleet.interval().lower()).isBetween(15.0, 25.0);
        assertThat(fleet.pooled()).isPresent();
    }

    @Test
    void fewJobsStandForThemselves() {
        FleetEffect fleet = FleetEffect.of(
                new double[] {100, 50, 1}, new double[] {-.05, 0, .1}, new double[] {1e-4, 1e-4, 1e-4}, .95);
        assertThat(fleet.pooled()).isEmpty();
        assertThat(fleet.saved()).isFinite();
    }

    @Test
    void jobWithoutHoursOrVarianceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FleetEffect.of(new double[] {1, 0}, new double[2], new double[] {1, 1}, .95))
                .withMessageContaining("hours[1] must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FleetEffect.of(new double[] {1, 1}, new double[2], new double[] {1, 0}, .95))
                .withMessageContaining("variances[1] must be positive");
    }

    @Test
    void equalEffectsPredictNoSpread() {
        RandomEffects same = RandomEffects.derSimonianLaird(
                new double[] {.02, .02, .02, .02}, new double[] {1e-4, 2e-4, 3e-4, 1e-4}, .95);
        assertThat(same.tau2()).isZero();
        assertThat(same.i2()).isZero();
        assertThat(same.qP()).isCloseTo(1, within(1e-12));
        assertThat(same.interval().lower()).isCloseTo(.02, within(1e-12));
    }

    @Test
    void pauleMandelMeetsItsEquation() {
        double[] effects = {.2, -.1, .05, .4, 0};
        double[] variances = {1e-3, 2e-3, 1e-3, 5e-3, 4e-4};
        double tau2 = RandomEffects.pauleMandel(effects, variances, .95).tau2();
        double[] wider = variances.clone();
        for (int i = 0; i < wider.length; i++) {
            wider[i] += tau2;
        }
        assertThat(RandomEffects.derSimonianLaird(effects, wider, .95).q()).isCloseTo(4, within(1e-10));
    }

    @Test
    void certainPValuesAreRefused() {
        assertThat(CombinedP.stouffer(new double[] {.01, 1})).isOne();
        assertThat(CombinedP.fisher(new double[] {.03})).isCloseTo(.03, within(1e-15));
        assertThat(CombinedP.stouffer(new double[] {.03})).isCloseTo(.03, within(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CombinedP.fisher(new double[] {.5, 0}))
                .withMessageContaining("pValues[1] must lie in (0, 1], was 0");
    }
}
