package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.internal.jcuda.PlayedDevice;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.UnavailableException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceCopiesTest {
    private static final int SLOW = 3000;

    @TempDir
    private Path folder;

    /** Copies an answer over whichever copy of the arena it is given, as often as asked. */
    private static final class Writing implements Kernel {
        private final ComputeBackend backend;
        private final DeviceBuffer<int[]> answer;
        private final int times;
        private int launches;

        Writing(ComputeBackend backend, int[] answer, int times) {
            this.backend = backend;
            this.answer = backend.allocate(ElementType.INT32, answer);
            this.times = times;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void launch(Grid grid, KernelArgument... arguments) {
            launches++;
            KernelArgument.Buffer out = (KernelArgument.Buffer) arguments[1];
            for (int i = 0; i < times; i++) {
                backend.copy(answer, (DeviceBuffer<int[]>) out.buffer());
            }
        }

        @Override
        public Optional<Footprint> footprint() {
            return Optional.empty();
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    @Test
    void theOutputIsWrittenAnewByEachLaunchAndComesBack() throws IOException {
        DeviceArena.Layout layout = served(ComputeBackends.open("cpu"), 1);
        assertThat(layout.output()).containsOnly(10f);
        assertThat(layout.isGuarded()).isTrue();
        assertThat(layout.changedInput()).isEmpty();
    }

    @Test
    void aDeviceWhoseClockAgreesWithTheHostsIsBelievedAndNoOther() throws IOException {
        assertThat(served(PlayedDevice.pacedAt(1), SLOW).output()).containsOnly(10f);
        assertThatExceptionOfType(ClocksDisagreeException.class)
                .isThrownBy(() -> served(PlayedDevice.pacedAt(.3f), SLOW))
                .withMessageContaining("must agree to a tenth");
        assertThatExceptionOfType(ClocksDisagreeException.class)
                .isThrownBy(() -> served(PlayedDevice.pacedAt(3), SLOW));
    }

    private DeviceArena.Layout served(ComputeBackend opened, int times) throws IOException {
        Path file = Files.createTempDirectory(folder, "served").resolve("arena");
        DeviceArena arena = new DeviceArena(file, DeviceArena.bytes(20, 2));
        DeviceArena.Layout layout =
                arena.lay(List.of(new float[10]), 10, 3, DeviceArena.NAN | 1, DeviceArena.NUMBER | 1);
        try (ComputeBackend backend = opened;
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            IntBuffer words = words(channel);
            int[] answer = new int[words.capacity()];
            words.get(0, answer);
            int at = (int) (layout.offsets().get(1) / Integer.BYTES);
            Arrays.fill(answer, at, at + 10, Float.floatToRawIntBits(10));
            try (Writing writing = new Writing(backend, answer, times);
                    DeviceCopies copies = new DeviceCopies(backend, words, List.of(writing))) {
                List<Launch> launches = List.of(new Launch(0, Grid.of(1, 32)));
                for (Call.Operation operation :
                        List.of(Call.Operation.LOAD, Call.Operation.RUN, Call.Operation.STORE)) {
                    Call call = Call.of(operation, 1, -5, launches, layout, List.of(10), new Work(0, 1));
                    assertThat(copies.serve(Call.read(call.words()))).isGreaterThanOrEqualTo(0);
                }
                assertThat(writing.launches).isGreaterThan(1);
            }
        }
        return layout;
    }

    /** Writes twice the input, and notes which inputs it was asked for. */
    private static final class Doubling implements Kernel {
        private final Set<List<Integer>> asked = new HashSet<>();

        @Override
        @SuppressWarnings("unchecked")
        public void launch(Grid grid, KernelArgument... arguments) {
            KernelArgument.Buffer in = (KernelArgument.Buffer) arguments[0];
            KernelArgument.Buffer out = (KernelArgument.Buffer) arguments[1];
            DeviceBuffer<int[]> memory = (DeviceBuffer<int[]>) in.buffer();
            int[] all = memory.download();
            int from = (int) in.element();
            List<Integer> seen = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                seen.add(all[from + i]);
                all[(int) out.element() + i] = Float.floatToRawIntBits(2 * Float.intBitsToFloat(all[from + i]));
            }
            memory.upload(all);
            asked.add(seen);
        }

        @Override
        public Optional<Footprint> footprint() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    /** Whoever copies what another launch wrote has the answer to another input. */
    @Test
    void noTwoCopiesAreAskedTheSame() throws IOException {
        float[] input = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        for (long seed : new long[] {2, 3, -5, 12_345}) {
            Path file = Files.createTempDirectory(folder, "doubled").resolve("arena");
            DeviceArena arena = new DeviceArena(file, DeviceArena.bytes(20, 2));
            DeviceArena.Layout layout = arena.lay(List.of(input), 10, 1, DeviceArena.NAN | 1, DeviceArena.NUMBER | 1);
            Doubling doubling = new Doubling();
            try (ComputeBackend backend = ComputeBackends.open("cpu");
                    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    DeviceCopies copies = new DeviceCopies(backend, words(channel), List.of(doubling))) {
                List<Launch> launches = List.of(new Launch(0, Grid.of(1, 32)));
                for (Call.Operation operation :
                        List.of(Call.Operation.LOAD, Call.Operation.RUN, Call.Operation.STORE)) {
                    copies.serve(Call.of(operation, 1, seed, launches, layout, List.of(10), new Work(0, 1)));
                }
            }
            assertThat(layout.output()).containsExactly(2, 4, 6, 8, 10, 12, 14, 16, 18, 20);
            assertThat(layout.changedInput()).isEmpty();
            assertThat(layout.isGuarded()).isTrue();
            assertThat(doubling.asked).hasSizeGreaterThan(1);
        }
    }

    private static IntBuffer words(FileChannel channel) throws IOException {
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size())
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
    }

    @Test
    void aDeviceThatCannotBeOpenedSaysNothingOfACandidate() throws KernelFailure {
        CudaDevice device = new CudaDevice("no such", "none", Duration.ofMinutes(1));
        try (LoadedKernel kernel = device.load("a kernel", List.of("k"), DeviceArena.bytes(20, 2))) {
            DeviceArena.Layout layout = kernel.arena().lay(List.of(new float[10]), 10, 0, 1, 2);
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> kernel.run(List.of(new Launch(0, Grid.of(1, 32))), layout, List.of(10), 1))
                    .withMessageContaining("no backend is named 'no such'");
        }
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
