package dev.amdahl.profilers.internal.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JfrProfilerTest {
    private final JfrProfiler profiler = new JfrProfiler();

    @TempDir
    Path directory;

    JfrProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void eventsBecomeSecondsSharesAndLanes() throws IOException {
        Profile profile = read(JfrSamples.rich());
        assertThat(profile.hotFrames()).containsExactly(new HotFrame("a.B.parseLine:42", .06));
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("jfr_events", 10.0),
                        Map.entry("recorded_seconds", 10.0),
                        Map.entry("on_cpu_sampled_seconds", .06),
                        Map.entry("parse_cpu_frac", 1.0),
                        Map.entry("thread_park_seconds", 2.0),
                        Map.entry("file_read_seconds", .25),
                        Map.entry("file_read_bytes", 4096.0),
                        Map.entry("gc_pause_seconds", .5),
                        Map.entry("gc_pause_frac", .05),
                        Map.entry("cpu_util", .375),
                        Map.entry("machine_cpu_util", .5),
                        Map.entry("ctx_switch_per_s_per_core", 2000.0));
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.isEpochBased()).isTrue();
        assertThat(timeline.accelerators()).isZero();
        Lane lane = timeline.lanes().stream()
                .filter(l -> l.name().equals("thread 99 loader"))
                .findFirst()
                .orElseThrow();
        assertThat(lane.size()).isEqualTo(2);
        assertThat(lane.activity(0)).isEqualTo(Activity.HOST_CODE);
        assertThat(lane.activity(1)).isEqualTo(Activity.OFF_CPU);
        assertThat(lane.label(1)).isEqualTo("park a.B");
        assertThat(lane.start(1)).isEqualTo(TinyRecording.START + 5_000_000_000L);
        assertThat(lane.end(1) - lane.start(1)).isEqualTo(2_000_000_000L);
    }

    @Test
    void aGzipRecordingIsReadAndABombIsNot() throws IOException {
        assertThat(read(gzip(JfrSamples.rich())).counters())
                .isEqualTo(read(JfrSamples.rich()).counters());
        byte[] bomb = gzip(new byte[10_000_000]);
        assertThatThrownBy(() -> read(bomb))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("200 times");
    }

    @Test
    void aChunkThatIsStillWrittenIsRefusedAndNotWaitedFor() {
        for (int state : new int[] {1, 255}) {
            byte[] open = JfrSamples.rich();
            open[64] = (byte) state;
            assertThatThrownBy(() -> read(open))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("still being written");
        }
    }

    @Test
    void recordingsOfOtherTimesInOneFileAreSaid() throws IOException {
        byte[] one = JfrSamples.rich();
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(one);
        two.writeBytes(one);
        Profile profile = read(two.toByteArray());
        assertThat(profile.counters()).containsEntry("recorded_seconds", 20.0).containsEntry("gc_pause_frac", .05);
        assertThat(profile.findings()).anyMatch(finding -> finding.contains("chunks are of different times"));
    }

    @Test
    void recordedSamplesPausesAndWaitsAreThoseThatTheJdkPrints() {
        Profile profile = recorded("allocation_10s_before.jfr");
        assertThat(profile.hotFrames().get(0).frame()).isEqualTo("java.util.HashMap$HashIterator.nextNode:1492");
        assertThat(profile.hotFrames().get(0).seconds()).isCloseTo(2.26, within(1e-9));
        assertThat(profile.counters())
                .hasEntrySatisfying(
                        "on_cpu_sampled_seconds", value -> assertThat(value).isCloseTo(7.56, within(1e-9)))
                .hasEntrySatisfying(
                        "gc_pause_seconds", value -> assertThat(value).isCloseTo(.082790058, within(1e-9)))
                .hasEntrySatisfying("cpu_util", value -> assertThat(value).isCloseTo(.036607066, within(1e-8)))
                .hasEntrySatisfying(
                        "monitor_wait_seconds", value -> assertThat(value).isCloseTo(20.008086, within(1e-6)))
                .containsEntry("tlab_allocated_bytes", 2_317_352_960.0);
    }

    @Test
    void chunksOfTwoYearsAndAFormatOfJdk7AreReadOrRefusedWithTheReason() {
        Profile profile = recorded("jdk15.jfr");
        assertThat(profile.counters())
                .hasEntrySatisfying(
                        "gc_pause_seconds", value -> assertThat(value).isCloseTo(7.649528222, within(1e-9)))
                .hasEntrySatisfying(
                        "recorded_seconds", value -> assertThat(value).isBetween(100.0, 110.0));
        assertThat(profile.findings()).anyMatch(finding -> finding.contains("chunks are of different times"));
        assertThatThrownBy(() -> recorded("parallel-gc_cpu.jfr"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("version 0.9");
    }

    private Profile recorded(String name) {
        Artifact artifact = new Artifact(Requires.data("traces/jfr").resolve(name), "jfr");
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }

    private Profile read(byte[] content) throws IOException {
        Artifact artifact = new Artifact(Files.write(directory.resolve("x.jfr"), content), "jfr");
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }
}
