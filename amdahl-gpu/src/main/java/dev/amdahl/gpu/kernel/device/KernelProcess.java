package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.kernel.device.Call.Operation;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.UnavailableException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A kernel in its own process, called through a pipe. Not thread-safe. */
final class KernelProcess implements LoadedKernel {
    private static final int SIGNALLED = 128;
    private static final Set<Integer> KILLED = Set.of(SIGNALLED + 9, SIGNALLED + 31);
    private static final int NOT_LOADED = 4;
    private static final int SHOWN = 3000;
    private static final long END_SECONDS = 10;
    private static final Work NOTHING = new Work(0, 1);

    private final Process process;
    private final DeviceArena arena;
    private final Path errors;
    private final Kind kind;
    private final Duration limit;
    private final Closeable leftover;
    private final OutputStream out;
    private final InputStream in;
    private String told = "";
    private boolean isGreeted;
    private long asked;
    private volatile boolean isLate;

    /** How a process computes. */
    enum Kind {
        /** On the shared memory itself; the clock is on this side of the pipe. */
        EMULATED(.5, 3),
        /** On a device, to which buffers are copied; the clock is the device's. Pure reads run up to a tenth faster than a copy. */
        DEVICE(.8, 4);

        private final double leastOfFloor;
        private final int answerWords;

        Kind(double leastOfFloor, int answerWords) {
            this.leastOfFloor = leastOfFloor;
            this.answerWords = answerWords;
        }
    }

    /** What a process answers, by the emulator's numbers. */
    enum Answer {
        DONE(0),
        STUCK_AT_BARRIER(1),
        TRAPPED(2),
        NOT_BUILT(3),
        FAILED(4),
        CLOCKS_DISAGREE(5),
        UNAVAILABLE(6),
        OUTSIDE(7),
        WRITTEN(8);

        private final long number;

        Answer(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }

        /** Returns an answer that is none is a failure. */
        private static Answer numbered(long number) {
            return Arrays.stream(values())
                    .filter(each -> each.number == number)
                    .findFirst()
                    .orElse(FAILED);
        }
    }

    /**
     * @param errors what it says, a file of its own
     * @param limit when one call counts as hung
     * @param leftover what else goes with it
     */
    KernelProcess(Process process, DeviceArena arena, Path errors, Kind kind, Duration limit, Closeable leftover) {
        this.leftover = leftover;
        this.process = process;
        this.arena = arena;
        this.errors = errors;
        this.kind = kind;
        this.limit = limit;
        out = process.getOutputStream();
        in = process.getInputStream();
    }

    @Override
    public DeviceArena arena() {
        return arena;
    }

    @Override
    public double run(List<Launch> launches, DeviceArena.Layout layout, List<Integer> sizes, long seed)
            throws KernelFailure {
        if (kind == Kind.EMULATED) {
            return timed(Operation.RUN, launches, layout, sizes, seed, NOTHING);
        }
        timed(Operation.LOAD, launches, layout, sizes, seed, NOTHING);
        double seconds = timed(Operation.RUN, launches, layout, sizes, seed, NOTHING);
        timed(Operation.STORE, launches, layout, sizes, seed, NOTHING);
        return seconds;
    }

    @Override
    public double floor(DeviceArena.Layout layout, Work work) throws KernelFailure {
        return kind.leastOfFloor * timed(Operation.TOUCH, List.of(), layout, List.of(), 0, work);
    }

    private double timed(
            Operation operation,
            List<Launch> launches,
            DeviceArena.Layout layout,
            List<Integer> sizes,
            long seed,
            Work work)
            throws KernelFailure {
        greet();
        Call call = Call.of(operation, ++asked, seed, launches, layout, sizes, work);
        long begun = System.nanoTime();
        ByteBuffer answer = ask(call.words());
        long nanos = System.nanoTime() - begun;
        if (answer.getLong() != asked) {
            throw new KernelFailure(KernelFailure.Kind.LAUNCH, "the runner did not give this answer");
        }
        Answer status = Answer.numbered(answer.getLong());
        if (status == Answer.UNAVAILABLE) {
            throw unavailable(kind == Kind.EMULATED ? "memory beside the buffers cannot be protected" : told);
        }
        if (status != Answer.DONE) {
            throw new KernelFailure(kind(status), refusal(status));
        }
        return 1e-9 * (kind == Kind.EMULATED ? nanos : answer.getLong());
    }

