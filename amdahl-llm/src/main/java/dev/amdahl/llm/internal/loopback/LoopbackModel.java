package dev.amdahl.llm.internal.loopback;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speaks HTTP byte by byte, so that each fault can be made and each header seen. One answer per connection. Thread-safe. */
public final class LoopbackModel implements AutoCloseable {
    /** An address where nobody is: no server is given a port below 1024 by chance. */
    public static final String NOBODY = "http://127.0.0.1:1/v1";

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

    private final ServerSocket socket;
    private final List<Fault> script;
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private LoopbackModel(ServerSocket socket, List<Fault> script) {
        this.socket = socket;
        this.script = List.copyOf(script);
    }

    /**
     * What was asked.
     *
     * @param head request line and headers, as they came
     * @param body as it came
     */
    public record Call(String head, String body) {}

    /** Answers the n-th call by the n-th of the script, and all further ones by the last. */
    public static LoopbackModel serving(Fault... script) {
        try {
            LoopbackModel server =
                    new LoopbackModel(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), List.of(script));
            Thread thread = new Thread(server::accept, "loopback-model");
            thread.setDaemon(true);
            thread.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where it is, with the version that services have in their addresses. */
    public String address() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    /** Returns all calls so far. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                open.add(client);
                Thread thread = new Thread(() -> serve(client), "loopback-call");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            Call call = read(client.getInputStream());
            Fault answer;
            synchronized (calls) {
                answer = script.get(Math.min(calls.size(), script.size() - 1));
                calls.add(call);
            }
            OutputStream out = client.getOutputStream();
            answer.answer(call, out);
            out.flush();
        } catch (IOException gone) {
            open.remove(client);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        open.remove(client);
    }

    private static Call read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no whole head");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return new Call(text, new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket client : open) {
            client.close();
        }
    }
}
