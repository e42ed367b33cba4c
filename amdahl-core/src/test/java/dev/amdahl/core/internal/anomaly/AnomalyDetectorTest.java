package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.amdahl.core.internal.testing.StationaryNoise;
import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Cause;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind planted, with jitter and gaps, and its like that is none. */
final class AnomalyDetectorTest {
    private static final int MINUTE = 60;

    private final WatchRun run = new WatchRun();

    private Anomaly only(Kind kind) {
        assertThat(run.found).extracting(Anomaly::kind).containsExactly(kind);
        return run.found.get(0);
    }

    /** Noise around a level, sampled at uneven times with one sample in fifty missing. */
    private double noisy(int number, double from, int samples, double level, double spread, long seed) {
        double[] noise = StationaryNoise.CORRELATED.series(samples, seed);
        SplittableRandom random = new SplittableRandom(seed);
        double time = from;
        for (int i = 0; i < samples; i++) {
            time += 10 * (.7 + .6 * random.nextDouble());
            if (random.nextInt(50) > 0) {
                run.watcher.accept(number, WatchRun.at(time), level + spread * noise[i]);
            }
        }
        return time;
    }

    @Test
    void aQuietSampleAllocatesNothing() {
        Signal[] signals = Signal.values();
        int[] numbers = new int[signals.length];
        Quiet[] values = new Quiet[signals.length];
        for (int i = 0; i < signals.length; i++) {
            numbers[i] = run.series(signals[i]);
            values[i] = quiet(signals[i]);
        }
        double[] noise = StationaryNoise.CORRELATED.series(10_000, 600_009);
        quiet(numbers, values, noise, 0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 1; i <= 10; i++) {
            quiet(numbers, values, noise, i);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat((double) allocated / (10L * noise.length * signals.length)).isLessThan(.01);
        assertThat(run.found).isEmpty();
    }

    private void quiet(int[] numbers, Quiet[] values, double[] noise, int round) {
        for (int k = 0; k < noise.length; k++) {
            long nanos = WatchRun.at(round * (double) noise.length + k);
            for (int i = 0; i < numbers.length; i++) {
                run.watcher.accept(numbers[i], nanos, values[i].value(noise[k], round * noise.length + k));
            }
        }
    }

    private interface Quiet {
        double value(double noise, int index);
    }

    private static Quiet quiet(Signal signal) {
        return switch (signal) {
            case STEP -> (noise, index) -> index;
            case BUSY -> (noise, index) -> .9;
            case CLOCK, REQUESTED_CLOCK -> (noise, index) -> 1980;
            case THROTTLED, ECC_CORRECTED, ECC_UNCORRECTED, FAILURE -> (noise, index) -> 0;
            default -> (noise, index) -> 1000 + 10 * noise;
        };
    }

    @Test
    void aDivergingLossIsFoundWithItsStep() {
        int loss = run.series(Signal.LOSS);
        double[] noise = StationaryNoise.NORMAL.series(1100, 600_001);
        for (int step = 0; step < 1100; step++) {
            run.watcher.accept(loss, WatchRun.at(step), step, 2 + .05 * noise[step] + (step >= 1000 ? 1 : 0));
        }

        Anomaly found = only(Kind.LOSS_DIVERGED);
        assertThat(found.span().step()).isBetween(997L, 1000L);
        assertThat(found.span().samples()).isLessThan(12);
        assertThat(found.triage().cause()).isEqualTo(Cause.NUMERIC);
        assertThat(found.what()).startsWith("rose from 2.0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void theFirstStepThatIsNoNumberIsNamed(double broken) {
        int loss = run.series(Signal.LOSS);
        for (int step = 0; step < 500; step++) {
            run.watcher.accept(loss, WatchRun.at(step), step, step < 317 ? 2 : broken);
        }

        Anomaly found = only(Kind.NOT_A_NUMBER);
        assertThat(found.span().step()).isEqualTo(317);
        assertThat(found.what()).endsWith("first at step 317");
    }

    @Test
    void aDeviceThatGivesNoNumberWasNotMeasured() {
        for (Signal signal :
                new Signal[] {Signal.BUSY, Signal.MEMORY, Signal.CLOCK, Signal.ECC_CORRECTED, Signal.THROTTLED}) {
            run.play(run.series(signal), 0, Double.NaN, Double.POSITIVE_INFINITY, -1);
        }
        assertThat(run.found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.0, MEMORY_STALL", "0.9, MEMORY_RELEASED"})
    void aFallOfMemoryIsAStallWhereTheDeviceIsIdleToo(double busy, Kind kind) {
        int memory = run.series(Signal.MEMORY);
        int use = run.series(Signal.BUSY);
        for (int i = 0; i < 220; i++) {
            run.watcher.accept(memory, WatchRun.at(i), i < 200 ? 60_000 + i % 3 : 400);
            run.watcher.accept(use, WatchRun.at(i), i < 200 ? .9 : busy);
        }
        assertThat(only(kind).span().since()).isEqualTo(WatchRun.instant(200));
    }

    @Test
    void withoutTheUseOfTheDeviceTheFallSaysSo() {
        int memory = run.series(Signal.MEMORY);
        double[] values = new double[220];
        Arrays.fill(values, 0, 200, 60_000);
        run.play(memory, 0, values);
        assertThat(only(Kind.MEMORY_RELEASED).what())
                .startsWith("fell from 599")
                .endsWith("use of the device unknown");
    }

    @Test
    void memoryThatKeepsGrowingIsALeakWithinTwelveBlocks() {
        int memory = run.series(Signal.MEMORY);
        SplittableRandom random = new SplittableRandom(600_002);
        int samples = 0;
        while (run.found.isEmpty() && samples < 1000) {
            run.watcher.accept(memory, WatchRun.at(15 * samples), 40_000 + 12.0 * samples + 500 * random.nextDouble());
            samples++;
        }
        assertThat(run.found.get(0).kind()).isEqualTo(Kind.MEMORY_LEAK);
        assertThat(samples).isLessThanOrEqualTo(12 * MemorySeries.BLOCK);
    }

    @Test
    void sawTeethAreNoLeak() {
        int memory = run.series(Signal.MEMORY);
        for (int i = 0; i < 20_000; i++) {
            run.watcher.accept(memory, WatchRun.at(i), 30_000 + 10 * (i % 200));
        }
        assertThat(run.found).isEmpty();
    }

    @Test
    void aCollapsedInputRateIsFoundThroughJitterAndGaps() {
        int rate = run.series(Signal.RATE);
        double time = noisy(rate, 0, 400, 1000, 60, 600_003);
        noisy(rate, time, 30, 400, 60, 600_004);

        Anomaly found = only(Kind.INPUT_COLLAPSED);
        assertThat(found.span().samples()).isLessThan(16);
        assertThat(found.triage().cause()).isEqualTo(Cause.DATA);
    }

    @Test
    void slowerStepsOfAThrottledHostAreItsHardware() {
        int seconds = run.series(Signal.STEP_SECONDS);
        int reason = run.series(Signal.THROTTLED);
        double[] noise = StationaryNoise.NORMAL.series(330, 600_005);
        for (int i = 0; i < 330; i++) {
            run.watcher.accept(reason, WatchRun.at(i), i < 300 ? 0 : 1);
            run.watcher.accept(seconds, WatchRun.at(i), (i < 300 ? 1 : 1.6) + .03 * noise[i]);
        }
        assertThat(run.found).extracting(Anomaly::kind).containsExactlyInAnyOrder(Kind.THROTTLED, Kind.STEPS_SLOWED);
        assertThat(run.found).allMatch(found -> found.triage().cause() == Cause.HARDWARE);
    }

    @Test
    void aReasonCountsOnlyWhereTheClockIsLower() {
        int clock = run.series(Signal.CLOCK);
        int requested = run.series(Signal.REQUESTED_CLOCK);
        int reason = run.series(Signal.THROTTLED);
        for (int i = 0; i < 200; i++) {
            run.watcher.accept(requested, WatchRun.at(i), 1980);
            run.watcher.accept(clock, WatchRun.at(i), i < 100 ? 1975 : 1200);
            run.watcher.accept(reason, WatchRun.at(i), 1);
        }
        Anomaly found = only(Kind.THROTTLED);
        assertThat(found.span().since()).isEqualTo(WatchRun.instant(100));
        assertThat(found.span().samples()).isEqualTo(6);
        assertThat(found.what()).isEqualTo("clock 1200 MHz instead of the requested 1980");
    }

    @Test
    void aLowClockAtWorkIsThrottlingWhereNoReasonsAreGiven() {
        int requested = run.series(Signal.REQUESTED_CLOCK);
        int busy = run.series(Signal.BUSY);
        int clock = run.series(Signal.CLOCK);
        for (int i = 0; i < 60; i++) {
            run.watcher.accept(requested, WatchRun.at(i), 1980);
            run.watcher.accept(busy, WatchRun.at(i), i < 30 ? .2 : .95);
            run.watcher.accept(clock, WatchRun.at(i), 1200);
        }
        assertThat(only(Kind.THROTTLED).span().since()).isEqualTo(WatchRun.instant(30));
    }

    @Test
    void uncorrectedErrorsShowAtOnceAndWhatWasThereBeforeDoesNot() {
        run.play(run.series("n3", "gpu1", Signal.ECC_UNCORRECTED), 0, 7, 7, 7, 9);

        Anomaly found = only(Kind.ECC_UNCORRECTED);
        assertThat(found.place().host()).isEqualTo("n3");
        assertThat(found.what()).isEqualTo("2 uncorrected memory errors");
        assertThat(found.triage().cause()).isEqualTo(Cause.HARDWARE);
    }

    @Test
    void correctedErrorsShowWhereTheyAreMany() {
        int counter = run.series(Signal.ECC_CORRECTED);
        for (int i = 0; i < 100; i++) {
            run.watcher.accept(counter, WatchRun.at(i * 10 * MINUTE), i < 50 ? i : 50 + 3 * (i - 50));
        }
        assertThat(run.found).isNotEmpty().allMatch(found -> found.kind() == Kind.ECC_CORRECTED_OFTEN);
        assertThat(run.found.get(0).span().seen()).isAfterOrEqualTo(WatchRun.instant(50 * 10 * MINUTE));
    }

    @Test
    void aFailureNamesTheHostWithErrorsAndCountsThoseOfADay() {
        int bad = run.series("n2", "gpu5", Signal.ECC_CORRECTED);
        int worse = run.series("n2", "gpu6", Signal.ECC_UNCORRECTED);
        int good = run.series("n1", "gpu0", Signal.ECC_CORRECTED);
        run.watcher.accept(bad, WatchRun.at(-40 * 3600), 0);
        run.watcher.accept(bad, WatchRun.at(-39 * 3600), 5);
        for (int i = 0; i < 10; i++) {
            run.watcher.accept(good, WatchRun.at(i * 3600), 3);
            run.watcher.accept(bad, WatchRun.at(i * 3600), 5 + i);
            run.watcher.accept(worse, WatchRun.at(i * 3600), i < 9 ? 0 : 1);
        }
        run.found.clear();
        run.watcher.failed(new Place("job", "", "", "log"), WatchRun.at(10 * 3600), 12, "Traceback");

        Anomaly found = only(Kind.ECC_BEFORE_FAILURE);
        assertThat(found.place().host()).isEqualTo("n2");
        assertThat(found.what()).contains("1 uncorrected and 9 corrected memory errors on host n2 within 24 hours");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CUDA error: uncorrectable ECC error encountered | HARDWARE",
                "CUDA error: an illegal memory access was encountered | SOFTWARE",
                "NCCL WARN watchdog caught collective operation timeout | NETWORK",
                "ValueError: loss is NaN | NUMERIC",
                "FileNotFoundError: shard-17.tar | DATA",
                "torch.OutOfMemoryError: out of memory | MEMORY",
                "bye | UNKNOWN",
            })
    void aFailureWithoutErrorsIsToldByItsWords(String text, Cause cause) {
        run.watcher.failed(new Place("job", "", "", "log"), WatchRun.at(0), 1, text);

        assertThat(only(Kind.FAILURE).triage().cause()).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource({"1.0, NETWORK", "0.0, DATA"})
    void noStepsWhileTheDevicesAreSampledIsAHang(double busy, Cause cause) {
        int loss = run.series(Signal.LOSS);
        int use = run.series(Signal.BUSY);
        for (int i = 0; i < 2000; i += 10) {
            run.watcher.accept(use, WatchRun.at(i), i < 1000 ? .8 : busy);
            if (i < 1000) {
                run.watcher.accept(loss, WatchRun.at(i), i / 10, 2);
            }
        }
        run.found.removeIf(found -> found.kind() == Kind.HELD_IDLE);
        Anomaly found = only(Kind.HANG);
        assertThat(found.span().step()).isEqualTo(99);
        assertThat(found.span().delay()).hasSeconds(310);
        assertThat(found.triage().cause()).isEqualTo(cause);
    }

    @Test
    void whereNothingIsSampledNothingIsKnown() {
        int loss = run.series(Signal.LOSS);
        for (int i = 0; i < 100; i++) {
            run.watcher.accept(loss, WatchRun.at(i), i, 2);
        }
        assertThat(run.found).isEmpty();
        run.watcher.tick(WatchRun.at(99 + 300));
        assertThat(run.found).isEmpty();
        run.watcher.tick(WatchRun.at(99 + 301));
        only(Kind.HANG);
    }

    @Test
    void heldAndIdleShowsAfterAQuarterOfAnHourWithoutAGap() {
        int use = run.series(Signal.BUSY);
        double time = 0;
        for (; time < 14 * MINUTE; time += 15) {
            run.watcher.accept(use, WatchRun.at(time), 0);
        }
        time += 5 * MINUTE;
        double again = time;
        for (; run.found.isEmpty(); time += 15) {
            run.watcher.accept(use, WatchRun.at(time), .01);
        }
        Anomaly found = only(Kind.HELD_IDLE);
        assertThat(found.span().since()).as("the gap is unknown, not idle").isEqualTo(WatchRun.instant(again));
        assertThat(found.span().delay()).hasMinutes(15);
    }

    @Test
    void gapsAreCountedAsUnknown() {
        int use = run.series(Signal.BUSY);
        for (int i = 0; i < 100; i++) {
            run.watcher.accept(use, WatchRun.at(i < 50 ? i : i + 100), .5);
        }
        SeriesCoverage covered = run.watcher.coverage().get(0);
        assertThat(covered.samples()).isEqualTo(100);
        assertThat(covered.gaps()).isEqualTo(1);
        assertThat(covered.seconds()).isEqualTo(199);
        assertThat(covered.unknownSeconds()).isEqualTo(100);
        assertThat(run.found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "train/loss, LOSS",
        "loss, LOSS",
        "grad_norm, GRADIENT_NORM",
        "samples_per_second, RATE",
        "tokens/s, RATE",
        "throughput, RATE",
        "step_time, STEP_SECONDS",
        "iter_time_s, STEP_SECONDS",
        "gpu_util, BUSY",
        "memory.used, MEMORY",
        "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL, ECC_UNCORRECTED",
        "gpu_corrected_ecc, ECC_CORRECTED",
        "sm_clock, CLOCK",
        "exit_code, FAILURE",
        "DCGM_FI_DEV_XID_ERRORS, FAILURE",
        "learning_rate, OTHER",
        "accuracy, OTHER",
        "step, STEP",
        "memory_util, OTHER",
    })
    void aNameTellsTheSignal(String name, Signal signal) {
        assertThat(Signal.of(name)).isEqualTo(signal);
    }
}
