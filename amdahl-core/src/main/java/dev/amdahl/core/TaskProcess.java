package dev.amdahl.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
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
     * {@code TASK RESULT}: reads the task from a file that {@link PairedComparison} wrote, writes {@code {"seconds": s}} into another, and
     * prints what the task returned. What the task throws ends the process with exit code 1.
     */
    @SuppressWarnings(
            "BanSerializableRead") // Written by this user's own program a moment ago, into a folder of its own.
    public static void main(String[] arguments) throws Exception {
        TaskTimer timed;
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(Path.of(arguments[0])))) {
            timed = TaskTimer.of((Callable<?>) in.readObject());
        }
        Files.writeString(Path.of(arguments[1]), String.format(Locale.ROOT, "{\"seconds\": %.12g}%n", timed.seconds()));
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write((timed.value() + "\n").getBytes(UTF_8));
        }
    }
}
