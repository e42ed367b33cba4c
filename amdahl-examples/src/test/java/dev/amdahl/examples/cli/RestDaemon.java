package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.contract.Requires;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;

/**
 * A real slurmrestd of a private cluster, with tokens, behind a relay that can lose an answer: the daemon has handed a submission over
 * and dies before it says so.
 */
final class RestDaemon implements AutoCloseable {
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final String JWT = "auth_jwt.so";
    private static final int MAX_LOOKS = 200;
    private static final int CHUNK = 1 << 16;

    private final PrivateSlurm cluster;
    private final Path folder;
    private final int port;
    private final ServerSocket relay;
    /** Submissions until the one whose answer is lost; negative if none is. */
    private final AtomicInteger untilLoss = new AtomicInteger(-1);

    private Process daemon;

    private RestDaemon(PrivateSlurm cluster, Path folder) throws IOException {
        this.cluster = cluster;
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        relay = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        daemon = launch();
        background(this::accept);
    }

    /** Starts one and lets the cluster take tokens, or skips the test visibly where they are not installed. */
    static RestDaemon start(PrivateSlurm cluster, Path folder) throws IOException {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        Files.write(folder.resolve("jwt.key"), key);
        Files.writeString(
                cluster.configuration(),
                "AuthAltTypes=auth/jwt\nAuthAltParameters=jwt_key=" + folder.resolve("jwt.key") + "\n",
                StandardOpenOption.APPEND);
        cluster.kill(PrivateSlurm.Daemon.SLURMCTLD);
        cluster.start(PrivateSlurm.Daemon.SLURMCTLD);
        return new RestDaemon(cluster, folder);
    }

    /** Goes on only where the daemon and its tokens are installed. */
    static void required() {
        Requires.program("slurmrestd");
        if (!isInstalled(JWT)) {
            Assumptions.abort(Requires.PREFIX + "library auth_jwt");
        }
    }

    private static boolean isInstalled(String library) {
        try (DirectoryStream<Path> places = Files.newDirectoryStream(LIBRARIES, "*-linux-*")) {
            for (Path place : places) {
                if (Files.exists(place.resolve("slurm-wlm").resolve(library))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + relay.getLocalPort();
    }

    /** A file with a token of this user. */
    Path token() throws IOException {
        String said = cluster.call("scontrol", "token", "lifespan=3600");
        return Files.writeString(folder.resolve("token"), said);
    }

    /** The answer to the submission after that many is lost, and the daemon with it; it is started again a moment later. */
    void loseAnswerAfter(int submissions) {
        untilLoss.set(submissions);
    }

    /** Whether that has happened. */
    boolean hasLostOne() {
        return untilLoss.get() < 0;
    }

    private Process launch() throws IOException {
        String plugin = isInstalled("openapi_v0_0_38.so") ? "openapi/v0.0.38" : "openapi/slurmctld";
        ProcessBuilder builder = new ProcessBuilder(
                        Requires.program("slurmrestd").toString(),
                        "-f",
                        cluster.configuration().toString(),
                        "-a",
                        "rest_auth/jwt",
                        "-s",
                        plugin,
                        "127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("slurmrestd.log").toFile()));
        builder.environment()
                .putAll(java.util.Map.of(
                        "SLURM_CONF", cluster.configuration().toString(),
                        // It waits for the tokens of those who ask.
                        "SLURM_JWT", "daemon",
                        // It may run as the user who runs the test.
                        "SLURMRESTD_SECURITY", "disable_user_check"));
        Process started = builder.start();
        for (int look = 0; look < MAX_LOOKS && !answers(); look++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return started;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void accept() throws IOException {
        while (!relay.isClosed()) {
            Socket client = relay.accept();
            background(() -> relay(client));
        }
    }

    private void relay(Socket client) throws IOException {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            AtomicInteger losing = new AtomicInteger();
            background(() -> {
                try (client) {
                    pass(server.getInputStream(), client.getOutputStream(), (bytes, count) -> losing.get() == 0);
                    if (losing.get() > 0) {
                        restart();
                    }
                }
            });
            pass(client.getInputStream(), server.getOutputStream(), (bytes, count) -> {
                if (new String(bytes, 0, Math.min(count, 80), ISO_8859_1).matches("(?s)POST /slurm/[^ ]*/job/submit .*")
                        && untilLoss.get() >= 0
                        && untilLoss.getAndDecrement() == 0) {
                    losing.set(1);
                }
                return true;
            });
        }
    }

    private interface Gate {
        boolean lets(byte[] bytes, int count);
    }

    /** Until either end closes, or the gate does. */
    private static void pass(InputStream from, OutputStream to, Gate gate) throws IOException {
        byte[] bytes = new byte[CHUNK];
        int count = from.read(bytes);
        while (count > 0 && gate.lets(bytes, count)) {
            to.write(bytes, 0, count);
            to.flush();
            count = from.read(bytes);
        }
    }

    private void restart() throws IOException {
        daemon.destroyForcibly().onExit().join();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(700));
        daemon = launch();
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void background(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException closed) {
                // The other side has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        relay.close();
        daemon.destroyForcibly().onExit().join();
    }
}
