package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MismatchTest {
    @Test
    void aSumThatCancelsOutMayBeOffAsOthersOfItsLengthMay() {
        for (int seed = 0; seed < 2_000; seed++) {
            KernelInput asked = KernelInput.draw(
                    KernelTasks.ROWSUM, InputKind.NORMAL, Shape.of(1, 904), new SplittableRandom(seed));
            float sum = 0;
            for (float value : asked.inputs().get(0)) {
                sum += value;
            }

            assertThat(Mismatch.between(asked, new float[] {sum}, 0))
                    .as("seed %d, in sequence", seed)
                    .isEmpty();
            assertThat(Mismatch.between(asked, new float[] {sum + .01f}, 0))
                    .as("seed %d, off by more than rounding", seed)
                    .isPresent();
        }
    }
}
