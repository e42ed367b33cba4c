package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The CUDA backend on an emulated driver: what is compiled and run is the kernels' own text. */
public final class EmulatedCuda {
    private static final List<String> PROGRAMS = List.of("gcc", "g++", "prlimit");

    private EmulatedCuda() {}

    /** Skips a test, or all of a class, where the compilers are missing. */
    static void require() {
        PROGRAMS.forEach(Requires::program);
    }

    /** Buffers end at a page that may not be touched. A test without the compilers is skipped. */
    public static ComputeBackend open() {
        return open(true, UnaryOperator.identity());
    }

    /**
     * Opens one whose texts were changed.
     *
     * @param endsAtGuard whether buffers end at a page that may not be touched; else they begin at one
     * @param change what is done to each text before it is compiled
     */
    public static ComputeBackend open(boolean endsAtGuard, UnaryOperator<String> change) {
        require();
        try {
            return new JCudaBackend(
                    new EmulatedDriver(endsAtGuard, 1), new EmulatedBuilds(change), 0, Map.of("driver", "emulated"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
