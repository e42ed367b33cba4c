package dev.amdahl.profilers.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessProfilerTest {
    private static final String HEADER = "{\"format\":\"amdahl.process/1\",\"pid\":10}\n";

    @TempDir
    Path directory;

    ProcessProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void countersAreTheLastSampleMinusTheFirst() throws IOException {
        Profile profile = read(
                HEADER
                        + "{\"t\":0.5,\"cpu_user_seconds\":1,\"read_bytes\":10,\"major_faults\":4}\n"
                        + "{\"t\":1.5,\"cpu_user_seconds\":1.5}\n"
                        + "{\"t\":2.5,\"cpu_user_seconds\":2.75,\"read_bytes\":30,\"major_faults\":3,\"device_busy_fraction\":0.25}\n");
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("samples", 3.0),
                        Map.entry("wall_seconds", 2.0),
                        Map.entry("cpu_user_seconds", 1.75),
                        Map.entry("read_bytes", 20.0),
                        Map.entry("device_busy_fraction", .25));
        assertThat(profile.findings()).containsExactly("major_faults went backwards and was left out");
    }

    @Test
    void waitsForProcessorsAndThrottlingBecomeFiguresThatIdeasAskFor() throws IOException {
        FakeProc proc = new FakeProc(directory.resolve("proc")).process(10, 1, 1, 100, 0, 5, "");
        Path groups = directory.resolve("groups");
        proc.write("10/cgroup", "1:name=systemd:/x\n0::/job/a\n");
        proc.write("10/status", "Name:\tx\nCpus_allowed_list:\t0-2,8\nMems_allowed_list:\t0\n");
        proc.write("10/task/10/schedstat", "5000000000 1000000000 77\n");
        proc.write("../groups/job/a/cpu.stat", "usage_usec 9000000\nnr_throttled 1\nthrottled_usec 500000\n");
        SteppingClock clock = new SteppingClock();
        ProcessProfiler profiler =
                new ProcessProfiler(clock, proc.root, groups, Duration.ofDays(1), List.of("no-such-program"));
        Profiler.Capture capture =
                profiler.capture(10, directory.resolve("out")).orElseThrow();
        proc.process(10, 1, 1, 350, 0, 25, "");
        proc.write("10/task/10/schedstat", "7500000000 2500000000 99\n");
        proc.write("../groups/job/a/cpu.stat", "usage_usec 12000000\nnr_throttled 2\nthrottled_usec 1500000\n");
        Map<String, Double> counters =
                profiler.read(capture.stop(), ProfileLimits.DEFAULT).counters();
        assertThat(counters)
                .containsEntry("run_queue_delay_seconds", 1.5)
                .containsEntry("cpu_throttled_seconds", 1.0)
                .containsEntry("cgroup_cpu_seconds", 3.0)
                .containsEntry("cpu_throttled_frac", .25);
        double wall = counters.getOrDefault("wall_seconds", Double.NaN);
        assertThat(counters.getOrDefault("runnable_per_core", Double.NaN))
                .as("2.5 s ran, 1.5 s waited, four processors")
                .isCloseTo(4 / (4 * wall), within(1e-12));
    }

    @Test
    void groupsOfTheFirstVersionAndPathsThatLeadOutsideAreKnown() {
        FakeProc proc = new FakeProc(directory.resolve("proc"));
        proc.write("10/cgroup", "4:cpu,cpuacct:/job\n");
        proc.write("../groups/cpu,cpuacct/job/cpu.stat", "nr_periods 9\nnr_throttled 1\nthrottled_time 250000000\n");
        proc.write("../groups/cpu,cpuacct/job/cpuacct.usage", "750000000\n");
        proc.write("11/cgroup", "0::/../../secret\n");
        proc.write("../secret/cpu.stat", "usage_usec 1\nthrottled_usec 1\n");
        CgroupReader reader = new CgroupReader(proc.root, directory.resolve("groups"));
        assertThat(reader.of(10)).contains(new CgroupReader.CpuStat(.25, .75));
        assertThat(reader.of(11)).isEmpty();
        assertThat(reader.of(12)).isEmpty();
    }

    @Test
    void aCutFileIsReadUpToTheCut() throws IOException {
        Profile profile =
                read(HEADER + "{\"t\":0,\"cpu_user_seconds\":1}\n{\"t\":1,\"cpu_user_seconds\":2}\n{\"t\":2,\"cpu_us");
        assertThat(profile.counters()).containsEntry("samples", 2.0).containsEntry("cpu_user_seconds", 1.0);
        assertThat(profile.findings()).containsExactly("the last line is cut and was left out");
    }

    @Test
    void damageInTheMiddleIsRefusedWithItsLine() {
        assertThatThrownBy(() -> read(HEADER + "{\"t\":0}\n{\"t\":\n{\"t\":2}\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("process.jsonl line 3");
        assertThatThrownBy(() -> read(HEADER + " ".repeat(100_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("longer than 65536 bytes");
    }

    @Test
    void oneSampleIsNotAMeasurement() throws IOException {
        Profile profile = read(HEADER + "{\"t\":0,\"cpu_user_seconds\":1}\n");
        assertThat(profile.counters()).containsOnlyKeys("samples");
        assertThat(profile.findings()).singleElement().asString().contains("fewer than two samples");
    }

    @Test
    void aCaptureWritesWhatTheTreeDidBetweenItsStartAndItsStop() throws IOException {
        FakeProc proc = new FakeProc(directory.resolve("proc")).process(10, 1, 1, 100, 0, 5, "");
        SteppingClock clock = new SteppingClock();
        ProcessProfiler profiler =
                new ProcessProfiler(clock, proc.root, Duration.ofDays(1), List.of("no-such-program"));
        Profiler.Capture capture =
                profiler.capture(10, directory.resolve("out")).orElseThrow();
        proc.process(10, 1, 1, 350, 0, 25, "");
        Artifact artifact = capture.stop();
        assertThat(artifact.role()).isEqualTo("process");
        assertThat(profiler.read(artifact, ProfileLimits.DEFAULT).counters())
                .containsEntry("samples", 2.0)
                .containsEntry("wall_seconds", 1.0)
                .containsEntry("cpu_user_seconds", 2.5)
                .containsEntry("voluntary_switches", 20.0)
                .containsEntry("write_bytes", 250.0)
                .containsEntry("read_bytes", 0.0)
                .doesNotContainKey("io_wait_seconds");
    }

    @Test
    void aSampleThatComesWhileTheCaptureEndsIsLeftOut() throws Exception {
        FakeProc proc = new FakeProc(directory.resolve("proc")).process(10, 1, 1, 100, 0, 5, "");
        Profiler.Capture capture = new ProcessProfiler(
                        new SteppingClock(), proc.root, Duration.ofMillis(1), List.of("no-such-program"))
                .capture(10, directory.resolve("out"))
                .orElseThrow();
        Artifact artifact;
        Optional<Thread> late = Optional.empty();
        synchronized (capture) {
            while (late.isEmpty()) {
                late = Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("amdahl-process-capture")
                                && thread.getState() == Thread.State.BLOCKED)
                        .findFirst();
            }
            artifact = capture.stop();
        }
        late.orElseThrow().join();
        assertThat(capture.stop()).isEqualTo(artifact);
    }

    @Test
    void aYoungProcessIsMeasuredFromItsOwnStart() throws IOException {
        FakeProc proc = new FakeProc(directory.resolve("proc")).process(10, 1, 12_345, 60, 0, 5, "");
        proc.write("uptime", "124.20 99.0\n");
        ProcessProfiler profiler =
                new ProcessProfiler(new SteppingClock(), proc.root, Duration.ofDays(1), List.of("no-such-program"));
        Artifact artifact =
                profiler.capture(10, directory.resolve("out")).orElseThrow().stop();
        Profile profile = profiler.read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.counters()).containsEntry("cpu_user_seconds", .6).containsEntry("voluntary_switches", 5.0);
        assertThat(profile.counters().get("wall_seconds")).isCloseTo(.75 + 2, within(1e-9));
    }

    @Test
    void theTimeOfAChildThatBurnsTheProcessorIsSeen() throws Exception {
        Requires.program("sh");
        String burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        Process job = new ProcessBuilder("sh", "-c", "read go; sh -c '" + burn + "'; echo burnt; read stay").start();
        ProcessProfiler profiler = new ProcessProfiler(Clock.systemUTC());
        Artifact artifact;
        try (var in = job.outputWriter();
                var out = job.inputReader();
                Profiler.Capture capture =
                        profiler.capture(job.pid(), directory).orElseThrow()) {
            in.write("go\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo("burnt");
            artifact = capture.stop();
        } finally {
            job.destroy();
        }
        Profile profile = profiler.read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.counters().get("cpu_user_seconds")).isGreaterThan(.02);
        assertThat(profile.counters().get("wall_seconds")).isPositive();
        assertThat(profile.counters().get("samples")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aProcessThatIsGoneGivesAnEmptyRecord() {
        ProcessProfiler profiler = new ProcessProfiler(
                Clock.systemUTC(), directory.resolve("empty"), Duration.ofDays(1), List.of("no-such-program"));
        Artifact artifact =
                profiler.capture(10, directory.resolve("out")).orElseThrow().stop();
        assertThat(profiler.read(artifact, ProfileLimits.DEFAULT).counters())
                .containsExactly(Map.entry("samples", 0.0));
    }

    @Test
    void utilisationIsTheMeanOfUsableLines() throws IOException {
        Path silent = Requires.program("true");
        try (AcceleratorUse use =
                AcceleratorUse.start(List.of(silent.toString())).orElseThrow()) {
            assertThat(use.mean()).isEmpty();
            List.of("40", " 60 ", "[N/A]", "", "No devices were found").forEach(use::accept);
            assertThat(use.mean().orElseThrow()).isCloseTo(.5, within(1e-12));
        }
        assertThat(AcceleratorUse.start(List.of("no-such-program"))).isEmpty();
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("process.jsonl"), text);
        return new ProcessProfiler(Clock.systemUTC()).read(new Artifact(file, "process"), ProfileLimits.DEFAULT);
    }

    /** A second passes with each look. */
    private static final class SteppingClock extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            now = now.plusSeconds(1);
            return now;
        }
    }
}
