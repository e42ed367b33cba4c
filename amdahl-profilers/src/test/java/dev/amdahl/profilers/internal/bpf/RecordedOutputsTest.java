package dev.amdahl.profilers.internal.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Outputs that real tools printed; each number was also counted by a few lines of Python with regular expressions. */
final class RecordedOutputsTest {

    @Test
    void everyOutputIsClaimedByOneReaderAndRead() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(Requires.data("traces/bpf"))) {
            files = listed.filter(file -> !file.toString().contains("perf_script")
                            && !file.toString().contains("statsnoop"))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(20);
        for (Path file : files) {
            Artifact artifact = new Artifact(file, "trace");
            List<Profiler> readers = Stream.<Profiler>of(new BpfTextProfiler(), new BpftraceJsonProfiler())
                    .filter(reader -> reader.reads(artifact))
                    .toList();
            assertThat(readers).as(file.toString()).hasSize(1);
            assertThat(readers.get(0).read(artifact, ProfileLimits.DEFAULT).counters())
                    .as(file.toString())
                    .isNotEmpty();
        }
    }

    @Test
    void histogramsOfBccGiveBounds() {
        Map<String, Double> queue = read("bcc_runqlat_example.txt").counters();
        close(
                queue,
                Map.of(
                        "run_queue_wait_count", 84_731.0,
                        "run_queue_wait_p50_upper_seconds", 1.6e-5,
                        "run_queue_wait_p99_upper_seconds", .064,
                        "run_queue_wait_sum_lower_seconds", 156.345814,
                        "run_queue_wait_sum_upper_seconds", 337.16374));
        Map<String, Double> slices = read("bcc_cpudist_example.txt").counters();
        close(
                slices,
                Map.of(
                        "on_cpu_slice_count", 11_074.0,
                        "on_cpu_slice_p50_upper_seconds", .016,
                        "on_cpu_slice_sum_lower_seconds", 66.349538,
                        "off_cpu_wait_count", 1107.0,
                        "off_cpu_wait_p99_upper_seconds", .065536));
    }

    @Test
    void histogramsOfBpftraceGiveBounds() {
        close(
                read("bpftrace_tool_runqlat_example.txt").counters(),
                Map.of(
                        "run_queue_wait_count", 2112.0,
                        "run_queue_wait_p50_upper_seconds", 3.2e-5,
                        "run_queue_wait_p99_upper_seconds", .065536,
                        "run_queue_wait_sum_lower_seconds", 19.897971));
        close(
                read("bpftrace_tool_biolatency_example.txt").counters(),
                Map.of("block_io_count", 883.0, "block_io_p99_upper_seconds", .262144));
    }

    @Test
    void stacksOffTheProcessorGiveSecondsByWhatWaited() {
        Profile profile = read("bcc_offcputime_example.txt");
        close(profile.counters(), Map.of("off_cpu_seconds", 591.055337, "off_cpu_kernel_thread_seconds", 364.23315));
        List<HotFrame> hot = profile.hotFrames();
        assertThat(hot)
                .extracting(HotFrame::frame)
                .startsWith("poll_schedule_timeout", "do_blockdev_direct_IO", "do_nanosleep", "pipe_wait", "do_wait");
        assertThat(hot.get(0).seconds()).isCloseTo(170.755737, within(1e-6));
        assertThat(hot.get(1).seconds()).isCloseTo(18.155981, within(1e-6));
        double reasons = profile.counters().entrySet().stream()
                .filter(counter -> counter.getKey().matches("off_cpu_.+_seconds"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        assertThat(reasons).as("each second has one reason").isCloseTo(591.055337, within(1e-6));
    }

    @Test
    void sampledStacksGiveSecondsByTheRateOfEachRun() {
        Profile profile = read("bcc_profile_example.txt");
        close(profile.counters(), Map.of("on_cpu_sampled_seconds", 21.151927437641714));
        assertThat(profile.hotFrames().get(0)).isEqualTo(new HotFrame("func_a", 224 / 49.0));
        assertThat(profile.findings())
                .anyMatch(finding -> finding.contains("3.000000 s of kernel threads or idle processors"))
                .anyMatch(finding -> finding.contains("tool lost: 8"))
                .anyMatch(finding -> finding.contains("cut at 7 places"))
                .anyMatch(finding -> finding.contains("113 of 806 lines"));
    }

    @Test
    void jsonOfEachShapeIsRead() {
        close(
                read("bpftrace_hist_multiple.json").counters(),
                Map.of("@.count", 6.0, "@.p50_upper", 4.0, "@.p99_upper", 2048.0));
        assertThat(read("bpftrace_lhist.json").counters())
                .containsEntry("@h.p50_upper", 60.0)
                .doesNotContainKey("@h.p99_upper");
        close(read("bpftrace_hist_2args.json").counters(), Map.of("@.count", 1024.0, "@.sum_lower", 502_440.0));
        close(read("bpftrace_multiple_maps.ndjson").counters(), Map.of("@map1[key1]", 2.0, "@map2[key2]", 3.0));
        close(read("bpftrace_stats_multiple.json").counters(), Map.of("@stats[zsh].total", 10.0));
        close(read("bpftrace_tseries.json").counters(), Map.of("@a.mean", 9.0, "@a.intervals", 5.0));
    }

    private static void close(Map<String, Double> counters, Map<String, Double> wanted) {
        Map<String, Double> got = new TreeMap<>(counters);
        got.keySet().retainAll(wanted.keySet());
        assertThat(got.keySet()).isEqualTo(wanted.keySet());
        wanted.forEach((name, value) -> assertThat(got.getOrDefault(name, Double.NaN))
                .as(name)
                .isCloseTo(value, within(1e-9 * Math.abs(value))));
    }

    private static Profile read(String name) {
        Artifact artifact = new Artifact(Requires.data("traces/bpf").resolve(name), "trace");
        Profiler reader = name.endsWith("txt") ? new BpfTextProfiler() : new BpftraceJsonProfiler();
        return reader.read(artifact, ProfileLimits.DEFAULT);
    }
}
