package dev.amdahl.llm.internal.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.net.HostAndPort;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy that listens on a socket in a folder, for a program in a sandbox that has no network. It passes calls of the model's service on and
 * adds the key; it opens tunnels ({@code CONNECT}), and asks over plain HTTP, to hosts and ports that the operator named. It alone looks names
 * up. All else is refused, and what was refused is kept. Thread-safe.
 */
public final class ModelProxy implements AutoCloseable {
    /** Where a forwarder listens in a sandbox, whose network is its own. */
    public static final int PORT = 8118;

    /** The same as an address. */
    public static final String ADDRESS = "http://127.0.0.1:" + PORT;

    private static final Logger LOG = LoggerFactory.getLogger(ModelProxy.class);
    private static final Pattern REQUEST = Pattern.compile("([A-Z]{3,16}) ([!-~]{1,8192}) HTTP/1\\.[01]");
    private static final int MAX_REFUSED = 50;
    private static final int MAX_WORDS = 200;
    private static final int MAX_BODY = 16 << 20;
    /** Each is held in memory, and may take the program beyond a bound. */
    private static final int MAX_BODIES = 8;

    private static final int BUFFER = 1 << 14;

    private final ServerSocketChannel listening;
    private final Path socket;
    private final AllowedHosts hosts;
    private final Upstream upstream;
    private final CountedCalls calls;
    private final Semaphore room;
    private final Semaphore bodies = new Semaphore(MAX_BODIES);
    private final AtomicLong bytes;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> refused = new LinkedHashMap<>();
    private volatile boolean isClosed;

    private ModelProxy(
            ServerSocketChannel listening, Path socket, AllowedHosts hosts, CountedCalls calls, ProxyLimits limits) {
        this.listening = listening;
        this.socket = socket;
        this.hosts = hosts;
        this.calls = calls;
        this.upstream = new Upstream((SSLSocketFactory) SSLSocketFactory.getDefault());
        this.room = new Semaphore(limits.connections());
        this.bytes = new AtomicLong(limits.bytes());
    }

