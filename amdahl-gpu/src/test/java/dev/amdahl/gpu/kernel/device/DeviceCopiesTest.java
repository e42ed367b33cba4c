package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.internal.jcuda.PlayedDevice;
import dev.amdahl.gpu.roofline.Work;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceCopiesTest {
    private static final int SLOW = 3000;
    private static final int ATTEMPTS = 20;

    @TempDir
    private Path folder;

    /** Writes its size over its second buffer, as often as asked, in whichever copy it is given. */
    private static final class Writing implements Kernel {
        private final List<Object> buffers = new ArrayList<>();
        private final int times;

        Writing(int times) {
            this.times = times;
        }

        @Override
        public void launch(Grid grid, KernelArgument... arguments) {
            KernelArgument.Buffer out = (KernelArgument.Buffer) arguments[1];
            int n = ((KernelArgument.Int32) arguments[2]).value();
            buffers.add(out.buffer());
            int[] ones = new int[n];
            Arrays.fill(ones, Float.floatToRawIntBits(n));
            for (int i = 0; i < times; i++) {
                upload(out, ones);
            }
        }

        @SuppressWarnings("unchecked")
        private static void upload(KernelArgument.Buffer out, int[] values) {
            ((DeviceBuffer<int[]>) out.buffer()).upload(values, 0, out.element(), values.length);
        }

        @Override
        public Optional<Footprint> footprint() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    @Test
    void launchesTakeTurnsOnTheCopiesAndOneOfThoseWrittenComesBack() throws IOException {
        int launches = 0;
        for (int i = 0; i < ATTEMPTS && launches <= 1; i++) {
            Writing writing = new Writing(1);
            DeviceArena.Layout layout = served(ComputeBackends.open("cpu"), writing);
            assertThat(layout.output()).containsOnly(10f);
            assertThat(layout.isGuarded()).isTrue();
            assertThat(layout.changedInput()).isEmpty();
            launches = writing.buffers.size();
        }
        assertThat(launches)
                .as("a first launch of a millisecond, on a busy machine, is the only one")
                .isGreaterThan(1);
    }

    @Test
    void aDeviceWhoseClockAgreesWithTheHostsIsBelievedAndNoOther() throws IOException {
        assertThat(served(PlayedDevice.pacedAt(1), new Writing(SLOW)).output()).containsOnly(10f);
        assertThatExceptionOfType(ClocksDisagreeException.class)
                .isThrownBy(() -> served(PlayedDevice.pacedAt(.3f), new Writing(SLOW)))
                .withMessageContaining("must agree to a tenth");
        assertThatExceptionOfType(ClocksDisagreeException.class)
                .isThrownBy(() -> served(PlayedDevice.pacedAt(3), new Writing(SLOW)));
    }

    private DeviceArena.Layout served(ComputeBackend opened, Writing writing) throws IOException {
        Path file = Files.createTempDirectory(folder, "served").resolve("arena");
        DeviceArena arena = new DeviceArena(file, DeviceArena.bytes(20, 2));
        DeviceArena.Layout layout =
                arena.lay(List.of(new float[10]), 10, 3, DeviceArena.NAN | 1, DeviceArena.NUMBER | 1);
        try (ComputeBackend backend = opened;
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                DeviceCopies copies = new DeviceCopies(backend, words(channel), List.of(writing))) {
            List<Launch> launches = List.of(new Launch(0, Grid.of(1, 32)));
            for (Call.Operation operation : List.of(Call.Operation.LOAD, Call.Operation.RUN, Call.Operation.STORE)) {
                Call call = Call.of(operation, 1, -5, launches, layout, List.of(10), new Work(0, 1));
                assertThat(copies.serve(Call.read(call.words()))).isGreaterThanOrEqualTo(0);
            }
        }
        return layout;
    }

    private static IntBuffer words(FileChannel channel) throws IOException {
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size())
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
    }

    @Test
    void aChildThatCannotBuildSaysWhy() throws KernelFailure {
        CudaDevice device = new CudaDevice("cpu", "a processor", Duration.ofMinutes(1));
        try (LoadedKernel kernel = device.load("no kernel", List.of("none"), DeviceArena.bytes(20, 2))) {
            DeviceArena.Layout layout = kernel.arena().lay(List.of(new float[10]), 10, 0, 1, 2);
            assertThatExceptionOfType(KernelFailure.class)
                    .isThrownBy(() -> kernel.run(List.of(new Launch(0, Grid.of(1, 32))), layout, List.of(10), 1))
                    .satisfies(failure -> {
                        assertThat(failure.kind()).isEqualTo(KernelFailure.Kind.BUILD);
                        assertThat(failure.text()).contains("none");
                    });
        }
    }
}
