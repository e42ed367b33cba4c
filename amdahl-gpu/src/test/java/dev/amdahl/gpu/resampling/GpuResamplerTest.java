package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.gpu.internal.jcuda.PlayedDevice;
import dev.amdahl.spi.contract.ResamplerContract;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuResamplerTest extends ResamplerContract {
    private static final int LAUNCHES = 1;
    private static final int[][] SOME = {{3, -1, 4, 1, -5, 9, 2, 6}, {5, 3, -5, 8, 9, -7, 9, 3}};
    private static GpuResampler onProcessor;

    @TempDir
    private Path folder;

    private final List<DeviceException> losses = new CopyOnWriteArrayList<>();

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

    private GpuResampler.Choices choices(LongSupplier nanos, AtomicInteger measured) {
        return new GpuResampler.Choices(
                SignFlipTransform::new,
                (ours, theirs) -> {
                    measured.incrementAndGet();
                    return new Crossover(0, 0, 1);
                },
                losses::add,
                nanos);
    }

    /** On a clock of its own, where a call takes the processor a second, and opening the device takes three. */
    @Test
    void aDeviceThatOpensLateIsOpenedOnceThatPaysAndMeasuredOnceForAllProcesses() {
        Path memory = folder.resolve("cache").resolve("host.properties");
        AtomicLong clock = new AtomicLong();
        AtomicInteger openings = new AtomicInteger();
        AtomicInteger measured = new AtomicInteger();
        AtomicInteger onProcessor = new AtomicInteger();
        Resampler cores = new CpuResampler(1);
        Resampler slow = (some, k, seed) -> {
            clock.addAndGet(1_000_000_000);
            onProcessor.incrementAndGet();
            return cores.signFlipCounts(some, k, seed);
        };
        Supplier<ComputeBackend> device = () -> {
            clock.addAndGet(3_000_000_000L);
            openings.incrementAndGet();
            return new CpuBackend(1);
        };
        for (int process = 1; process <= 2; process++) {
            onProcessor.set(0);
            try (GpuResampler late =
                    new GpuResampler(device, slow, choices(clock::get, measured), Optional.of(memory))) {
                for (int seed = 0; seed < 6; seed++) {
                    assertThat(late.signFlipCounts(SOME, 11, seed)).isEqualTo(cores.signFlipCounts(SOME, 11, seed));
                }
            }
            assertThat(onProcessor)
                    .as("by a guess of two seconds, then by what it took")
                    .hasValue(process + 1);
            assertThat(openings).hasValue(process);
            assertThat(measured).hasValue(1);
        }
        assertThat(Remembered.read(memory).orElseThrow().openSeconds()).isEqualTo(3);
    }

    @Test
    void whatIsRememberedOfAnotherDeviceOrDamagedIsMeasuredAgain() throws IOException {
        Path memory = folder.resolve("host.properties");
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicInteger measured = new AtomicInteger();
        new Remembered("another", processors, 1, new Crossover(1, 0, 0)).write(memory);
        for (String text : List.of("", "device=x\nprocessors=1\nopen=NaN\n")) {
            try (GpuResampler resampler = new GpuResampler(
                            () -> new CpuBackend(1),
                            new CpuResampler(1),
                            choices(System::nanoTime, measured),
                            Optional.of(memory))
                    .open()) {
                assertThat(resampler.signFlipCounts(SOME, 11, 3)).hasSize(2);
            }
            Files.writeString(memory, text);
            assertThat(Remembered.read(memory)).isEmpty();
        }
        assertThat(measured).hasValue(2);
    }

    @Test
    void aDeviceThatDoesNotOpenLateIsNotAskedAgainAndNothingFails() {
        AtomicLong clock = new AtomicLong();
        AtomicInteger openings = new AtomicInteger();
        Resampler cores = new CpuResampler(1);
        Resampler slow = (some, k, seed) -> {
            clock.addAndGet(5_000_000_000L);
            return cores.signFlipCounts(some, k, seed);
        };
        Supplier<ComputeBackend> none = () -> {
            openings.incrementAndGet();
            throw new DeviceException(DeviceException.Fault.OTHER, "none");
        };
        try (GpuResampler late =
                new GpuResampler(none, slow, choices(clock::get, new AtomicInteger()), Optional.empty())) {
            for (int seed = 0; seed < 3; seed++) {
                assertThat(late.signFlipCounts(SOME, 11, seed)).isEqualTo(cores.signFlipCounts(SOME, 11, seed));
            }
        }
        assertThat(openings).hasValue(1);
        assertThat(losses).isEmpty();
    }

    private GpuResampler onDevice(Supplier<ComputeBackend> device, Resampler processor) {
        return new GpuResampler(device, processor, choices(System::nanoTime, new AtomicInteger()), Optional.empty())
                .open();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aDeviceLostInMidRunIsSaidOnceAndTheProcessorGoesOnWithTheSameCounts(int launch) {
        AtomicInteger calls = new AtomicInteger();
        Resampler cores = new CpuResampler(1);
        Resampler counted = (some, k, seed) -> {
            calls.incrementAndGet();
            return cores.signFlipCounts(some, k, seed);
        };
        try (GpuResampler resampler = onDevice(() -> PlayedDevice.lostAtLaunch(launch), counted)) {
            for (int seed = 0; seed < 4; seed++) {
                assertThat(resampler.signFlipCounts(SOME, 11, seed)).isEqualTo(cores.signFlipCounts(SOME, 11, seed));
            }
            int whole = (launch - 1) / LAUNCHES;
            assertThat(calls).hasValue(4 - whole);
            assertThat(losses).hasSize(1);
            assertThat(resampler.loss()).contains(losses.get(0));
            assertThat(losses.get(0).fault()).isEqualTo(DeviceException.Fault.LOST);
            assertThat(losses.get(0)).hasMessageContaining("CUDA_ERROR_ECC_UNCORRECTABLE");
        }
    }

    @Test
    void callersSideBySideAllGetTheirCountsWhenTheDeviceIsLost() {
        Resampler cores = new CpuResampler(2);
        try (GpuResampler resampler = onDevice(() -> PlayedDevice.lostAtLaunch(3), cores)) {
            IntStream.range(0, 16)
                    .parallel()
                    .forEach(seed -> assertThat(resampler.signFlipCounts(SOME, 11, seed))
                            .isEqualTo(cores.signFlipCounts(SOME, 11, seed)));
        }
        assertThat(losses).hasSize(1);
    }

    @Test
    void whatADeviceHasNoRoomForTheProcessorCountsAndTheDeviceIsKept() {
        Resampler cores = new CpuResampler(1);
        try (GpuResampler resampler = onDevice(() -> PlayedDevice.withMemory(8L << 11), cores)) {
            assertThat(resampler.signFlipCounts(SOME, 11, 5)).isEqualTo(cores.signFlipCounts(SOME, 11, 5));
            assertThat(resampler.loss()).isEmpty();
        }
        assertThat(losses).isEmpty();
    }

    @Test
    void theFasterWayToCountIsKept() {
        for (Class<?> faster : List.of(SignFlipTransform.class, HadamardProducts.class)) {
            long[] times = faster == SignFlipTransform.class ? new long[] {0, 5, 10, 17} : new long[] {0, 5, 10, 14};
            AtomicInteger looks = new AtomicInteger();
            try (ComputeBackend device = new CpuBackend(1);
                    SignFlips kept = FasterFlips.of(device, () -> times[looks.getAndIncrement()])) {
                assertThat(kept).isInstanceOf(faster);
                assertThat(kept.counts(SOME, 11, 3)).isEqualTo(new CpuResampler(1).signFlipCounts(SOME, 11, 3));
            }
        }
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
                    SignFlipTransform transform = new SignFlipTransform(backend);
                    HadamardProducts products = new HadamardProducts(backend)) {
                assertThat(products.counts(some, k, 5)).isEqualTo(new CpuResampler(4).signFlipCounts(some, k, 5));
                assertThat(transform.counts(some, k, 5)).isEqualTo(new CpuResampler(4).signFlipCounts(some, k, 5));
            }
        }
    }
}
