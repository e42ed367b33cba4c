package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.cpu.CpuBackend;
import dev.amdahl.spi.contract.ResamplerContract;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GpuResamplerTest extends ResamplerContract {
    private static GpuResampler onProcessor;

    @BeforeAll
    static void open() {
        onProcessor = new GpuResampler(() -> new CpuBackend(1), new CpuResampler(1));
    }

    @Override
    protected Resampler resampler() {
        return onProcessor;
    }

    @AfterAll
    static void close() {
        onProcessor.close();
        onProcessor.close();
    }

    /** Takes a fixed time and a time for each sum, on a clock of its own. */
    private static Resampler paced(AtomicLong clock, long fixed, double each) {
        return (levels, k, seed) -> {
            clock.addAndGet(fixed + (long) (each * ((long) levels.length << k)));
            return new long[levels.length];
        };
    }

    @Test
    void theDeviceGetsWhatIsLargeEnoughForIt() {
        AtomicLong clock = new AtomicLong();
        Crossover crossover = Crossover.measured(paced(clock, 1_000_000, .01), paced(clock, 0, 1), clock::get);

        assertThat(crossover.isForDevice(900_000)).isFalse();
        assertThat(crossover.isForDevice(1_100_000)).isTrue();
        assertThat(crossover.isForDevice(0)).isFalse();
    }

    @Test
    void aSlowDeviceGetsNothing() {
        AtomicLong clock = new AtomicLong();
        Crossover crossover = Crossover.measured(paced(clock, 0, 2), paced(clock, 0, 1), clock::get);

        assertThat(crossover.isForDevice(1L << 40)).isFalse();
    }

    @Test
    void aDeviceThatDoesNotOpenIsSaid() {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> new GpuResampler(
                        () -> {
                            throw new DeviceException(DeviceException.Fault.LOST, "gone");
                        },
                        new CpuResampler(1)))
                .withMessage("gone");
    }

    @Test
    void itIsFoundByNameAndSaysWhyItIsNotAvailable() {
        ResamplerFactory factory = ServiceLoader.load(ResamplerFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(one -> one.name().equals("gpu"))
                .findFirst()
                .orElseThrow();
        assertThat(factory.availability().isReady())
                .isEqualTo(factory.availability().reason().isEmpty());
    }

    @Test
    @RequiresGpu
    void theDeviceCountsLikeTheProcessor() {
        int[][] levels = new int[40][500];
        for (int metric = 0; metric < levels.length; metric++) {
            for (int pair = 0; pair < levels[metric].length; pair++) {
                levels[metric][pair] = (int) ((metric + 1L) * (pair * 7919L % 1009 - 480) % (1 << 20));
            }
        }
        for (int k : new int[] {1, 9, 10, 11, 17, 20, 21, 24}) {
            int[][] some = Arrays.copyOf(levels, k > 20 ? 3 : 40);
            try (var backend = ComputeBackends.open("jcuda");
                    SignFlipTransform transform = new SignFlipTransform(backend)) {
                assertThat(transform.counts(some, k, 5)).isEqualTo(new CpuResampler(4).signFlipCounts(some, k, 5));
            }
        }
    }
}
