package dev.amdahl.llm.internal.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * Runs in a sandbox, where there is no network: listens on its loopback interface, passes every connection to a socket in a folder, and runs a
 * program meanwhile. One class that needs no other, so that its file alone is shown in there.
 */
public final class Forwarder {
    private static final int BUFFER = 1 << 16;

    private Forwarder() {}

    /** Takes the socket, the port, and the command, whose exit code is its own. */
    public static void main(String[] words) throws IOException, InterruptedException {
        UnixDomainSocketAddress out = UnixDomainSocketAddress.of(words[0]);
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1])));
            start(() -> accept(listening, out));
            Process program = new ProcessBuilder(Arrays.asList(words).subList(2, words.length))
                    .inheritIO()
                    .start();
            Runtime.getRuntime().halt(program.waitFor());
        }
    }

    private static void accept(ServerSocketChannel listening, UnixDomainSocketAddress out) {
        while (listening.isOpen()) {
            try {
                SocketChannel inside = listening.accept();
                start(() -> join(inside, out));
            } catch (IOException failed) {
                return;
            }
        }
    }

    private static void join(SocketChannel inside, UnixDomainSocketAddress out) {
        try (inside;
                SocketChannel outside = SocketChannel.open(out)) {
            Thread back = start(() -> pass(outside, inside));
            pass(inside, outside);
            back.join();
        } catch (IOException refused) {
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pass(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
            to.shutdownOutput();
        } catch (IOException gone) {
            close(from);
            close(to);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException failed) {
            return;
        }
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work, "forwarder");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
