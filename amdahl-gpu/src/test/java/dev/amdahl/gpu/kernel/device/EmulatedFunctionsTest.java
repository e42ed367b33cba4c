package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.HalfFloat;
import dev.amdahl.gpu.Nvcc;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What CUDA C++ offers beside the language gives where it is emulated what Java gives. */
class EmulatedFunctionsTest {
    private static final int THREADS = 64;
    private static final int ROWS = 128;
    private static final float A = -2.75f;
    private static final float B = 1.3f;
    private static final float C = .7f;
    private static final int N = 3;

    private static float x(int i) {
        return i < 3 ? new float[] {A, B, C}[i] : i * 37 % 64 - 20;
    }

    private static String source() throws IOException {
        try (InputStream in = EmulatedFunctionsTest.class.getResourceAsStream("functions.cu")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static double[] expected() {
        double half = half(B);
        float bfloat = bfloat(B);
        return new double[] {
            Double.NEGATIVE_INFINITY,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Math.PI,
            Double.POSITIVE_INFINITY,
            1.7976931348623157e8,
            2,
            1,
            1,
            1 / 2.75,
            1 / 2.75,
            -3,
            -2,
            A % B,
            Math.tanh(A),
            Math.tanh(A),
            Math.tanh(A),
            B * B,
            Math.pow(B, 3),
            2.75,
            2.75,
            N,
            Math.exp(N),
            Math.sqrt(B),
            Math.log10(B),
            Math.atan2(A, B),
            -0.99989937807788,
            Math.cosh(A),
            A + B,
            A - B,
            A * B,
            A / B,
            Math.sqrt(B),
            (double) A * B + C,
            -3,
            -2,
            -3,
            -2,
            0,
            1,
            N,
            4,
            -4,
            B,
            A,
            5,
            2,
            28,
            30,
            8,
            41,
            0,
            1,
            1,
            1,
            3,
            4 * 2 - 3 + 2 * 2 - 1 + 10,
            255 * 2 + 3 + 1,
            5 - 12 + 21 - 32,
            3,
            3,
            0,
            1,
            -1 + 255 - 7 + 3 - 9 + 65535 + 2.5 + 3,
            4 + 40 + 1200 + 160000,
            1 + 20 + 100,
            A + x(3),
            B,
            half,
            half(half + half),
            half(half(half * half) - 1),
            half(A * A + A),
            half(half * half + half),
            0x7c00,
            2,
            half(A * A),
            1,
            bfloat,
            bfloat(bfloat * bfloat),
            bfloat(C),
            0,
            5,
            8,
            7,
            9,
            -2,
            40,
            0xf0,
            0,
            5,
            13,
            12,
            7,
            8,
            2 + 41,
            13,
            8
        };
    }

    private static double half(double x) {
        return HalfFloat.ofFloat16(HalfFloat.toFloat16((float) x));
    }

    private static float bfloat(float x) {
        return HalfFloat.ofBfloat16(HalfFloat.toBfloat16(x));
    }

    private static IntStream warp(int thread) {
        return IntStream.range(thread / 32 * 32, thread / 32 * 32 + 32);
    }

    private static int v(int thread) {
        return (int) x(thread);
    }

    private static final List<IntToDoubleFunction> OF_A_THREAD = List.of(
            t -> IntStream.range(0, THREADS).filter(i -> v(i) > 0).count(),
            t -> 2 + 4,
            t -> warp(t).map(EmulatedFunctionsTest::v).sum(),
            t -> warp(t).map(EmulatedFunctionsTest::v).max().orElseThrow(),
            t -> warp(t).map(EmulatedFunctionsTest::v).min().orElseThrow(),
            t -> t < 32 ? 31 + 64 + 3 : 63 + 96 + 3,
            t -> warp(t).filter(i -> v(i) % 4 == v(t) % 4).count(),
            t -> t < 32 ? 15 : 3,
            t -> 32,
            t -> (t % 32 < 16 ? 16 + (t ^ 8) : 16) + 16,
            t -> t % 32 == 31 ? Double.NaN : 31 + 3);

    @Test
    void functionsGiveWhatJavaGives() throws IOException, KernelFailure {
        List.of("bwrap", "gcc", "g++", "readelf", "prlimit").forEach(Requires::program);
        float[] x = new float[THREADS];
        IntStream.range(0, THREADS).forEach(i -> x[i] = x(i));
        int length = ROWS + 11 * THREADS;
        float[] y;
        try (EmulatedDevice device = EmulatedDevice.open(CandidateSandbox.BUBBLEWRAP, Duration.ofMinutes(1));
                LoadedKernel kernel =
                        device.load(source(), List.of("functions"), DeviceArena.bytes(THREADS + length, 2))) {
            DeviceArena.Layout layout = kernel.arena().lay(List.of(x), length, 0, DeviceArena.NAN, DeviceArena.NUMBER);
            kernel.run(List.of(new Launch(0, new Grid(1, 1, THREADS, 1, 0))), layout, List.of(N), 1);
            y = layout.output();
        }
        double[] expected = expected();
        for (int i = 0; i < expected.length; i++) {
            requireNear("number " + i, y[i], expected[i]);
        }
        for (int i = 0; i < OF_A_THREAD.size() * THREADS; i++) {
            double of = OF_A_THREAD.get(i / THREADS).applyAsDouble(i % THREADS);
            requireNear("row " + i / THREADS + ", thread " + i % THREADS, y[ROWS + i], of);
        }
    }

    private static void requireNear(String what, double is, double expected) {
        if (Double.isFinite(expected)) {
            assertThat(is).as(what).isCloseTo(expected, within(1e-6 * (1 + Math.abs(expected))));
        } else {
            assertThat(is).as(what).isEqualTo((Double) expected);
        }
    }

    @Test
    void theToolkitsCompilerKnowsThemToo(@TempDir Path folder) throws IOException, InterruptedException {
        Nvcc.compile(folder, List.of(source()), "90");
    }
}
