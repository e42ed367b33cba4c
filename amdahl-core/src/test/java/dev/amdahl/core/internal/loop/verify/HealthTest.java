package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Covariate;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HealthTest {
    private static final Map<Covariate, Double> WELL =
            Map.of(Covariate.LOAD_1M, 2.0, Covariate.ACCELERATOR_THROTTLED, 0.0);
    private static final Map<Covariate, Double> HOT = Map.of(Covariate.ACCELERATOR_THROTTLED, 1.0);
    private final Health health = new Health(List.of(OptionalDouble.of(2), OptionalDouble.of(6)));

    private List<Integer> arms(Map<Covariate, Double> first, Map<Covariate, Double> second) {
        return health.examine(List.of(first, second))
                .map(Health.Unhealthy::arms)
                .orElse(List.of());
    }

    @Test
    void aPairIsLeftOutForWhicheverArmWasThrottled() {
        assertThat(arms(WELL, WELL)).isEmpty();
        assertThat(arms(HOT, WELL)).containsExactly(0);
        assertThat(arms(WELL, HOT)).containsExactly(1);
        assertThat(arms(HOT, HOT)).containsExactly(0, 1);
    }

    @Test
    void aLoadIsHeldAgainstWhatIsUsualAtItsPlace() {
        Map<Covariate, Double> busy = Map.of(Covariate.LOAD_1M, 12.0);

        assertThat(arms(busy, WELL)).containsExactly(0);
        assertThat(arms(WELL, busy)).isEmpty();
        assertThat(health.examine(List.of(busy, WELL)).orElseThrow().reason())
                .isEqualTo("unhealthy: load 12.0 where 2.0 is usual at arm 1");
    }

    @Test
    void whereNothingIsKnownOrRecordedNothingIsLeftOut() {
        Health unknown = new Health(List.of(OptionalDouble.empty(), OptionalDouble.empty()));

        assertThat(unknown.examine(List.of(Map.of(Covariate.LOAD_1M, 500.0), Map.of())))
                .isEmpty();
        assertThat(arms(Map.of(), Map.of())).isEmpty();
    }
}
