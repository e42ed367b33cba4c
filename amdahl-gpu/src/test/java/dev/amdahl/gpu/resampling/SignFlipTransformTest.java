package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignFlipTransformTest extends SignFlipsContract {
    @Override
    SignFlips flips(ComputeBackend device) {
        return new SignFlipTransform(device);
    }

    @Override
    int mostBits() {
        return 17;
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 22})
    void threePassesCountLikeTheProcessor(int k) {
        int[][] levels = levels(new SplittableRandom(k), 1, 300);
        try (ComputeBackend device = new CpuBackend(2);
                SignFlipTransform transform = new SignFlipTransform(device)) {
            assertThat(transform.counts(levels, k, 3)).isEqualTo(new CpuResampler(1).signFlipCounts(levels, k, 3));
        }
    }
}
