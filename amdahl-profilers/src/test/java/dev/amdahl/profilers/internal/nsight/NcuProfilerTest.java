package dev.amdahl.profilers.internal.nsight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NcuProfilerTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @TempDir
    Path directory;

    NcuProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void countersAreMeansByTimeAndClassesSharesOfTime() throws IOException {
        Profile profile = read(NcuText.small().text());
        assertThat(profile.counters()).containsEntry("profiled_kernel_launches", 3.0);
        assertThat(profile.counters().get("profiled_kernel_seconds")).isEqualTo(1e-3, EXACT);
        assertThat(profile.counters().get("sm_util")).isEqualTo((.1 * 20 + .3 * 60 + .6 * 90) / 100, EXACT);
        assertThat(profile.counters().get("dram_util")).isEqualTo((.1 * 80 + .3 * 90 + .6 * 30) / 100, EXACT);
        assertThat(profile.counters().get("memory_bound_kernel_frac")).isEqualTo(.4, EXACT);
        assertThat(profile.counters().get("compute_bound_kernel_frac")).isEqualTo(.6, EXACT);
        assertThat(profile.counters()).doesNotContainKeys("tensor_util", "l2_hit_pct");
        assertThat(profile.hotFrames()).extracting(HotFrame::frame).containsExactly("gemm", "copy<float, 4>");
    }

    @Test
    void aRuleIsASentenceWithTheBoundOverAllProfiledKernels() throws IOException {
        assertThat(read(NcuText.small().text()).findings())
                .containsExactly(
                        "kernel gemm (60.0 % of the profiled kernel time): compute-bound, multiprocessors at 90.0 %,"
                                + " device memory at 30.0 % of peak [COMPUTE_BOUND]",
                        "kernel copy<float, 4> (40.0 % of the profiled kernel time): memory-bound, multiprocessors at 50.0 %,"
                                + " device memory at 87.5 % of peak [MEMORY_BOUND]",
                        "kernel copy<float, 4>: rule Coalescing estimates 25.0 % of the kernel's time, at most 1.111x over"
                                + " the profiled kernels: Uncoalesced, ''half'' of it");
    }

    @Test
    void theRawTableHasItsUnitsInARowOfTheirOwn() throws IOException {
        NcuReport report = report("""
            "ID","Kernel Name","dram__bytes.sum","gpu__time_duration.sum","sm__throughput.avg.pct_of_peak_sustained_elapsed"
            "","","Mbyte","usecond","%"
            "0","k","1.5","2,000","12.5"
            "1","k","2.5"
            """);
        NcuKernel kernel = report.kernels().get(0);
        assertThat(kernel.launches()).isEqualTo(2);
        assertThat(kernel.durationNanos()).isNull();
        assertThat(kernel.metrics())
                .contains(
                        entry("dram__bytes.sum", new Quantity(2e6, "byte")),
                        entry("gpu__time_duration.sum", new Quantity(2e6, "ns")));
        assertThat(report.counters().get("sm_util")).isEqualTo(.125, EXACT);
    }

    @ParameterizedTest
    @CsvSource({
        "1.24, Ghz, 1240000000, hz",
        "406.24, us, 406240, ns",
        "2.5, Gbyte/second, 2500000000, byte/s",
        "2.5, Tbyte/s, 2500000000000, byte/s",
        "102.4, Kbyte/block, 102400, byte/block",
        "3, byte/us, 3000000, byte/s",
        "23.59, %, 23.59, %",
        "168, register/thread, 168, register/thread",
        "0.26, inst/cycle, 0.26, inst/cycle",
    })
    void unitsAreNormalised(String value, String unit, double wanted, String base) {
        Quantity quantity = Quantity.of(value, unit).orElseThrow();
        assertThat(quantity.unit()).isEqualTo(base);
        assertThat(quantity.value()).isEqualTo(wanted, within(wanted * 1e-12));
    }

    @Test
    void theStallOnMemoryIsReadFromTheRulesWords() throws IOException {
        Profile profile = read(NcuText.small()
                .rule(
                        3,
                        "gemm",
                        "CPIStall",
                        "OPT",
                        "Each warp spends 20.3 cycles being stalled waiting for a scoreboard dependency on a L1TEX operation."
                                + " This stall type represents about 76.5% of the total average of 26.6 cycles.",
                        "global",
                        "40")
                .text());
        assertThat(profile.counters()).containsEntry("long_scoreboard_stall_pct", 76.5);
        assertThat(read(NcuText.small().text()).counters()).doesNotContainKey("long_scoreboard_stall_pct");
    }

    @Test
    void aDecimalCommaIsRefusedAndNotReadAsThousands() throws IOException {
        String text = new NcuText()
                .metric(0, "k", "Compute (SM) Throughput", "%", "9,00")
                .text();
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 4")
                .hasMessageContaining("LC_ALL=C");
    }

    @Test
    void impossibleSharesOddRowsAndNoiseAreLeftOutAndCounted() throws IOException {
        Profile profile = read(NcuText.small()
                .metric(3, "gemm", "DRAM Throughput", "%", "140")
                .line("\"4\",\"7\",\"open quote")
                .line("\"5\",\"7\",\"train\",\"gemm\"")
                .line("step 3 took 1 s")
                .text());
        assertThat(profile.findings())
                .startsWith(
                        "left out rows that are cut or have an open quote: 1",
                        "left out rows with neither a metric nor a rule: 1",
                        "left out throughputs outside 0 to 100 % of peak: 1");
    }

    @ParameterizedTest
    @CsvSource({
        "8.1, 77.7, MEMORY_BOUND",
        "50, 70, MEMORY_BOUND",
        "51, 70, BALANCED",
        "70, 99, COMPUTE_BOUND",
        "59.9, 59.9, LATENCY_BOUND",
        "60, 10, BALANCED",
    })
    void theRooflineClassFollowsTheThresholds(double compute, double memory, RooflineClass wanted) {
        assertThat(RooflineClass.of(Optional.of(compute), Optional.of(memory))).contains(wanted);
        assertThat(RooflineClass.of(Optional.empty(), Optional.of(memory))).isEmpty();
    }

    @Test
    void aFileWithoutATableIsRefused() throws IOException {
        assertThatThrownBy(() -> read("==PROF== Connected\nno table\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no header of a metrics table");
        assertThatThrownBy(() -> read("{\"ncu_profile\": {\"metrics\": {}}}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no ncu_profile with metrics");
    }

    private NcuReport report(String text) throws IOException {
        return NcuReport.read(artifact(text), ProfileLimits.DEFAULT);
    }

    private Profile read(String text) throws IOException {
        return new NcuProfiler().read(artifact(text), ProfileLimits.DEFAULT);
    }

    private Artifact artifact(String text) throws IOException {
        return new Artifact(Files.write(directory.resolve("ncu.csv"), text.getBytes(StandardCharsets.UTF_8)), "trace");
    }
}
