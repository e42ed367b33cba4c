package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;

class HadamardProductsTest extends SignFlipsContract {
    @Override
    SignFlips flips(ComputeBackend device) {
        return new HadamardProducts(device);
    }

    @Override
    int mostBits() {
        return 14;
    }
}
