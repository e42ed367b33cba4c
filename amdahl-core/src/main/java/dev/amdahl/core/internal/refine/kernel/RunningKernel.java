package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** A kernel in its own process, called through a pipe. The clock is on this side of the pipe. Not thread-safe. */
final class RunningKernel implements AutoCloseable {
    private static final long LOAD = 0;
    private static final long RUN = 1;
    private static final long STORE = 2;
    private static final long TOUCH = 3;
    private static final long NOTHING = 4;
    private static final int NOT_LOADED = 4;
    private static final int THREW = 6;
    private static final int SIGNALLED = 128;
    private static final int TRAPPED = 159;
    private static final int OUT_OF_TIME = SIGNALLED + 24;
    private static final int SHOWN = 1500;

    private final Toolchain toolchain;
    private final Process process;
    private final SharedBuffers arena;
    private final Path errors;
    private final Duration limit;
    private final RandomGenerator random;
    private final OutputStream out;
    private final InputStream in;
    private Optional<ProcessorTime> processor = Optional.empty();
    private volatile boolean isLate;

    private RunningKernel(
            Toolchain toolchain,
            Process process,
            SharedBuffers arena,
            Path errors,
            Duration limit,
            RandomGenerator random) {
        this.toolchain = toolchain;
        this.process = process;
        this.arena = arena;
        this.errors = errors;
        this.limit = limit;
        this.random = random;
        out = process.getOutputStream();
        in = process.getInputStream();
    }

    /**
     * The kernel of a process, once it is loaded.
     *
     * @param limit when one call counts as hung
     */
    static RunningKernel of(
            Toolchain toolchain,
            Process process,
            SharedBuffers arena,
            Path errors,
            Duration limit,
            RandomGenerator random)
            throws CandidateRejectedException {
        RunningKernel kernel = new RunningKernel(toolchain, process, arena, errors, limit, random);
        try {
            kernel.settle();
        } catch (CandidateRejectedException failure) {
            kernel.close();
            throw failure;
        }
        kernel.processor = Optional.of(ProcessorTime.of(process));
        return kernel;
    }

    SharedBuffers arena() {
        return arena;
    }

    /** Runs the kernel once; seconds from the call to the answer. */
    double run(SharedBuffers.Layout layout) throws CandidateRejectedException {
        return timed(RUN, layout);
    }

    /** Reads the inputs and writes the outputs once and does nothing else; seconds. */
    double touch(SharedBuffers.Layout layout) throws CandidateRejectedException {
        return timed(TOUCH, layout);
    }

    private double timed(long operation, SharedBuffers.Layout layout) throws CandidateRejectedException {
        if (toolchain.copiesBuffers()) {
            ask(layout.call(LOAD, random.nextLong()));
        }
        double seconds = ask(layout.call(operation, random.nextLong())) * 1e-9;
        if (toolchain.copiesBuffers()) {
            ask(layout.call(STORE, random.nextLong()));
        }
        return seconds;
    }

    /** Whether it waits for the next call, with nothing left over from the last. */
    void settle() throws CandidateRejectedException {
        byte[] call = new byte[SharedBuffers.CALL_BYTES];
        ByteBuffer.wrap(call).order(ByteOrder.nativeOrder()).putLong(0, NOTHING).putLong(Long.BYTES, random.nextLong());
        ask(call);
    }

    /** Whether it runs in one thread, as it was loaded; a JVM has its own, and its kernels cannot start any. */
    void requireAlone() throws CandidateRejectedException {
        int threads = processor.map(ProcessorTime::threads).orElse(1);
        if (!toolchain.copiesBuffers() && threads > 1) {
            throw CandidateRejectedException.hack(
                    Hack.SIDE_THREAD, threads + " threads are still running after a call");
        }
    }

    /** The processor time once it waits for the next call; not known of a JVM, which has threads of its own. */
    OptionalLong nanosAsleep() {
        return toolchain.copiesBuffers()
                ? OptionalLong.empty()
                : processor.map(ProcessorTime::nanosAsleep).orElse(OptionalLong.empty());
    }

    OptionalLong processorNanos() {
        return processor.map(ProcessorTime::nanos).orElse(OptionalLong.empty());
    }

    private long ask(byte[] call) throws CandidateRejectedException {
        byte[] answer;
        long nanos;
        CompletableFuture<Void> over = new CompletableFuture<>();
        over.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> watch = over.thenRun(this::giveUp);
        try {
            long start = System.nanoTime();
            out.write(call);
            out.flush();
            answer = in.readNBytes(Long.BYTES);
            nanos = System.nanoTime() - start;
        } catch (IOException ended) {
            throw ended();
        } finally {
            watch.cancel(false);
            over.cancel(false);
        }
        if (answer.length < Long.BYTES) {
            throw ended();
        }
        if (!Arrays.equals(answer, 0, Long.BYTES, call, Long.BYTES, 2 * Long.BYTES)) {
            throw CandidateRejectedException.hack(Hack.WORK_OUTSIDE_CLOCK, "the runner did not give this answer");
        }
        return nanos;
    }

    private CandidateRejectedException ended() {
        int code;
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                close();
            }
            code = process.waitFor();
        } catch (InterruptedException stopped) {
            close();
            Thread.currentThread().interrupt();
            throw new UnavailableException("kernel", "was interrupted", "run it again", stopped);
        }
        if (isLate) {
            return CandidateRejectedException.wrong("no answer within " + limit + "; the process was ended");
        }
        if (code == OUT_OF_TIME) {
            return CandidateRejectedException.wrong(
                    "its calls used more than " + limit + " of processor time; the process was ended");
        }
        if (code == TRAPPED) {
            return new CandidateRejectedException(
                    SystemCalls.complaint(arena.stoppedCall()).at(Stage.BUILT));
        }
        if (code == NOT_LOADED) {
            return new CandidateRejectedException(Finding.stopped(
                    Stage.FORMED,
                    "could not be loaded: it must define the kernel under its name and with its parameters " + said()));
        }
        if (code == THREW) {
            return CandidateRejectedException.wrong("the kernel threw " + said());
        }
        if (code > SIGNALLED) {
            return CandidateRejectedException.wrong(
                    "the process crashed with signal " + (code - SIGNALLED) + ": " + said());
        }
        return CandidateRejectedException.hack(
                Hack.EARLY_EXIT, "the process ended with exit code " + code + " before it had answered");
    }

    private String said() {
        try (InputStream text = Files.newInputStream(errors)) {
            return new String(text.readNBytes(SHOWN), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return "unreadable output: " + unreadable;
        }
    }

    private void giveUp() {
        isLate = true;
        close();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
