package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.internal.jcuda.EmulatedCudaProvider;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** All devices of a host that is played, in processes of their own, beside a driver that is played. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "drivers are played by shell scripts")
class HostBurnInTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration PATIENT = Duration.ofMinutes(2);
    /** So low that a busy processor reaches them. */
    private static final Map<String, Double> LOW = peaks(1e-9);

    @TempDir
    private Path folder;

    private static Map<String, Double> peaks(double tera) {
        Map<String, Double> peaks = new HashMap<>();
        GemmType.all().forEach(type -> peaks.put(type.toString(), tera));
        peaks.put("link", 1e-6);
        return peaks;
    }

    @AfterEach
    void forget() {
        System.clearProperty(PlayedHostProvider.DEVICES);
        System.clearProperty(PlayedHostProvider.FAULT);
    }

    private HostReport run(int devices, String fault, Duration limit, Map<String, Double> peaks, Optional<Smi> smi) {
        System.setProperty(PlayedHostProvider.DEVICES, Integer.toString(devices));
        System.setProperty(PlayedHostProvider.FAULT, fault);
        HostPlan plan = new HostPlan(PlayedHostProvider.NAME, SHORT, limit, 1, peaks, OptionalInt.of(2));
        Set<String> told = Collections.synchronizedSet(new TreeSet<>());
        HostReport report = new HostBurnIn(plan, smi, dmesg(), smi.flatMap(driver -> allReduce()))
                .run((place, phase) -> told.add(place + " " + phase.check()));
        assertThat(told)
                .contains("host identity", "host links", "host kernel_log", "device 0 memory", "device 1 rates");
        assertThat(report.devices())
                .allSatisfy(device -> assertThat(device.report().phases())
                        .extracting(CheckResult::check)
                        .containsExactly("identity", "memory", "copy", "soak", "rates"));
        assertThat(report.phases())
                .extracting(CheckResult::check)
                .containsExactly("identity", "links", "all_reduce", "telemetry", "nvlink", "kernel_log");
        return report;
    }

    /** A driver of two devices, each with two NVLinks; what it tells of links and of errors is in files. */
    private Optional<Smi> driver(String links, String errors) throws IOException {
        Files.writeString(folder.resolve("links"), links);
        Files.writeString(folder.resolve("errors"), errors);
        Files.writeString(folder.resolve("topology"), """
                \t\u001b[4mGPU0\tGPU1\tCPU Affinity\u001b[0m
                GPU0\t X \tNV2\t0-23
                GPU1\tNV2\t X \t0-23
                """);
        Files.writeString(folder.resolve("sums"), NcclOutputs.TWO_RANKS);
        Path script = Files.writeString(folder.resolve("nvidia-smi"), """
                cd '%s' || exit 9
                case "$*" in
                    --help-query-gpu) echo '"ecc.errors.uncorrected.volatile.total"' ;;
                    --query-remapped-rows=*) echo 'GPU-a, 0, 0, No, No'; echo 'GPU-b, 0, 0, No, No' ;;
                    --query-gpu=index*) echo '0, GPU-a, 00000000:3B:00.0'; echo '1, GPU-b, 00000000:AF:00.0' ;;
                    'topo -m') cat topology ;;
                    'nvlink --status') cat links ;;
                    'nvlink --errorcounters') cat errors; [ ! -e more ] || mv more errors ;;
                    *-lms*) echo 'GPU-a, H200, 580, 0'; echo 'GPU-b, H200, 580, 0'; sleep 600 ;;
                    *) echo 'GPU-a, H200, 580, 0'; echo "GPU-b, H200, 580, $(cat ecc 2>/dev/null || echo 0)" ;;
                esac
                """.formatted(folder));
        return Optional.of(Smi.of("sh", script.toString()));
    }

    private Optional<Smi> driver() throws IOException {
        return driver(links("Link 1: 26.562 GB/s"), errors(0));
    }

    private static String links(String last) {
        return """
                GPU 0: NVIDIA H200 (UUID: GPU-a)
                \t Link 0: 26.562 GB/s
                \t Link 1: 26.562 GB/s
                GPU 1: NVIDIA H200 (UUID: GPU-b)
                \t Link 0: 26.562 GB/s
                \t %s
                """.formatted(last);
    }

    private static String errors(int recoveries) {
        return """
                GPU 0: NVIDIA H200 (UUID: GPU-a)
                \t Link 0: Replay Errors: 0
                \t Link 0: Recovery Errors: 0
                \t Link 0: CRC Errors: 0
                GPU 1: NVIDIA H200 (UUID: GPU-b)
                \t Link 1: Replay Errors: 5
                \t Link 1: Recovery Errors: %d
                \t Link 1: FEC Errors - 0: 123456
                """.formatted(recoveries);
    }

    /** Each call tells one line more, if there is one. */
    private Optional<Smi> dmesg() {
        return Optional.of(
                Smi.of("sh", "-c", "cd '" + folder + "'; cat xids 2>/dev/null; [ ! -e added ] || mv added xids"));
    }

    private Optional<Smi> allReduce() {
        return Optional.of(Smi.of("sh", "-c", "cat '" + folder.resolve("sums") + "'"));
    }

    private static CheckResult phase(HostReport report, String name) {
        return report.phases().stream()
                .filter(phase -> phase.check().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("long")
    void twoDevicesOfAHealthyHostPass() throws IOException {
        HostReport report = run(2, "", PATIENT, LOW, driver());
        assertThat(report.reasons()).noneMatch(reason -> !reason.contains("slows down"));
        assertThat(report.grade()).isNotEqualTo(Grade.FAIL);
        assertThat(phase(report, "links").figures()).containsKeys("0_to_1_bytes_per_second", "1_to_0_bytes_per_second");
        assertThat(phase(report, "all_reduce").figures()).containsEntry("ranks", 2.0);
        assertThat(phase(report, "nvlink").figures())
                .containsEntry("links", 2.0)
                .containsEntry("errors_during", 0.0);
        assertThat(report.devices()
                        .get(1)
                        .report()
                        .figure("rates", "bf16_share")
                        .orElseThrow())
                .isGreaterThan(DeclaredPeaks.MIN_SHARE);
    }

    @Test
    @Tag("long")
    void withoutADriverNothingThatItKnowsIsAPass() {
        HostReport report = run(2, "", PATIENT, Map.of(), Optional.empty());
        assertThat(report.phases())
                .filteredOn(phase -> phase.outcome() == CheckResult.Outcome.SKIP)
                .extracting(CheckResult::check)
                .containsExactly("identity", "all_reduce", "telemetry", "nvlink");
        assertThat(report.devices())
                .allMatch(device -> device.report().phases().get(4).outcome() == CheckResult.Outcome.SKIP);
        assertThat(report.untested())
                .anyMatch(gap -> gap.startsWith("identity: no nvidia-smi"))
                .anyMatch(gap -> gap.startsWith("device 1: rates: no peak of fp64"))
                .anyMatch(gap -> gap.startsWith("links: of 2 of 2 links no peak is known"));
        assertThat(report.grade()).isNotEqualTo(Grade.FAIL);
    }

    @Test
    void aBadDeviceAndWhatTheDriverSaysAreNamed() throws IOException {
        Files.writeString(folder.resolve("xids"), "[1.0] NVRM: Xid (PCI:0000:3b:00): 31, old\n");
        Files.writeString(folder.resolve("added"), """
                [1.0] NVRM: Xid (PCI:0000:3b:00): 31, old
                [9.0] NVRM: Xid (PCI:0000:af:00): 79, GPU has fallen off the bus.
                """);
        Files.writeString(folder.resolve("more"), errors(3));
        Files.writeString(folder.resolve("ecc"), "4");
        HostReport report = run(2, "wrong 0", PATIENT, LOW, driver(links("Link 1: <inactive>"), errors(1)));
        assertThat(report.grade()).isEqualTo(Grade.FAIL);
        assertThat(report.reasons())
                .contains(
                        "telemetry: device 1 (GPU-b) has 4 memory errors that were not corrected",
                        "kernel_log: device 1 (GPU-b): Xid 79, GPU has fallen off the bus.",
                        "nvlink: device 1 (GPU-b) has 1 NVLinks that do not run",
                        "nvlink: device 1 (GPU-b): 2 more NVLink Recovery Errors")
                .anyMatch(reason -> reason.startsWith("device 0: soak: silent corruption"))
                .noneMatch(reason -> reason.contains("Xid 31"));
        assertThat(report.devices().get(1).report().grade()).isNotEqualTo(Grade.FAIL);
        assertThat(phase(report, "kernel_log").figures()).containsEntry("xids_before", 1.0);
    }

    @Test
    @Tag("long")
    void oneThatIsLostIsNamedAndTheOthersAreExamined() {
        HostReport lost = run(2, "lost 0", PATIENT, LOW, Optional.empty());
        assertThat(lost.reasons()).contains("device 0: soak: the device was lost: fallen off the bus");
        assertThat(lost.devices().get(1).report().grade()).isNotEqualTo(Grade.FAIL);
        assertThat(phase(lost, "links").reasons()).containsExactly("no two devices that work");
    }

    @Test
    @Tag("soak")
    void oneThatHangsIsAFailureWithinItsLimit() {
        HostReport hung = run(2, "hangs 1", Duration.ofSeconds(12), LOW, Optional.empty());
        assertThat(hung.reasons()).contains("device 1: soak: the device hangs: not done after 12 s");
        assertThat(hung.devices().get(0).report().phases().get(3).outcome()).isNotEqualTo(CheckResult.Outcome.FAIL);
        assertThat(hung.grade()).isEqualTo(Grade.FAIL);
    }

    @Test
    @Tag("long")
    void oneThatTakesItsProcessAlongIsAFailure() {
        HostReport dead = run(2, "dies 0", PATIENT, LOW, Optional.empty());
        assertThat(dead.reasons())
                .anyMatch(reason -> reason.startsWith("device 0: soak: its process ended with exit code 134"));
    }

    @Test
    @Tag("long")
    void aSlowLinkIsAFailureBesideAPeakAndAMissingDeviceIsOne() {
        Map<String, Double> peaks = new HashMap<>(LOW);
        // 1 MiB in 20 ms and something, against 420 ms.
        peaks.put("link", 8e-3);
        HostReport slow = run(3, "slow 2 0", PATIENT, peaks, Optional.empty());
        assertThat(slow.reasons())
                .anyMatch(reason ->
                        reason.matches("links: 2 to 0 reaches .* GB/s, .* of the declared 0.00800; 60 % is the least"))
                .noneMatch(reason -> reason.matches("links: (0 to 1|1 to 0|1 to 2|0 to 2) reaches.*"))
                .anyMatch(reason -> reason.matches("links: 2 to 0 is \\d+ % below the middle of the host's links, .*"))
                .contains("identity: 3 devices were found instead of 2");
    }

    @Test
    @Tag("long")
    void aRateBelowTheLineIsAFailureThatNamesBoth() {
        HostReport report = run(2, "refused 1", PATIENT, peaks(1), Optional.empty());
        assertThat(report.reasons())
                .anyMatch(reason -> reason.matches(
                        "device 0: rates: bf16 reaches .* TFLOP/s, \\d % of the declared 1.00; 60 % is the least"))
                .contains("device 1: identity: in exclusive mode");
    }

    @Test
    @Tag("soak")
    void withoutDevicesThereIsNothingToExamine() {
        HostPlan plan = new HostPlan("no-such", SHORT, PATIENT, 1, Map.of(), OptionalInt.empty());
        assertThatThrownBy(() -> new HostBurnIn(plan, Optional.empty(), Optional.empty(), Optional.empty())
                        .run((place, phase) -> {}))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("none is named 'no-such'");
    }

    /** The text of the kernels, in processes of their own. */
    @Test
    @Tag("long")
    void twoDevicesOfAnEmulatedDriverPass() {
        List.of("gcc", "g++", "prlimit").forEach(Requires::program);
        System.setProperty(EmulatedCudaProvider.FOLDER, folder.toString());
        try {
            HostPlan plan = new HostPlan(EmulatedCudaProvider.NAME, SHORT, PATIENT, 1, LOW, OptionalInt.of(2));
            HostReport report =
                    new HostBurnIn(plan, Optional.empty(), dmesg(), Optional.empty()).run((place, phase) -> {});
            assertThat(report.grade()).as("%s", report.reasons()).isNotEqualTo(Grade.FAIL);
            assertThat(report.devices())
                    .extracting(device -> device.report().device().name())
                    .containsOnly("Emulated device");
            assertThat(phase(report, "links").figures()).containsEntry("through_the_host", 2.0);
        } finally {
            System.clearProperty(EmulatedCudaProvider.FOLDER);
        }
    }

    @Test
    @Tag("long")
    void eightDevicesAndAllTheirLinks() {
        HostReport report = run(8, "slow 6 3", PATIENT, LOW, Optional.empty());
        assertThat(report.devices()).hasSize(8);
        assertThat(phase(report, "links").figures()).containsEntry("pairs", 56.0);
        assertThat(phase(report, "links").reasons()).anyMatch(reason -> reason.startsWith("6 to 3 is 9"));
        assertThat(List.copyOf(report.devices()))
                .allMatch(device -> device.report().grade() != Grade.FAIL);
    }
}
