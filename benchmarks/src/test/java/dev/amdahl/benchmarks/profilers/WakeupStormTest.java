package dev.amdahl.benchmarks.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.core.internal.timeline.Thresholds;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.profilers.internal.process.ProcessProfiler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the process profiler sees of the benchmark's variants: a storm of wake-ups in the one, none in the other. */
final class WakeupStormTest {
    private static final long GROWN_MILLIS = 3_000;

    /** What a job of two threads is given; those of a large machine would thin its storm out. */
    private static final int CORES = 2;

    @TempDir
    Path directory;

    WakeupStormTest() {
        directory = Path.of("");
    }

    @Test
    void aPoolThatParksAroundEachTinyProductIsFoundAndABatchIsNot() {
        WakeupStormBenchmark benchmark = new WakeupStormBenchmark();
        double sum = benchmark.single();
        // A process younger than two seconds is measured from its own start, the storm included.
        while (ManagementFactory.getRuntimeMXBean().getUptime() < GROWN_MILLIS) {
            sum = benchmark.single();
        }
        double expected = sum;
        Diagnosis parking = diagnose("parking", () -> {
            for (int i = 0; i < 2; i++) {
                assertThat(benchmark.parking()).isEqualTo(expected);
            }
        });
        Diagnosis batched = diagnose("batched", () -> {
            for (int i = 0; i < 30; i++) {
                assertThat(benchmark.batched()).isEqualTo(expected);
            }
        });
        benchmark.close();
        double bound = Thresholds.DEFAULT.wakeupsPerSecond();
        assertThat(parking.metrics())
                .hasEntrySatisfying(
                        "ctx_switch_per_s_per_core", rate -> assertThat(rate).isGreaterThan(bound))
                .hasEntrySatisfying(
                        "wakeups_per_s_per_core", rate -> assertThat(rate).isGreaterThan(bound / 2));
        assertThat(batched.metrics())
                .hasEntrySatisfying(
                        "ctx_switch_per_s_per_core", rate -> assertThat(rate).isLessThan(bound))
                .hasEntrySatisfying(
                        "wakeups_per_s_per_core", rate -> assertThat(rate).isLessThan(bound / 2));
        assertThat(rules(parking)).contains("amdahl.wake-up-storm");
        assertThat(rules(batched)).doesNotContain("amdahl.wake-up-storm");
        assertThat(isContention(parking)).isTrue();
        assertThat(isContention(batched)).isFalse();
    }

    private static List<String> rules(Diagnosis diagnosis) {
        return Detectors.of(diagnosis).stream().map(Detection::rule).toList();
    }

    private static boolean isContention(Diagnosis diagnosis) {
        return diagnosis.accounts().stream().anyMatch(account -> account.bottleneck() == Bottleneck.HOST_CONTENTION);
    }

    private Diagnosis diagnose(String variant, Runnable work) {
        Clock clock = Clock.systemUTC();
        Profiler profiler = new ProcessProfiler(clock);
        Instant start = clock.instant();
        Profiler.Capture capture = profiler.capture(ProcessHandle.current().pid(), directory.resolve(variant))
                .orElseThrow();
        work.run();
        Profile profile = profiler.read(capture.stop(), ProfileLimits.DEFAULT);
        JobRunFacts facts = new JobRunFacts(variant, start, clock.instant(), 0, 0, 1, OptionalInt.of(CORES));
        return Diagnose.diagnose(variant, facts, List.of(profile));
    }
}
