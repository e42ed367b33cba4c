package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.roofline.CeilingMeasurement;
import dev.amdahl.gpu.roofline.Ceilings;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A burn-in and a roofline of a device that is in order. */
@RequiresGpu
class HealthOnDeviceTest {

    @Test
    void aShortBurnInPasses() {
        BurnInPlan plan = new BurnInPlan(1L << 30, 1L << 28, 4096, GemmType.BF16, Duration.ofSeconds(5), 1);
        BurnInReport report = new BurnIn(open -> plan, Duration.ofMinutes(2), Optional.empty())
                .run(() -> ComputeBackends.open("jcuda"), phase -> {});
        assertThat(report.phases())
                .filteredOn(phase -> phase.outcome() == CheckResult.Outcome.FAIL)
                .isEmpty();
    }

    @Test
    void ceilingsAreThoseOfAnAccelerator() {
        try (ComputeBackend device = ComputeBackends.open("jcuda")) {
            Ceilings ceilings = new CeilingMeasurement(1L << 28, 4096, 5, 1).run(device, Clock.systemUTC());
            assertThat(ceilings.bytesPerSecond()).isBetween(1e11, 2e13);
            assertThat(ceilings.launchSeconds()).isBetween(1e-7, 1e-3);
            assertThat(ceilings.flopsPerSecond().get("bf16"))
                    .isGreaterThan(ceilings.flopsPerSecond().get("fp64"));
        }
    }
}
