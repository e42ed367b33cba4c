package dev.amdahl.examples.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.Plugins;
import dev.amdahl.examples.cli.doctor.Check.Grade;
import dev.amdahl.spi.Availability;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How what a machine shows is graded, on machines other than this one. */
final class ChecksTest {
    @TempDir
    private Path folder;

    @Test
    void aBusyMachineIsWarnedOf() {
        assertThat(Processors.load("0.30 0.10 0.05 1/200 77", 2).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.load("1.30 0.10 0.05 1/200 77", 2))
                .returns(Grade.WARN, Check::grade)
                .returns("1.30 over the last minute on 2 cores", Check::found);
        assertThat(Processors.pressure("some avg10=0.00 avg60=12.50 avg300=3.00 total=1\nfull avg10=0")
                        .grade())
                .isEqualTo(Grade.WARN);
        assertThat(Processors.pressure("some avg10=99.0 avg60=2.50 avg300=3.00 total=1")
                        .grade())
                .isEqualTo(Grade.OK);
    }

    @Test
    void oneCoreFailsAndAQuotaWarns() {
        assertThat(Processors.cores(1).grade()).isEqualTo(Grade.FAIL);
        assertThat(Processors.cores(2).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.quota("max 100000", 4).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.quota("-1 100000", 4).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.quota("400000 100000", 4).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.quota("150000 100000", 4))
                .returns(Grade.WARN, Check::grade)
                .matches(check -> check.found().startsWith("1.50 cores"));
    }

    @Test
    void aClockRateThatFollowsTheLoadWarns() {
        assertThat(Processors.governor(Optional.of("performance")).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.governor(Optional.empty()).grade()).isEqualTo(Grade.OK);
        assertThat(Processors.governor(Optional.of("powersave")))
                .returns(Grade.WARN, Check::grade)
                .matches(check -> check.remedy().contains("performance"));
    }

    @Test
    void littleRoomWarns() throws Exception {
        assertThat(Memory.memory(100L << 20, 64).grade()).isEqualTo(Grade.WARN);
        assertThat(Memory.memory(8L << 30, 64).grade()).isEqualTo(Grade.OK);
        assertThat(Memory.swap(0).grade()).isEqualTo(Grade.OK);
        assertThat(Memory.swap(7).grade()).isEqualTo(Grade.WARN);
        assertThat(Memory.disk("disk", "x", folder).found()).contains("MiB free for " + folder);
    }

    @Test
    void aDriverThatDoesNotAnswerFails() {
        assertThat(Accelerators.devices(false, Optional.empty()).grade()).isEqualTo(Grade.OK);
        assertThat(Accelerators.devices(true, Optional.empty()).grade()).isEqualTo(Grade.FAIL);
        assertThat(Accelerators.devices(true, Optional.of("NVIDIA H200, 570.1, 141 GiB\nNVIDIA H200, 570.1, 141 GiB")))
                .returns(Grade.OK, Check::grade)
                .returns("NVIDIA H200, 570.1, 141 GiB; NVIDIA H200, 570.1, 141 GiB", Check::found);
    }

    @Test
    void clocksThatAreApartWarn() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        assertThat(ClockChecks.apart("files", "the disk", now, now, now.plusMillis(900))
                        .grade())
                .isEqualTo(Grade.OK);
        assertThat(ClockChecks.apart("files", "the disk", now, now.plusSeconds(60), now.plusSeconds(30)))
                .as("asked for a minute by a busy machine")
                .returns(Grade.OK, Check::grade);
        assertThat(ClockChecks.apart("files", "the disk", now, now.plusSeconds(60), now.minusSeconds(5)))
                .returns(Grade.WARN, Check::grade)
                .returns("5000.0 ms apart from the disk", Check::found);
    }

    @Test
    void aClockThatIsSetIsToldFromAMachineThatStoodStill() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        ClockChecks.Look first = new ClockChecks.Look(0, now, 2_000_000_000L);
        assertThat(first.apart(new ClockChecks.Look(3_000_000_000L, now.plusSeconds(2), 9_000_000_000L)))
                .isZero();
        assertThat(first.apart(new ClockChecks.Look(3_000_000_000L, now.plusSeconds(10), 9_000_000_000L)))
                .hasSeconds(1);
        assertThat(first.apart(new ClockChecks.Look(3_000_000_000L, now.minusSeconds(1), 9_000_000_000L)))
                .hasSeconds(2);
    }

    @Test
    void withoutASchedulerThatIsReadyNothingCanRun() {
        List<Check> checks = PluginChecks.checks(List.of(
                found("scheduler", "local", Availability.unavailable("no /proc/uptime")),
                found("llm-backend", "claude", Availability.unavailable("no program claude")),
                found("profiler", "kineto", Availability.ready()),
                found("profiler", "ncu", Availability.unavailable("no file"))));

        assertThat(checks.get(0))
                .returns(Grade.FAIL, Check::grade)
                .returns("none ready; not ready: local (no /proc/uptime)", Check::found);
        assertThat(checks.get(1).grade()).isEqualTo(Grade.WARN);
        assertThat(checks.get(2))
                .returns(Grade.OK, Check::grade)
                .returns("ready: kineto; not ready: ncu (no file)", Check::found);
        assertThat(checks.subList(3, checks.size()))
                .extracting(Check::name)
                .containsExactly("advisor", "promotion-gate", "resampler");
    }

    private static Plugins.Found found(String kind, String name, Availability availability) {
        return new Plugins.Found(kind, name, availability, "");
    }
}
