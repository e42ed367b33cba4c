package dev.amdahl.gpu.internal.child;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that tells {@link Message}s. Nothing here waits for it without a limit, not even for its end: one that is stuck in a
 * driver cannot be ended. It does not outlive this program. Used by one thread.
 */
public final class Child implements AutoCloseable {
    private static final Message END = new Message("", List.of(), Map.of());
    private static final int SHOWN = 2000;
    private static final long GRACE_SECONDS = 10;

    private final Process process;
    private final Path errors;
    private final Thread end = new Thread(this::kill, "amdahl-child-end");
    private final BlockingQueue<Message> told = new LinkedBlockingQueue<>();

    /**
     * Starts one.
     *
     * @throws IOException if it cannot be started
     */
    public Child(Class<?> program, String... arguments) throws IOException {
        errors = Files.createTempFile("amdahl-child", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(ChildJvm.command(program, arguments)).redirectError(errors.toFile());
        // As nvidia-smi numbers devices.
        builder.environment().put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        process = builder.start();
        try {
            Runtime.getRuntime().addShutdownHook(end);
        } catch (IllegalStateException e) {
            kill();
            throw new IOException("this program is ending", e);
        }
        Thread reader = new Thread(this::read, "amdahl-child");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (DataInputStream in = new DataInputStream(process.getInputStream())) {
            while (true) {
                told.add(Message.read(in));
            }
        } catch (IOException ended) {
            told.add(END);
        }
    }

    /** Returns its next message; empty if it has ended, or says nothing for so long. */
    public Optional<Message> next(Duration limit) {
        try {
            Message message = told.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (message != null && isEnd(message)) {
                told.add(END);
                return Optional.empty();
            }
            return Optional.ofNullable(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static boolean isEnd(Message message) {
        return message.kind().isEmpty();
    }

    /** Lets it go on where it waits for that. */
    public void go() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException ended) {
            // Its end is told by next().
            return;
        }
    }

    /** Returns why nothing more comes, after {@link #next} was empty; it is ended by this. */
    public String fault(Duration limit) {
        Message last = told.peek();
        if (last == null || !isEnd(last)) {
            kill();
            return "no answer within " + limit.toSeconds() + " s; its process was ended";
        }
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                kill();
                return "its process neither answers nor ends";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
            return "interrupted";
        }
        return "its process ended with exit code " + process.exitValue() + said();
    }

    private String said() {
        try (InputStream text = Files.newInputStream(errors)) {
            return new String(text.readNBytes(SHOWN), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .map(line -> ": " + line.strip())
                    .orElse("");
        } catch (IOException unreadable) {
            return "";
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Ends it, or gives it up. */
    @Override
    public void close() {
        kill();
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
            Files.deleteIfExists(errors);
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | IllegalStateException e) {
            // A file of text is left over, or the program is ending and the hook has run.
            return;
        }
    }
}
