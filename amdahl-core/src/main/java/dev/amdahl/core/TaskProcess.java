package dev.amdahl.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;

/** The JVM that times one task of {@link PairedComparison}. */
final class TaskProcess {
    private TaskProcess() {}

    /**
     * {@code TASK RESULT CALLS}: reads the task from a file that {@link PairedComparison} wrote, calls it that often to warm it up and that
     * often to time it, writes {@code {"seconds": s}} of a call into the second file, and prints what the task returned. With 0, prints how
     * often it should be called. What the task throws ends the process with exit code 1.
     */
    public static void main(String[] arguments) throws Exception {
        Callable<?> task = read(Path.of(arguments[0]));
        long calls = Long.parseLong(arguments[2]);
        if (calls == 0) {
            print(String.valueOf(TaskTimer.calls(task)));
            return;
        }
        TaskTimer timed = TaskTimer.of(task, calls);
        Files.writeString(Path.of(arguments[1]), String.format(Locale.ROOT, "{\"seconds\": %.12g}%n", timed.seconds()));
        print(timed.value());
    }

    /** This user's own program wrote it a moment ago, into a folder that is his alone. */
    @SuppressWarnings("BanSerializableRead")
    private static Callable<?> read(Path file) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (Callable<?>) in.readObject();
        }
    }

    private static void print(String line) throws IOException {
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write((line + "\n").getBytes(UTF_8));
        }
    }
}
