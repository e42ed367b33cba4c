package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.internal.jcuda.EmulatedCuda;
import org.junit.jupiter.api.Test;

/** The text of the kernels that combine blocks. */
final class SchemesTextTest extends SchemeExecutorTest {
    @Override
    ComputeBackend open() {
        return EmulatedCuda.open();
    }

    @Test
    void oddAndEvenSizesComeOutEqual() {
        for (int n = 1; n <= 6; n++) {
            for (int m = 1; m <= 5; m++) {
                equalInEveryArithmetic(n, m, 7 - n);
            }
        }
    }
}
