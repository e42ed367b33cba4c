package dev.amdahl.core.stats;

import dev.amdahl.spi.contract.ResamplerContract;
import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;

/** The sign-flip test over a random subgroup, metric by metric, is a resampler. */
class SignFlipResamplerTest extends ResamplerContract {
    @Override
    protected Resampler resampler() {
        return (quantised, k, seed) -> Arrays.stream(quantised)
                .map(row -> Arrays.stream(row).asDoubleStream().toArray())
                .mapToLong(row ->
                        SignFlip.subgroup(row, Alternative.TWO_SIDED, k, seed).count())
                .toArray();
    }
}