    /** Takes the answer that a device's process gives unasked: what fails before it says nothing of a candidate. */
    void greet() {
        if (isGreeted || kind == Kind.EMULATED) {
            return;
        }
        isGreeted = true;
        ByteBuffer greeting;
        try {
            greeting = ask(new byte[0]);
        } catch (KernelFailure ended) {
            throw unavailable(ended.text());
        }
        if (greeting.getLong(Long.BYTES) != Answer.DONE.number()) {
            throw unavailable(told);
        }
    }

    private UnavailableException unavailable(String why) {
        close();
        return new UnavailableException("kernel device", why, "see amdahl doctor, or choose --backend emulated", null);
    }

    private static KernelFailure.Kind kind(Answer status) {
        return switch (status) {
            case NOT_BUILT -> KernelFailure.Kind.BUILD;
            case CLOCKS_DISAGREE -> KernelFailure.Kind.CLOCKS;
            case OUTSIDE -> KernelFailure.Kind.OUTSIDE;
            case WRITTEN -> KernelFailure.Kind.WRITTEN;
            default -> KernelFailure.Kind.LAUNCH;
        };
    }

    private String refusal(Answer status) {
        return switch (status) {
            case STUCK_AT_BARRIER -> "a barrier is not reached by all threads of a block that are still running";
            case TRAPPED -> "a thread trapped";
            case OUTSIDE -> "memory beside the buffers was read or written";
            case WRITTEN -> "an input was written";
            default -> kind == Kind.EMULATED ? said() : told;
        };
    }

    private ByteBuffer ask(byte[] call) throws KernelFailure {
        CompletableFuture<Void> over = new CompletableFuture<>();
        over.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> watch = over.thenRun(this::giveUp);
        try {
            out.write(call);
            out.flush();
            int length = kind.answerWords * Long.BYTES;
            byte[] answer = in.readNBytes(length);
            if (answer.length == length) {
                unname();
                ByteBuffer words = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
                hear(words);
                return words;
            }
            throw ended();
        } catch (IOException broken) {
            throw ended();
        } finally {
            watch.cancel(false);
            over.cancel(false);
        }
    }

    /** What a device's process has to say is behind its answer. */
    private void hear(ByteBuffer words) throws IOException {
        if (kind == Kind.DEVICE) {
            byte[] text = in.readNBytes(Math.toIntExact(words.getLong(3 * Long.BYTES)));
            told = new String(text, 0, Math.min(text.length, SHOWN), StandardCharsets.UTF_8).strip();
        }
    }

    /** Both have it mapped: whatever becomes of this process, nothing is left of it. */
    private void unname() throws IOException {
        if (asked == 1) {
            Files.deleteIfExists(arena.file());
        }
    }

    private KernelFailure ended() {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                end();
            }
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new UnavailableException(
                        "kernel",
                        "its process cannot be ended",
                        "look for it in state D, and read the driver's log",
                        null);
            }
            int code = process.exitValue();
            if (isLate) {
                return new KernelFailure(
                        KernelFailure.Kind.HUNG,
                        "no answer within " + limit.toMillis() / 1e3 + " s; the process was ended");
            }
            if (code == NOT_LOADED) {
                return new KernelFailure(KernelFailure.Kind.BUILD, "cannot be loaded: " + said());
            }
            if (KILLED.contains(code)) {
                return new KernelFailure(
                        KernelFailure.Kind.LAUNCH,
                        "the process was stopped: it made a system call, or was out of memory");
            }
            return new KernelFailure(
                    KernelFailure.Kind.LAUNCH,
                    (code > SIGNALLED
                                    ? "the process crashed with signal " + (code - SIGNALLED)
                                    : "the process ended with exit code " + code)
                            + ": an address outside the buffers, or an endless recursion " + said());
        } catch (InterruptedException stopped) {
            end();
            Thread.currentThread().interrupt();
            throw new UnavailableException("kernel", "was interrupted", "run it again", stopped);
        }
    }

    private String said() {
        try (InputStream text = Files.newInputStream(errors)) {
            return new String(text.readNBytes(SHOWN), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return "unreadable output: " + unreadable;
        }
    }

    @Override
    public String footprint() {
        return told;
    }

    private void giveUp() {
        isLate = true;
        end();
    }

    private void end() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        end();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        try {
            Files.deleteIfExists(errors);
            Files.deleteIfExists(arena.file());
            leftover.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
