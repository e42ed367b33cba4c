package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A real server of one's own on a free port of this machine, with its files in a folder that goes when it is closed. Not thread-safe. */
abstract class PrivateServer implements AutoCloseable {
    private static final int MAX_SECONDS = 60;
    private static final int MAX_STARTS = 5;

    /** Below what systems give to outgoing connections, which would take the port of a server that was killed. */
    private static final int FIRST_PORT = 12_000;

    private static final int PORTS = 18_000;
    /** Apart from what other processes choose at the same time. */
    private static final AtomicLong NEXT_PORT =
            new AtomicLong(7919 * ProcessHandle.current().pid());

    private final Path folder;
    private final int port;
    private Optional<Process> server = Optional.empty();

    PrivateServer(Path folder) throws IOException {
        this.folder = folder;
        port = freePort();
    }

    /** Returns the command that is the server, in its folder; what it prints is kept in the file {@code log} there. */
    abstract ProcessBuilder command(Path folder, int port);

    /** Returns whether it answers. */
    abstract boolean answers() throws IOException, InterruptedException;

    /** Starts it again after a kill, more than once where something of the killed one is still about; returns once it answers. */
    public final void restart() {
        try {
            for (int start = 1; !isStarted(); start++) {
                if (start == MAX_STARTS) {
                    throw new IOException("it does not start: " + Files.readString(folder.resolve("log")));
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean isStarted() throws IOException, InterruptedException {
        Process started = logged(command(folder, port), folder).start();
        server = Optional.of(started);
        for (int attempt = 0; attempt < MAX_SECONDS * 20 && started.isAlive(); attempt++) {
            if (answers()) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        kill();
        return false;
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
        if (!running.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || running.exitValue() != 0) {
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
        for (int taken = 0; taken < PORTS; taken++) {
            int port = FIRST_PORT + (int) (NEXT_PORT.getAndIncrement() % PORTS);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no port from " + FIRST_PORT + " to " + (FIRST_PORT + PORTS - 1) + " is free");
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
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
