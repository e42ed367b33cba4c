package dev.amdahl.core.schedulers.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port of its own before a server: while it is shut, connections are refused and those that were open are gone. */
final class Door implements AutoCloseable {
    private final URI server;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private ServerSocket listener;

    Door(String url) throws IOException {
        server = URI.create(url);
        listener = listen(0);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/";
    }

    private ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        start(() -> accept(socket));
        return socket;
    }

    private void accept(ServerSocket socket) throws IOException {
        while (true) {
            Socket caller = socket.accept();
            Socket called = new Socket(server.getHost(), server.getPort());
            open.addAll(List.of(caller, called));
            start(() -> copy(caller, called));
            start(() -> copy(called, caller));
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            in.transferTo(to.getOutputStream());
        }
    }

    void shut() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    void reopen() throws IOException {
        listener = listen(listener.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        shut();
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void start(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException shut) {
                // The other side sees it.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