    /**
     * Listens until it is closed.
     *
     * @param socket where; in a folder that nobody but the caller and the sandbox reaches
     * @param hosts that may be asked beside the model's service
     * @throws IOException if it cannot listen there
     */
    public static ModelProxy listening(
            Path socket, ModelEndpoint endpoint, AllowedHosts hosts, PriceList prices, ProxyLimits limits)
            throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(socket));
            // Started by root, what is in the sandbox is nobody.
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
            ModelProxy proxy =
                    new ModelProxy(channel, socket, hosts, new CountedCalls(endpoint, prices, limits), limits);
            start(proxy::accept);
            return proxy;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Returns how often the model was called. */
    public int calls() {
        return calls.count();
    }

    /** Returns what the calls of the model used, in the words of its service; where that says nothing, a token for every three bytes. */
    public LlmUsage usage() {
        return calls.usage();
    }

    /** Returns what was asked for and refused, and how often, in the order of asking; the names in it are untrusted text. */
    public List<String> refused() {
        synchronized (refused) {
            List<String> lines = new ArrayList<>();
            refused.forEach((what, times) -> lines.add(times == 1 ? what : what + " (" + times + " times)"));
            return lines;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        close(listening);
        open.forEach(ModelProxy::close);
        try {
            Files.deleteIfExists(socket);
        } catch (IOException failed) {
            LOG.debug("{} could not be deleted", socket, failed);
        }
    }

    private void accept() {
        while (!isClosed) {
            try {
                SocketChannel client = listening.accept();
                if (room.tryAcquire()) {
                    start(() -> serve(client));
                } else {
                    note("it may have no more connections at once");
                    client.close();
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            keep(client);
            InputStream in = ChannelStreams.input(client);
            OutputStream out = ChannelStreams.output(client);
            try {
                answer(MessageHead.read(in), in, out);
            } catch (ProxyRefusal refusal) {
                note(refusal.getMessage());
                String said = "amdahl: refused: " + shown(String.valueOf(refusal.getMessage())) + "\n";
                out.write(("HTTP/1.1 " + refusal.status()
                                + " Refused\r\ncontent-type: text/plain\r\nconnection: close\r\n" + "content-length: "
                                + said.length() + "\r\n\r\n" + said)
                        .getBytes(ISO_8859_1));
                // What was not read would take the refusal away with it.
                client.shutdownOutput();
                pass(in, OutputStream.nullOutputStream());
            }
        } catch (IOException gone) {
            LOG.debug("a connection of a sandbox ended", gone);
        } finally {
            open.remove(client);
            room.release();
        }
    }

    private void answer(MessageHead head, InputStream in, OutputStream out) throws IOException {
        Matcher request = REQUEST.matcher(head.first());
        if (!request.matches()) {
            throw new ProxyRefusal(400, "a request that is none of HTTP/1.1");
        }
        String method = request.group(1);
        String target = request.group(2);
        if (method.equals("CONNECT")) {
            tunnel(host(target), in, out);
            return;
        }
        if (!bodies.tryAcquire()) {
            throw new ProxyRefusal(429, "it may make " + MAX_BODIES + " calls at once");
        }
        try {
            if (target.startsWith("/")) {
                call(method, target, head, in, out);
            } else {
                plain(method, target, head, in, out);
            }
        } finally {
            bodies.release();
        }
    }

    private static HostAndPort host(String text) throws ProxyRefusal {
        try {
            return HostAndPort.fromString(text);
        } catch (IllegalArgumentException malformed) {
            throw new ProxyRefusal(400, "'" + text + "' is not a host with its port");
        }
    }

    private void tunnel(HostAndPort host, InputStream in, OutputStream out) throws IOException {
        try (Socket server = upstream.open(hosts.find(host))) {
            keep(server);
            out.write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(ISO_8859_1));
            start(() -> {
                try {
                    pass(in, server.getOutputStream());
                    server.shutdownOutput();
                } catch (IOException gone) {
                    close(server);
                }
            });
            pass(server.getInputStream(), out);
            open.remove(server);
        }
    }

    private void plain(String method, String target, MessageHead head, InputStream in, OutputStream out)
            throws IOException {
        URI uri;
        try {
            uri = new URI(target);
        } catch (URISyntaxException malformed) {
            throw new ProxyRefusal(400, "an address that is none");
        }
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null || uri.getUserInfo() != null) {
            throw new ProxyRefusal(403, "'" + target + "' is not plain HTTP: ask for a tunnel");
        }
        HostAndPort host = host(uri.getHost() + ":" + (uri.getPort() < 0 ? 80 : uri.getPort()));
        InetSocketAddress address = hosts.find(host);
        byte[] body = body(head, in);
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        try (Socket server = upstream.open(address)) {
            keep(server);
            send(server, method + " " + path + query, host, head.passedOn(true), body);
            back(server, method, new UsageMeter(), "", in, out);
            open.remove(server);
        }
    }

    private void call(String method, String target, MessageHead head, InputStream in, OutputStream out)
            throws IOException {
        ModelEndpoint endpoint = calls.endpoint();
        String path = endpoint.outside(target);
        byte[] body = body(head, in);
        InetSocketAddress address = hosts.and(endpoint.host()).find(endpoint.host());
        calls.begin(method, body);
        UsageMeter meter = new UsageMeter();
        try (Socket server = upstream.open(address, endpoint)) {
            keep(server);
            String key = endpoint.key().isEmpty() ? "" : endpoint.header() + ": " + endpoint.key() + "\r\n";
            send(
                    server,
                    method + " " + path,
                    endpoint.host(),
                    head.passedOn(endpoint.key().isEmpty()) + key,
                    body);
            back(server, method, meter, endpoint.secret(), in, out);
            open.remove(server);
        } finally {
            calls.end(meter, body.length);
        }
    }

    private byte[] body(MessageHead head, InputStream in) throws IOException {
        byte[] body = head.body(in, 0).readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            throw new ProxyRefusal(413, "a request of over " + MAX_BODY + " bytes");
        }
        count(body.length);
        return body;
    }

    private static void send(Socket server, String request, HostAndPort host, String headers, byte[] body)
            throws IOException {
        OutputStream out = server.getOutputStream();
        out.write((request + " HTTP/1.1\r\nhost: " + host + "\r\n" + headers
                        + "accept-encoding: identity\r\nconnection: close\r\ncontent-length: " + body.length
                        + "\r\n\r\n")
                .getBytes(ISO_8859_1));
        out.write(body);
        out.flush();
    }

    /** Passes the answer on, without the key; where the one who asked goes away, nobody waits for the rest. */
    private void back(Socket server, String method, UsageMeter meter, String key, InputStream in, OutputStream out)
            throws IOException {
        // It may be charged for though the one who asked does not wait for it.
        meter.begin(true);
        start(() -> {
            try {
                while (in.read() >= 0) {
                    count(1);
                }
            } catch (IOException gone) {
                LOG.debug("a connection of a sandbox ended", gone);
            }
            close(server);
        });
        InputStream from = new BufferedInputStream(server.getInputStream());
        MessageHead head = MessageHead.read(from);
        while (head.first().matches("HTTP/1\\.[01] 1\\d\\d.*")) {
            head = MessageHead.read(from);
        }
        if (!head.first().matches("HTTP/1\\.[01] [2-5]\\d\\d( [ -~]*)?")) {
            throw new ProxyRefusal(502, "the answer of the service is none of HTTP/1.1");
        }
        meter.begin(head.first().matches("HTTP/1\\.[01] 2.*"));
        boolean isEmpty = method.equals("HEAD") || head.first().matches("HTTP/1\\.[01] (204|304).*");
        out.write((KeylessInput.without(head.first() + "\r\n" + head.passedOn(true), key) + "connection: close\r\n"
                        + (isEmpty ? "\r\n" : "transfer-encoding: chunked\r\n\r\n"))
                .getBytes(ISO_8859_1));
        if (!isEmpty) {
            InputStream body = new KeylessInput(head.body(from, Long.MAX_VALUE), key);
            byte[] buffer = new byte[BUFFER];
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                count(read);
                meter.take(buffer, read);
                out.write((Integer.toHexString(read) + "\r\n").getBytes(ISO_8859_1));
                out.write(buffer, 0, read);
                out.write("\r\n".getBytes(ISO_8859_1));
            }
            out.write("0\r\n\r\n".getBytes(ISO_8859_1));
        }
    }

    private void pass(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            count(read);
            to.write(buffer, 0, read);
            to.flush();
        }
    }

    private void count(int read) throws IOException {
        if (bytes.addAndGet(-read) < 0) {
            note("it may move no more bytes");
            throw new IOException("no more bytes");
        }
    }

    private void note(@Nullable String what) {
        synchronized (refused) {
            String line = shown(String.valueOf(what));
            if (refused.size() < MAX_REFUSED || refused.containsKey(line)) {
                refused.merge(line, 1, Integer::sum);
            }
        }
    }

    /** On one line of bounded length, in ASCII. */
    private static String shown(String text) {
        String line = Redaction.of(text).replaceAll("[^ -~]+", " ");
        return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "...";
    }

    private void keep(Closeable one) throws IOException {
        open.add(one);
        if (isClosed) {
            one.close();
        }
    }

    private static void close(Closeable one) {
        try {
            one.close();
        } catch (IOException failed) {
            LOG.debug("a connection could not be closed", failed);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "amdahl-model-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
