package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.GemmType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it on the processor, beside drivers that say this or that. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "drivers are played by shell scripts")
class BurnInTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration PATIENT = Duration.ofMinutes(1);
    private static final long MAX_WAITED_NANOS = PATIENT.dividedBy(2).toNanos();

    private static final String GOES_ON = "sleep 60";

    @TempDir
    private Path folder;

    private static BurnInReport run(Optional<Smi> smi) {
        return run(smi, FaultyBackend::new);
    }

    /** A device whose soak goes on until that holds: what a driver does meanwhile is done, on a busy machine too. */
    private static FaultyBackend soakingUntil(BooleanSupplier holds) {
        return new FaultyBackend() {
            @Override
            void afterProduct(int n, DeviceBuffer<?> product) {
                long start = System.nanoTime();
                while (n == 2 && !holds.getAsBoolean() && System.nanoTime() - start < MAX_WAITED_NANOS) {
                    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                }
            }
        };
    }

    private static boolean isNobodyLeft() {
        return ProcessHandle.current().descendants().noneMatch(ProcessHandle::isAlive);
    }

    private static BurnInReport run(Optional<Smi> smi, Supplier<? extends FaultyBackend> device) {
        BurnInPlan plan = new BurnInPlan(1 << 16, 1 << 16, 48, GemmType.FP32, SHORT, 1);
        List<String> told = new ArrayList<>();
        BurnInReport report = new BurnIn(open -> plan, PATIENT, smi).run(device::get, phase -> told.add(phase.check()));
        assertThat(told).containsExactly("identity", "memory", "copy", "soak", "telemetry");
        assertThat(isNobodyLeft()).as("nothing is left behind").isTrue();
        return report;
    }

    private static CheckResult.Outcome outcome(BurnInReport report, int phase) {
        return report.phases().get(phase).outcome();
    }

    @Test
    void withoutADriverTheDeviceItselfIsExaminedAndThatIsSaid() {
        BurnInReport report = run(Optional.empty());
        assertThat(report.phases().subList(0, 3)).allMatch(phase -> phase.outcome() == CheckResult.Outcome.PASS);
        assertThat(outcome(report, 4)).isEqualTo(CheckResult.Outcome.SKIP);
        assertThat(report.reasons()).anyMatch(reason -> reason.startsWith("telemetry: no nvidia-smi"));
        assertThat(report.grade()).isNotEqualTo(Grade.FAIL);
        assertThat(report.figure("copy", "copy_bytes_per_second").orElseThrow()).isPositive();
    }

    @Test
    void aHealthyDriverAddsItsFigures() {
        BurnInReport report = run(Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-580.csv", GOES_ON)));
        assertThat(outcome(report, 4)).as("%s", report.reasons()).isEqualTo(CheckResult.Outcome.PASS);
        assertThat(report.figure("telemetry", "samples").orElseThrow()).isBetween(1.0, 2.0);
        assertThat(report.figure("telemetry", "most_celsius")).contains(61.0);
        assertThat(report.figure("identity", "ecc_uncorrected")).contains(0.0);
    }

    @Test
    void heatIsAWarningWithItsNumbers() {
        BurnInReport report = run(Optional.of(PlayedSmi.of(folder, "help-470.txt", "rows-470-hot.csv", GOES_ON)));
        assertThat(report.grade()).isEqualTo(Grade.WARN);
        assertThat(report.reasons())
                .anyMatch(
                        reason -> reason.matches(".*was slowed by heat in 100.0 % of [12] samples, down to 1005 MHz"));
    }

    @Test
    void aNarrowLinkIsAWarningAndWhatIsNotSupportedIsNone() {
        BurnInReport report =
                run(Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-unsupported.csv", "[N/A]", GOES_ON)));
        assertThat(report.reasons())
                .filteredOn(reason -> reason.startsWith("telemetry"))
                .singleElement()
                .asString()
                .endsWith("PCIe width 8 under load where 16 is possible");
        assertThat(report.figure("telemetry", "ecc_uncorrected")).isEmpty();
    }

    @Test
    void memoryErrorsOfAnyDeviceOfTheHostFailIt() {
        BurnInReport report = run(Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-eight.csv", GOES_ON)));
        assertThat(report.grade()).isEqualTo(Grade.FAIL);
        assertThat(report.reasons())
                .anyMatch(reason -> reason.endsWith("has 2 memory errors that were not corrected"))
                .as("idle links rest")
                .noneMatch(reason -> reason.contains("PCIe"));
        assertThat(report.figure("identity", "devices")).contains(8.0);
        BurnInReport pending =
                run(Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-580.csv", "GPU-1, 0, 1, Yes, No", GOES_ON)));
        assertThat(pending.reasons())
                .contains("telemetry: GPU-1 has a remapping of memory rows that waits for a reset");
        assertThat(pending.grade()).isEqualTo(Grade.FAIL);
    }

    @Test
    void aDriverThatDiesGarblesOrFloodsIsAWarningAndNothingElse() {
        BurnInReport died = run(
                Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-580.csv", "exit 15")),
                () -> soakingUntil(BurnInTest::isNobodyLeft));
        assertThat(died.reasons())
                .anyMatch(reason -> reason.contains("ended by itself, it ended with exit code 15, after 2 samples"));
        BurnInReport garbled = run(Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-garbage.csv", GOES_ON)));
        assertThat(garbled.figure("telemetry", "lines_left_out").orElseThrow()).isBetween(1.0, 8.0);
        assertThat(garbled.figure("telemetry", "samples").orElseThrow()).isBetween(1.0, 2.0);
        BurnInReport flooded = run(
                Optional.of(PlayedSmi.of(
                        folder, "help-580.txt", "rows-580.csv", "yes | head -n 5000; touch flooded; exec yes")),
                () -> soakingUntil(() -> Files.exists(folder.resolve("flooded"))));
        assertThat(flooded.figure("telemetry", "lines_left_out").orElseThrow()).isGreaterThan(1000);
        BurnInReport silent = run(Optional.of(PlayedSmi.of(folder, "rows-580.csv", "rows-580.csv", GOES_ON)));
        assertThat(silent.reasons())
                .contains("identity: nvidia-smi --help-query-gpu names no field that is known here");
    }

    @Test
    void aDriverThatHangsIsGivenUp() {
        Smi hanging = Smi.of("sh", "-c", "sleep 60").within(Duration.ofMillis(100));
        BurnInReport report = run(Optional.of(hanging));
        assertThat(report.reasons()).anyMatch(reason -> reason.contains("no end of its answer"));
        assertThat(report.grade()).isEqualTo(Grade.WARN);
        assertThat(run(Optional.of(Smi.of("/nonexistent/nvidia-smi"))).reasons())
                .anyMatch(reason -> reason.contains("cannot be started"));
    }

    @Test
    void aDeviceLostInMidRunIsAFailureAndTheDriverIsStillHeard() {
        BurnInReport report = run(
                Optional.of(PlayedSmi.of(folder, "help-580.txt", "rows-580.csv", GOES_ON)), () -> new FaultyBackend() {
                    @Override
                    void afterProduct(int n, DeviceBuffer<?> product) {
                        if (n == 2) {
                            throw new DeviceException(DeviceException.Fault.LOST, "illegal address");
                        }
                    }
                });
        assertThat(report.grade()).isEqualTo(Grade.FAIL);
        assertThat(report.reasons()).contains("soak: the device was lost: illegal address");
        assertThat(outcome(report, 4)).isEqualTo(CheckResult.Outcome.PASS);
    }
}
