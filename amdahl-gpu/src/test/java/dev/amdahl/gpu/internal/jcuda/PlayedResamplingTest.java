package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.gpu.resampling.HadamardProducts;
import dev.amdahl.gpu.resampling.ProductResampling;
import dev.amdahl.gpu.resampling.SignFlipTransform;
import java.util.Arrays;
import java.util.SplittableRandom;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;

/** Resampling on a played driver: what fits no memory is done in slices, and nothing is left behind. */
class PlayedResamplingTest {
    private static final int K = 11;
    /** 40 levels, a bound and a count. */
    private static final long OF_METRIC = 4 * 40 + 8 + 8;

    private static int[][] levels(int metrics, int pairs) {
        SplittableRandom random = new SplittableRandom(metrics);
        int[][] levels = new int[metrics][pairs];
        for (int[] row : levels) {
            Arrays.setAll(row, i -> random.nextInt(-1 << 20, (1 << 20) + 1));
        }
        return levels;
    }

    @Test
    void memoryForThreeMetricsCountsThirteen() {
        int[][] levels = levels(13, 40);
        RecordingCudaApi api = new RecordingCudaApi();
        try (ComputeBackend backend = PlayedDevice.open(api);
                SignFlipTransform transform = new SignFlipTransform(backend);
                ComputeBackend processor = new CpuBackend(1);
                SignFlipTransform reference = new SignFlipTransform(processor)) {
            api.freeBytes = 3 * OF_METRIC + 4 * 40;

            assertThat(transform.counts(levels, K, 5)).isEqualTo(reference.counts(levels, K, 5));
            assertThat(api.freeBytes).isEqualTo(3 * OF_METRIC + 4 * 40);
        }
        assertThat(api.open).isEmpty();
    }

    @Test
    void hadamardProductsInSlicesCountWhatTheProcessorsEngineCounts() {
        int[][] levels = levels(7, 40);
        RecordingCudaApi api = new RecordingCudaApi();
        try (ComputeBackend backend = PlayedDevice.open(api);
                HadamardProducts products = new HadamardProducts(backend)) {
            api.freeBytes = 3 * (16L << K) + 50_000;

            assertThat(products.counts(levels, K, 5)).isEqualTo(new CpuResampler(1).signFlipCounts(levels, K, 5));
            assertThat(api.freeBytes).isEqualTo(3 * (16L << K) + 50_000);
        }
        assertThat(api.open).isEmpty();
    }

    @Test
    void memoryForNotEvenOneMetricIsSaid() {
        RecordingCudaApi api = new RecordingCudaApi();
        try (ComputeBackend backend = PlayedDevice.open(api);
                SignFlipTransform transform = new SignFlipTransform(backend)) {
            api.freeBytes = OF_METRIC;
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> transform.counts(levels(2, 40), K, 5))
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.OUT_OF_MEMORY));
            assertThat(api.freeBytes).isEqualTo(OF_METRIC);
        }
        assertThat(api.open).isEmpty();
    }

    @Test
    void aLaunchThatFailsLeavesNoBufferBehind() {
        RecordingCudaApi api = new RecordingCudaApi();
        try (ComputeBackend backend = PlayedDevice.open(api);
                SignFlipTransform transform = new SignFlipTransform(backend)) {
            long free = api.freeBytes;
            api.fail("launch", CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 1);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> transform.counts(levels(2, 40), K, 5))
                    .withMessageContaining("countFlips");
            assertThat(api.freeBytes).isEqualTo(free);
        }
    }

    @Test
    void productsInSlicesAreThoseOfTheWhole() {
        int[][] levels = levels(5, 33);
        RecordingCudaApi api = new RecordingCudaApi();
        try (ComputeBackend backend = PlayedDevice.open(api);
                ProductResampling products = new ProductResampling(backend);
                ComputeBackend processor = new CpuBackend(2);
                ProductResampling reference = new ProductResampling(processor)) {
            api.freeBytes = 20_000;
            assertThat(products.bootstrapSums(levels, 201, 9)).isDeepEqualTo(reference.bootstrapSums(levels, 201, 9));
            double[] factors = {1, 2, .5, 1, 3};
            assertThat(products.maximumCounts(levels, factors, 201, 9))
                    .isEqualTo(reference.maximumCounts(levels, factors, 201, 9));
        }
        assertThat(api.open).isEmpty();
    }
}
