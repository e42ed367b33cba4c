package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A real server of one's own on a free port of this machine, with its files in a folder that goes when it is closed. Not thread-safe. */
abstract class PrivateServer implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final Path folder;
    private final int port;
    private Optional<Process> server = Optional.empty();

    PrivateServer(Path folder) throws IOException {
        this.folder = folder;
        port = freePort();
    }

    /** The command that is the server, in its folder; what it prints is kept in the file {@code log} there. */
    abstract ProcessBuilder command(Path folder, int port);

    /** Whether it answers. */
    abstract boolean answers() throws IOException, InterruptedException;

    /** Starts it again after a kill; returns once it answers. */
    public final void restart() {
        try {
            Process started = logged(command(folder, port), folder).start();
            server = Optional.of(started);
            for (int attempt = 0; attempt < MOST_SECONDS * 20 && started.isAlive(); attempt++) {
                if (answers()) {
                    return;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            kill();
            throw new IOException("it does not start: " + Files.readString(folder.resolve("log")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the server and all of its processes at once, as a power cut of the programs would. */
    public final void kill() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    /** Stops it and removes its files. */
    @Override
    public final void close() {
        kill();
        remove(folder);
    }

    final int port() {
        return port;
    }

    final Path folder() {
        return folder;
    }

    final List<ProcessHandle> processes() {
        return server.stream()
                .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
                .toList();
    }

    /** Runs a program that prepares its folder. @throws IOException with what it printed, if it fails */
    static void prepare(ProcessBuilder program, Path folder) throws IOException, InterruptedException {
        Process running = logged(program, folder).start();
        if (!running.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || running.exitValue() != 0) {
            running.destroyForcibly();
            throw new IOException(program.command() + " failed: " + Files.readString(folder.resolve("log")));
        }
    }

    static ProcessBuilder logged(ProcessBuilder program, Path folder) {
        return program.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
