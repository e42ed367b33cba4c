package dev.amdahl.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class AcceleratorTest {
    private static Kernel kernel(Runnable work) {
        return new Kernel() {
            @Override
            public String name() {
                return "kernel";
            }

            @Override
            public void run() {
                work.run();
            }
        };
    }

    @Test
    void launchReturnsBeforeTheKernelHasRunAndAReadWaitsForIt() {
        Trace trace = Trace.off();
        CountDownLatch launched = new CountDownLatch(1);
        double[] value = new double[1];
        try (Accelerator device = Accelerator.open(trace, trace.lane("main"))) {
            device.launch(kernel(() -> {
                try {
                    launched.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                value[0] = 1;
            }));
            device.launch(kernel(() -> value[0] = 3 * value[0] + 4));
            launched.countDown();
            assertThat(device.readScalar(value, 0)).isEqualTo(7);
        }
    }

    @Test
    void copiesRunInQueueOrder() {
        Trace trace = Trace.off();
        double[] onDevice = new double[2];
        double[] back = new double[1];
        try (Accelerator device = Accelerator.open(trace, trace.lane("main"))) {
            device.copyToDevice(new double[] {1, 2}, onDevice);
            device.launch(kernel(() -> onDevice[1] *= 10));
            device.copyToHost(onDevice, 1, back, 1);
            device.copyToDevice(new double[] {0, 0}, onDevice);
        }
        assertThat(back[0]).isEqualTo(20);
        assertThat(onDevice).containsExactly(0, 0);
    }

    @Test
    void failureOfAKernelReachesTheHostThatSynchronises() {
        Trace trace = Trace.off();
        try (Accelerator device = Accelerator.open(trace, trace.lane("main"))) {
            device.launch(kernel(() -> {
                throw new ArithmeticException("no such product");
            }));
            assertThatThrownBy(device::synchronize).hasRootCauseMessage("no such product");
        }
    }
}
