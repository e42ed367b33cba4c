package dev.amdahl.profilers.internal.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BpfProfilersTest {
    @TempDir
    Path directory;

    BpfProfilersTest() {
        directory = Path.of("");
    }

    @Test
    void outputsAmongProseAreReadEachByItsOwnTool() {
        Profile profile = text(BpfSamples.TEXT);
        assertThat(profile.counters())
                .containsEntry("run_queue_wait_count", 10.0)
                .containsEntry("run_queue_wait_p50_upper_seconds", 2e-6)
                .containsEntry("run_queue_wait_p99_upper_seconds", .032768)
                .containsEntry("off_cpu_seconds", .500094)
                .containsEntry("off_cpu_disk_seconds", .5)
                .containsEntry("on_cpu_sampled_seconds", 1.0)
                .containsEntry("cpu_copy_frac", 1.0)
                .containsEntry("@usecs.count", 7.0)
                .containsEntry("@usecs.p50_upper_seconds", .001024)
                .containsEntry("@stats[x].average", 6.0)
                .containsEntry("@n", -3.0)
                .containsEntry("stack_samples", 3.0)
                .doesNotContainKeys("@usecs.p99_upper_seconds", "@usecs.sum_upper_seconds");
        assertThat(profile.hotFrames()).containsExactly(new HotFrame("memcpy", 1));
        assertThat(profile.findings())
                .anyMatch(finding -> finding.startsWith("skipped 1 of ") && finding.contains("first at line 1"))
                .anyMatch(finding -> finding.startsWith("3 samples of unknown rate"));
    }

    @Test
    void aMapPrintedAgainIsNotCountedTwice() {
        String first = "@usecs:\n[1]   3 |@@|\n[2, 4)  1 |@|\n\n";
        String grown = "@usecs:\n[1]   5 |@@|\n[2, 4)  1 |@|\n\n";
        String cleared = "@usecs:\n[1]   1 |@@|\n\n";
        assertThat(text(first + grown).counters()).containsEntry("@usecs.count", 6.0);
        assertThat(text(first + grown + cleared).counters()).containsEntry("@usecs.count", 7.0);
        assertThat(text(first + "# ./runqlat.bt\n" + grown).counters())
                .containsEntry("@usecs.count", 4.0)
                .containsEntry("run_queue_wait_count", 6.0);
    }

    @Test
    void histogramsOfSeveralOperationsAreNotOne() {
        String rows = "     usecs               : count     distribution\n         0 -> 1          : %d        |*|\n\n";
        Profile profile = text("operation = 'read'\n" + rows.formatted(3) + "operation = 'write'\n" + rows.formatted(4)
                + "10:00:01\n\noperation = read\n" + rows.formatted(5) + rows.formatted(9));

        assertThat(profile.counters())
                .containsEntry("operation[read].usecs.count", 8.0)
                .containsEntry("operation[write].usecs.count", 4.0)
                .containsEntry("usecs.count", 9.0)
                .containsEntry("operation[read].usecs.p50_upper_seconds", 2e-6);
    }

    @Test
    void theTimesOfSeveralDisksAreOnesOfEachAndOfAll() {
        String rows = "     usecs               : count     distribution\n         0 -> 1          : %d        |*|\n\n";
        Profile profile = text("$ sudo biolatency-bpfcc -D\ndisk = b'sda'\n" + rows.formatted(3) + "disk = b'sdb'\n"
                + rows.formatted(4));

        assertThat(profile.counters())
                .containsEntry("block_io_count", 7.0)
                .containsEntry("disk[sda].usecs.count", 3.0)
                .containsEntry("disk[sdb].usecs.count", 4.0);
    }

    @Test
    void namesOfMapsCannotPassForCountersOfTheLibrary() {
        Profile profile = text("@cpu_util: 3\n@gc_pause_frac[x]: 4\n");
        assertThat(profile.counters()).containsOnly(Map.entry("@cpu_util", 3.0), Map.entry("@gc_pause_frac[x]", 4.0));
    }

    @Test
    void hugeNumbersStayInTheirBucketsOrAreSaid() {
        Profile profile = text("""
                     msecs               : count     distribution
                         0 -> 1          : 1        |*|
                9223372036854 -> 18446744073709      : 1        |*|
                         2 -> 3          : 999999999999999999        |*|
                """);
        assertThat(profile.counters())
                .containsEntry("msecs.count", 2.0)
                .containsEntry("msecs.p50_upper_seconds", .002)
                .doesNotContainKeys("msecs.p99_upper_seconds", "msecs.sum_upper_seconds");
        assertThat(profile.findings())
                .anyMatch(finding -> finding.startsWith("left out 1 row of histograms: out of range"));
    }

    @Test
    void manyNamesAreBounded() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append("@n[").append(i).append("]: 1\n");
        }
        Profile profile = text(text.toString());
        assertThat(profile.counters()).hasSize(1000);
        assertThat(profile.findings()).anyMatch(finding -> finding.startsWith("2000 values or histograms are beyond"));
    }

    @Test
    void jsonOfAKnownToolGivesItsCounters() {
        String hist = "{\"type\": \"hist\", \"data\": {\"@usecs\": [{\"min\": 4, \"max\": 7, \"count\": 8}]}}\n";
        assertThat(json(hist).counters()).containsEntry("@usecs.p50_upper_seconds", 8e-6);
        assertThat(json("{\"type\": \"printf\", \"data\": \"Tracing CPU scheduler... Hit Ctrl-C to end.\\n\"}\n" + hist)
                        .counters())
                .containsEntry("run_queue_wait_p50_upper_seconds", 8e-6)
                .containsEntry("run_queue_wait_count", 8.0);
        Profile all = json(BpfSamples.JSON);
        assertThat(all.counters())
                .containsEntry("@map[a,b]", 5.0)
                .containsEntry("@usecs.count", 10.0)
                .doesNotContainKey("@usecs.sum_lower_seconds");
        assertThat(all.findings()).contains("bpftrace lost 4 events");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"hist\", \"data\": {\"@\": 5}}",
                "{\"type\": \"hist\", \"data\": [1]}",
                "{\"type\": \"hist\", \"data\": {\"@\": [7]}}",
                "{\"type\": \"map\", \"data\": {\"@\": {",
                "{\"type\": \"tseries\", \"data\": {\"@\": [7]}}",
                "{\"data\": {}, \"type\": \"map\"}",
                "{\"type\": \"hist\", \"data\": {\"@\": [{\"min\": 99999999999999999999, \"max\": 3, \"count\": 1}]}}",
                "[]",
                ""
            })
    void badJsonIsRefused(String text) {
        assertThatThrownBy(() -> json(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("x.json");
    }

    @Test
    void deepJsonIsRefused() {
        String deep = "{\"type\":\"map\",\"data\":" + "{\"a\":".repeat(5000);
        assertThatThrownBy(() -> json(deep))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("depth");
    }

    @Test
    void textOfAnotherKindIsRefused() throws IOException {
        String text = "@user: hello\n# ls\nfile\n";
        Artifact artifact = new Artifact(Files.writeString(directory.resolve("chat"), text), "log");
        assertThat(new BpfTextProfiler().reads(artifact)).isFalse();
        assertThatThrownBy(() -> text(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no histogram, map or stack");
    }

    private Profile text(String text) {
        return read(new BpfTextProfiler(), "x.txt", text);
    }

    private Profile json(String text) {
        return read(new BpftraceJsonProfiler(), "x.json", text);
    }

    private Profile read(Profiler reader, String name, String text) {
        try {
            Path file = Files.writeString(directory.resolve(name), text);
            return reader.read(new Artifact(file, "bpf"), ProfileLimits.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
