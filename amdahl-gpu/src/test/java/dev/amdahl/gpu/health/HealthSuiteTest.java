package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.spi.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HealthSuiteTest {
    private static final Duration PATIENT = Duration.ofMinutes(1);

    private record Part(String name, boolean usesDevice, Function<ComputeBackend, CheckResult> work)
            implements HealthCheck {
        @Override
        public CheckResult run(ComputeBackend device) {
            return work.apply(device);
        }
    }

    private static final HealthCheck FINE =
            new Part("fine", true, device -> CheckResult.passed("fine", Map.of("seen", 1.)));
    private static final HealthCheck APART =
            new Part("apart", false, device -> CheckResult.skipped("apart", "nothing to ask"));

    private static HealthCheck throwing(DeviceException.Fault fault) {
        return new Part("bad", true, device -> {
            throw new DeviceException(fault, "it broke");
        });
    }

    private static List<CheckResult> run(HealthCheck... checks) {
        return new HealthSuite(List.of(checks), PATIENT).run(FaultyBackend::new, result -> {});
    }

    @Test
    void eachCheckAnswersWithItsNumbersAndIsTold() {
        List<String> told = new ArrayList<>();
        List<CheckResult> results = new HealthSuite(List.of(FINE, APART), PATIENT)
                .run(FaultyBackend::new, result -> told.add(result.check()));
        assertThat(told).containsExactly("fine", "apart");
        assertThat(results)
                .extracting(CheckResult::outcome)
                .containsExactly(CheckResult.Outcome.PASS, CheckResult.Outcome.SKIP);
        assertThat(results.get(0).figures()).containsEntry("seen", 1.);
    }

    @Test
    void aCheckThatHangsFailsAndWhatNeedsTheDeviceIsSkipped() {
        CountDownLatch never = new CountDownLatch(1);
        HealthCheck hanging = new Part("hanging", true, device -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return CheckResult.passed("hanging", Map.of());
        });
        try {
            List<CheckResult> results = new HealthSuite(List.of(hanging, FINE, APART), Duration.ofSeconds(1))
                    .run(FaultyBackend::new, result -> {});
            assertThat(results)
                    .extracting(CheckResult::outcome)
                    .containsExactly(CheckResult.Outcome.FAIL, CheckResult.Outcome.SKIP, CheckResult.Outcome.SKIP);
            assertThat(results.get(0).reasons().get(0)).startsWith("the device hangs");
            assertThat(results.get(1).reasons()).containsExactly("the device is gone since hanging");
            assertThat(results.get(2).reasons()).containsExactly("nothing to ask");
        } finally {
            never.countDown();
        }
    }

    @Test
    void aLostDeviceFailsAndNoRoomOnlyWarns() {
        assertThat(run(throwing(DeviceException.Fault.LOST), FINE))
                .extracting(CheckResult::outcome)
                .containsExactly(CheckResult.Outcome.FAIL, CheckResult.Outcome.SKIP);
        assertThat(run(throwing(DeviceException.Fault.OTHER), FINE))
                .extracting(CheckResult::outcome)
                .containsExactly(CheckResult.Outcome.FAIL, CheckResult.Outcome.PASS);
        assertThat(run(throwing(DeviceException.Fault.OUT_OF_MEMORY), FINE))
                .extracting(CheckResult::outcome)
                .containsExactly(CheckResult.Outcome.WARN, CheckResult.Outcome.PASS);
    }

    @Test
    void afterAnErrorTheDeviceIsAskedWhetherItStillAnswers() {
        List<CheckResult> results = new HealthSuite(List.of(throwing(DeviceException.Fault.OTHER), FINE), PATIENT)
                .run(
                        () -> new FaultyBackend() {
                            @Override
                            public void synchronize() {
                                throw new DeviceException(DeviceException.Fault.OTHER, "the context is dead");
                            }
                        },
                        result -> {});

        assertThat(results)
                .extracting(CheckResult::outcome)
                .containsExactly(CheckResult.Outcome.FAIL, CheckResult.Outcome.SKIP);
        assertThat(results.get(0).reasons()).containsExactly("the device was lost: it broke");
    }

    @Test
    void aDeviceThatDoesNotOpenIsAnErrorOfTheCaller() {
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> new HealthSuite(List.of(FINE), PATIENT)
                        .run(
                                () -> {
                                    throw new UnavailableException("device", "none", "add one", null);
                                },
                                result -> {}));
    }
}
