package dev.amdahl.profilers.internal.nsys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NsysProfilerTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path directory;

    NsysProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void tablesBecomeLanesOnTheEpoch() throws IOException {
        Timeline timeline = read(new NsysFile()
                        .core()
                        .began()
                        .copies()
                        .ranges()
                        .call(100, 110, 5, 1, "cudaLaunchKernel_v7000")
                        .call(300, 340, 5, 2, "cudaStreamSynchronize_v3020")
                        .call(120, 130, 6, 3, "cudaMemcpyAsync_v3020")
                        .kernel(200, 260, 0, 7, 1, "gemm")
                        .kernel(150, 190, 0, 7, 1, "gemm")
                        .kernel(200, 210, 1, 20, 4, "ncclDevKernel_AllReduce")
                        .copy(135, 145, 3, 4096, 1, 1, 2)
                        .range(0, "400", 59, "step 12")
                        .range(10, "20", 59, "load_batch")
                        .range(30, "NULL", 34, "a mark"))
                .timeline()
                .orElseThrow();
        assertThat(timeline.isEpochBased()).isTrue();
        assertThat(timeline.startNanos()).isEqualTo(NsysFile.BEGAN);
        assertThat(timeline.endNanos()).isEqualTo(NsysFile.BEGAN + 400);
        assertThat(timeline.accelerators()).isEqualTo(2);
        assertThat(shown(timeline))
                .containsExactly(
                        "device 0 stream 7: COPY Memcpy Host-to-Device 135-145 #3",
                        "device 0 stream 7: KERNEL gemm 150-190 #1",
                        "device 0 stream 7: KERNEL gemm 200-260 #1",
                        "device 1 stream 20: COMMUNICATION ncclDevKernel_AllReduce 200-210 #4",
                        "process 42 thread 5: LAUNCH cudaLaunchKernel_v7000 100-110 #1",
                        "process 42 thread 5: SYNC cudaStreamSynchronize_v3020 300-340 #2",
                        "process 42 thread 6: LAUNCH cudaMemcpyAsync_v3020 120-130 #3",
                        "process 42 thread 9: INPUT_WAIT load_batch 10-20 #-1",
                        "steps: STEP step 12 0-400 #-1");
        assertThat(timeline.lanes().get(2).process()).isEqualTo(42);
        assertThat(timeline.lanes().get(2).thread()).isEqualTo(5);
    }

    @Test
    void theRulesOfTheToolAreCountersAndSentences() throws IOException {
        Profile profile = read(new NsysFile()
                .core()
                .copies()
                .call(0, 10, 5, 1, "cudaMemcpyAsync_v3020")
                .call(20, 2_000_020, 5, 2, "cudaMemcpy_v3020")
                .call(0, SECOND, 5, 9, "cudaDeviceSynchronize_v3020")
                .copy(0, 500_000_000, 1, 3_000_000, 1, 0, 2)
                .copy(500_000_000, 500_000_010, 2, 1_000, 1, 1, 2)
                .kernel(2 * SECOND, 3 * SECOND, 0, 7, 3, "k"));
        assertThat(profile.counters())
                .containsEntry("pinned_copies", 0.0)
                .containsEntry("h2d_copy_bytes_p50", 1000.0)
                .containsEntry("pageable_async_copies", 1.0)
                .containsEntry("pageable_async_copies_seconds", .5)
                .containsEntry("blocking_copies", 1.0)
                .containsEntry("synchronising_calls_seconds", 1.0);
        assertThat(profile.findings())
                .containsExactly(
                        "the export does not say when it began: times are not on the wall clock",
                        "1 asynchronous copy (0.500 s, 3.0 MB) of pageable memory, so the call waits: pin it",
                        "1 blocking copy held the host for 0.002 s",
                        "1 synchronising call held the host for 1.000 s",
                        "device 0: 1 gap longer than 500 ms, 1.500 s in all",
                        "device 0: less than 50 % busy in 15 of 30 parts of its time; 50.0 % busy over all");
    }

    @Test
    void devicesOfProcessesAreTheAcceleratorsThatTheyMean() throws IOException {
        Timeline timeline = read(new NsysFile()
                        .core()
                        .sql("CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER)")
                        .sql("INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (3, 0, 42), (5, 0, 43)")
                        .kernel(0, 10, 0, 7, 1, "k")
                        .sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (0, 10, 0, 7, 1, "
                                + ((1L << 56) | (43L << 24)) + ", 1)"))
                .timeline()
                .orElseThrow();
        assertThat(timeline.lanes()).extracting(Lane::device).containsExactly(3, 5);
        assertThat(timeline.lanes().get(0).correlation(0))
                .isNotEqualTo(timeline.lanes().get(1).correlation(0));
    }

    @Test
    void otherVersionsLackTablesAndColumns() throws IOException {
        Profile profile = read(
                new NsysFile()
                        .sql("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, unknown BLOB)")
                        .sql(
                                "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 9, NULL), (9, 5, NULL), ('x', 5, NULL), (NULL, 1, NULL)"));
        assertThat(shown(profile.timeline().orElseThrow()))
                .containsExactly("device 0 stream 0: KERNEL unnamed kernel 5-9 #-1");
        assertThat(profile.findings()).contains("dropped device rows without a usable start and end: 3");
        assertThat(profile.counters()).doesNotContainKeys("pinned_copies", "h2d_copy_bytes_p50", "blocking_copies");
    }

    @Test
    void waitsStandInForCallsThatWereNotRecorded() throws IOException {
        String table =
                "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, globalPid INTEGER, syncType INTEGER)";
        String row = "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (5, 9, " + NsysFile.PROCESS + ", 3)";
        assertThat(shown(read(new NsysFile().sql(table).sql(row)).timeline().orElseThrow()))
                .containsExactly("process 42 thread 0: SYNC Synchronisation kind 3 5-9 #-1");
        assertThat(shown(read(new NsysFile().core().sql(table).sql(row).call(5, 9, 1, 2, "cudaStreamSynchronize"))
                        .timeline()
                        .orElseThrow()))
                .containsExactly("process 42 thread 1: SYNC cudaStreamSynchronize 5-9 #2");
    }

    @Test
    void aHostileSchemaRunsNothing() throws IOException {
        Profile profile = read(new NsysFile()
                .core()
                .kernel(0, 10, 0, 7, 1, "k")
                .sql(
                        "CREATE VIEW CUPTI_ACTIVITY_KIND_MEMCPY AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                                + " SELECT i AS start, i AS end FROM n")
                .sql("CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER AS (start + 7))")
                .sql("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET (start) VALUES (1)")
                .sql("CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END"));
        assertThat(shown(profile.timeline().orElseThrow())).containsExactly("device 0 stream 7: KERNEL k 0-10 #1");
        assertThat(profile.findings()).contains("dropped device rows without a usable start and end: 1");
    }

    @Test
    void whatIsNoExportIsRefused() throws IOException {
        Path other = new NsysFile().sql("CREATE TABLE t (a)").write(directory.resolve("other.sqlite"));
        assertThatThrownBy(() -> read(other, ProfileLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("without a table of Nsight Systems");
        Path text = Files.writeString(directory.resolve("text.sqlite"), "SQLite format 3\0 but no more");
        assertThatThrownBy(() -> read(text, ProfileLimits.DEFAULT)).isInstanceOf(InvalidInputException.class);
        Path plain = new NsysFile()
                .core()
                .kernel(0, 1, 0, 7, 1, "a")
                .kernel(1, 2, 0, 7, 1, "b")
                .write(directory.resolve("plain.sqlite"));
        Path many = Files.move(plain, directory.resolve("many ?&#%41.sqlite"));
        assertThatThrownBy(() -> read(many, new ProfileLimits(1 << 20, 3, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 3 rows");
        assertThat(directory).isDirectoryNotContaining("glob:**-journal").isDirectoryNotContaining("glob:**-wal");
    }

    private static List<String> shown(Timeline timeline) {
        long base = timeline.isEpochBased() ? NsysFile.BEGAN : 0;
        List<String> shown = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                Activity activity = lane.activity(i);
                shown.add(lane.name() + ": " + activity + " " + lane.label(i) + " " + (lane.start(i) - base) + "-"
                        + (lane.end(i) - base) + " #" + lane.correlation(i));
            }
        }
        return shown;
    }

    private Profile read(NsysFile file) throws IOException {
        return read(file.write(directory.resolve("report.sqlite")), ProfileLimits.DEFAULT);
    }

    private static Profile read(Path file, ProfileLimits limits) {
        NsysProfiler profiler = new NsysProfiler();
        Artifact artifact = new Artifact(file, "trace");
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, limits);
    }
}
