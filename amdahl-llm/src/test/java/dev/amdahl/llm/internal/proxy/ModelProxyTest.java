package dev.amdahl.llm.internal.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes through, what does not, and what it came to. */
final class ModelProxyTest {
    private static final PriceList PRICES = new PriceList(10, 1, 10, 100);
    private static final ProxyLimits LIMITS = new ProxyLimits(8, 100, 1_000_000, 1000, 1 << 20);
    private static final String BODY = "{\"model\":\"model-1\",\"tools\":[{\"name\":\"Bash\"}]}";

    @TempDir
    Path folder = Path.of("");

    private ModelProxy proxy(LoopbackModel server, ProxyLimits limits, AllowedHosts hosts) throws IOException {
        return ModelProxy.listening(
                socket(),
                new ModelEndpoint(URI.create(server.address()), "x-api-key", "the-key", Set.of("/messages"), Set.of()),
                hosts,
                PRICES,
                limits);
    }

    private ModelProxy proxy(String address, String header, String key, Set<String> models) throws IOException {
        ModelEndpoint endpoint = new ModelEndpoint(URI.create(address), header, key, Set.of("/messages"), models);
        return ModelProxy.listening(socket(), endpoint, none(), PRICES, LIMITS);
    }

    private ModelProxy proxy(LoopbackModel server) throws IOException {
        return proxy(server, LIMITS, none());
    }

    private static AllowedHosts none() {
        return AllowedHosts.of(List.of(), AllowedHosts.Names.SYSTEM);
    }

    private Path socket() {
        return folder.resolve("s");
    }

    private String ask(String request) throws IOException {
        StringBuilder answer = new StringBuilder();
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            ByteBuffer sent = ByteBuffer.wrap(request.getBytes(ISO_8859_1));
            while (sent.hasRemaining()) {
                channel.write(sent);
            }
            ByteBuffer buffer = ByteBuffer.allocate(8192);
            while (channel.read(buffer.clear()) >= 0) {
                answer.append(ISO_8859_1.decode(buffer.flip()));
            }
            return answer.toString();
        } catch (IOException cut) {
            return answer.toString();
        }
    }

    private static String post(String path, String body, String... headers) {
        return "POST " + path + " HTTP/1.1\r\nhost: 127.0.0.1\r\n" + String.join("", headers) + "content-length: "
                + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void theKeyIsAddedAndThatOfTheProgramIsNot() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("hello"));
                ModelProxy proxy = proxy(server)) {
            String answer = ask(post(
                    "/v1/messages?beta=true",
                    BODY,
                    "X-Api-Key: mine\r\n",
                    "x_api_key: mine\r\n",
                    "Content_Length: 7\r\n",
                    "authorization: Bearer mine\r\n",
                    "anthropic-version: 2023-06-01\r\n"));
            assertThat(answer).startsWith("HTTP/1.1 200").contains("hello").doesNotContain("the-key");
            assertThat(server.calls()).hasSize(1);
            assertThat(server.calls().get(0).head())
                    .startsWith("POST /v1/messages?beta=true HTTP/1.1")
                    .contains("x-api-key: the-key", "anthropic-version: 2023-06-01", "connection: close")
                    .doesNotContain("mine", "ontent_");
            assertThat(server.calls().get(0).body()).isEqualTo(BODY);
            assertThat(proxy.usage().inputTokens()).isEqualTo(100);
            assertThat(proxy.usage().cachedTokens()).isEqualTo(70);
            assertThat(proxy.usage().outputTokens()).isEqualTo(5);
            assertThat(proxy.usage().price()).isEqualTo((30 * 10 + 70 + 5 * 100) / 1e6);
            assertThat(proxy.refused()).isEmpty();
        }
    }

    @Test
    void aStreamInChunksIsPassedOnAndCounted() throws IOException {
        String events =
                "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":7,"
                        + "\"cache_read_input_tokens\":11,\"output_tokens\":1}}}\n\ndata: {\"delta\":{\"text\":\"a \\\"usage\\\":"
                        + "{\\\"output_tokens\\\":9999} b\"}}\n\ndata: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":45}}\n\n";
        StringBuilder chunks = new StringBuilder();
        for (int i = 0; i < events.length(); i += 37) {
            String part = events.substring(i, Math.min(events.length(), i + 37));
            chunks.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        String whole = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunks + "0\r\n\r\n";
        try (LoopbackModel server = LoopbackModel.serving((call, out) -> out.write(whole.getBytes(ISO_8859_1)));
                ModelProxy proxy = proxy(server)) {
            String answer = ask(post("/v1/messages", BODY));
            assertThat(answer).contains("9999").endsWith("0\r\n\r\n");
            assertThat(proxy.usage().inputTokens()).isEqualTo(18);
            assertThat(proxy.usage().outputTokens()).isEqualTo(45);
        }
    }

    /** Else a program would hang up before each bill. */
    @Test
    void anAnswerThatIsCutOffIsCountedByItsBytes() throws IOException {
        String begun =
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1000\r\ndata: {\"type\":\"message_start\",\"message\":"
                        + "{\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\n" + "x".repeat(600);
        try (LoopbackModel server = LoopbackModel.serving(
                        (call, out) -> out.write(begun.getBytes(ISO_8859_1)), Fault.disconnect());
                ModelProxy proxy = proxy(server)) {
            ask(post("/v1/messages", BODY));
            assertThat(proxy.usage().inputTokens()).isEqualTo(7);
            assertThat(proxy.usage().outputTokens()).isGreaterThan(200);
            ask(post("/v1/messages", BODY));
            assertThat(proxy.usage().inputTokens()).isEqualTo(7 + BODY.length() / 3 + 1);
        }
    }

    @Test
    void aCallThatBreaksOffIsBooked() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Fault.silence());
                ModelProxy proxy = proxy(server)) {
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                channel.write(ByteBuffer.wrap(post("/v1/messages", BODY).getBytes(ISO_8859_1)));
                while (server.calls().isEmpty() && channel.isConnected()) {
                    Thread.onSpinWait();
                }
            }
            assertThat(proxy.usage().inputTokens()).isEqualTo(BODY.length() / 3 + 1);
        }
    }

    @Test
    void noCountOfAServiceBreaksTheSumAndNoWordOfAModelIsACount() throws IOException {
        String absurd = String.valueOf(Long.MAX_VALUE);
        try (LoopbackModel server = LoopbackModel.serving(
                        Fault.json(
                                200,
                                "{\"content\":[{\"input\":{\"usage\":{\"output_tokens\":" + absurd
                                        + "}}}],\"usage\":{\"input_tokens\":-9,\"output_tokens\":3}}"),
                        Fault.json(
                                200,
                                "{\"usage\":{\"input_tokens\":" + absurd + ",\"cache_read_input_tokens\":" + absurd
                                        + ",\"output_tokens\":" + absurd + "}}"));
                ModelProxy proxy = proxy(server)) {
            ask(post("/v1/messages", BODY));
            assertThat(proxy.usage().outputTokens()).isEqualTo(3);
            assertThat(proxy.usage().inputTokens()).isZero();
            ask(post("/v1/messages", BODY));
            assertThat(proxy.usage().inputTokens()).isGreaterThan(1L << 40);
            assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void aServiceThatRepeatsTheKeyDoesNotTellIt() throws IOException {
        String key = "secret-of-a-service";
        try (LoopbackModel server = LoopbackModel.serving((call, out) -> {
                    out.write(("HTTP/1.1 401 " + key + "\r\nx-you-said: " + key + "\r\n\r\nno such key: secret-of-")
                            .getBytes(ISO_8859_1));
                    out.flush();
                    Thread.sleep(100);
                    out.write("a-service, secret-of-a, secret".getBytes(ISO_8859_1));
                });
                ModelProxy proxy = proxy(server.address(), "authorization", "Bearer " + key, Set.of())) {
            assertThat(ask(post("/v1/messages", BODY)).replaceAll("\r\n[0-9a-f]+\r\n", ""))
                    .startsWith("HTTP/1.1 401 [key]")
                    .contains("x-you-said: [key]", "no such key: [key], secret-of-a, secret")
                    .doesNotContain(key);
            assertThat(proxy.calls()).isEqualTo(1);
        }
    }

    @Test
    void aServiceThatSaysNothingIsCountedByItsBytesAndARefusalIsNot() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(
                        Fault.json(529, "{\"error\":1}"), Fault.json(200, "{\"text\":\"" + "x".repeat(300) + "\"}"));
                ModelProxy proxy = proxy(server)) {
            assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 529");
            assertThat(proxy.usage().inputTokens()).isZero();
            assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 200");
            assertThat(proxy.usage().inputTokens()).isBetween((long) BODY.length() / 3, (long) BODY.length());
            assertThat(proxy.usage().outputTokens()).isBetween(100L, 110L);
        }
    }

    @Test
    void callsTokensAndBytesAreBounded() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            try (ModelProxy proxy = proxy(server, new ProxyLimits(8, 2, 1000, 1, 1 << 20), none())) {
                ask(post("/v1/messages", BODY));
                ask(post("/v1/messages", BODY));
                assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 403");
                assertThat(proxy.refused()).containsExactly("it may call the model 2 times, and did");
            }
            try (ModelProxy proxy = proxy(server, new ProxyLimits(8, 20, 200, 1, 1 << 20), none())) {
                ask(post("/v1/messages", BODY));
                ask(post("/v1/messages", BODY));
                assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 403");
                assertThat(proxy.refused()).containsExactly("it may use 200 tokens, and did");
            }
            try (ModelProxy proxy = proxy(server, new ProxyLimits(8, 20, 2000, 1e-6, 1 << 20), none())) {
                ask(post("/v1/messages", BODY));
                assertThat(ask(post("/v1/messages", BODY))).contains("it may spend");
                assertThat(proxy.refused()).hasSize(1);
            }
        }
        try (LoopbackModel endless = LoopbackModel.serving(Fault.endless());
                ModelProxy proxy = proxy(endless)) {
            assertThat(ask(post("/v1/messages", BODY)).length()).isLessThan(2 << 20);
            assertThat(proxy.refused()).contains("it may move no more bytes");
        }
    }

    @Test
    void anotherModelThanThoseThatAreNamedIsNotAsked() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"));
                ModelProxy proxy = proxy(server.address(), "x-api-key", "", Set.of("model-1"))) {
            assertThat(ask(post("/v1/messages", BODY))).startsWith("HTTP/1.1 200");
            assertThat(ask(post("/v1/messages", BODY.replace("model-1", "dearer"))))
                    .startsWith("HTTP/1.1 403");
            assertThat(ask(post("/v1/messages", "{}"))).startsWith("HTTP/1.1 403");
            assertThat(proxy.refused())
                    .contains("a call of the model 'dearer', which is not one of those that it may ask");
            assertThat(server.calls()).hasSize(1);
        }
    }

    @Test
    void theServiceReachesNothingForTheProgram() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"));
                ModelProxy proxy = proxy(server)) {
            for (String body : List.of(
                    "{\"tools\":[{\"type\":\"web_fetch_20250910\",\"name\":\"web_fetch\"}]}",
                    "{\"tools\":[{\"type\":\"custom\"},{\"type\":\"web_search\"}]}",
                    "{\"tools\":[{\"type\":\"code_interpreter\"}]}",
                    "{\"mcp_servers\":[{\"url\":\"https://evil.test\"}]}",
                    "{\"tools\":[],\"tools\":[]}",
                    "{} {}",
                    "not json",
                    "{\"messages\":[{\"content\":[{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://evil.test/?d\"}}]}]}",
                    "{\"input\":[{\"content\":[{\"type\":\"input_image\",\"image_url\":\"http://evil.test/?d\"}]}]}",
                    "{\"messages\":[{\"content\":[{\"image_url\":{\"url\":\"https://evil.test/?d\"}}]}]}",
                    "{\"messages\":[{\"content\":[{\"type\":\"document\",\"source\":{\"type\":\"content\",\"content\":[{\"type\":\"image\","
                            + "\"source\":{\"type\":\"url\",\"url\":\"https://evil.test/?d\"}}]}}]}]}",
                    "{\"input\":[{\"image_url\":\"\\u0001https://evil.test/?d\"}]}",
                    "{\"tools\":[{\"type\":\"namespace\",\"tools\":[{\"type\":\"web_search\"}]}]}",
                    "[{\"tools\":[{\"type\":\"web_search\"}]}]",
                    "{\"background\":true}",
                    "{\"service_tier\":\"priority\"}",
                    "{\"speed\":\"fast\"}")) {
                assertThat(ask(post("/v1/messages", body))).as(body).startsWith("HTTP/1.1 40");
            }
            assertThat(server.calls()).isEmpty();
            assertThat(proxy.refused()).hasSize(10).anyMatch(line -> line.contains("web_fetch_20250910"));
            assertThat(ask(post(
                            "/v1/messages",
                            "{\"tools\":[{\"type\":\"function\"},{\"type\":\"custom\"},{\"type\":\"bash_20250124\"}],\"input\":"
                                    + "[{\"image_url\":\"data:image/png;base64,AA==\"}]}")))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void whatIsNotNamedIsRefusedAndKept() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"));
                ModelProxy proxy = proxy(server, LIMITS, AllowedHosts.of(List.of("api.test:443"), host -> {
                    throw new AssertionError("looked up " + host);
                }))) {
            String port = server.address().replaceAll("[^0-9]*127.0.0.1:(\\d+).*", "$1");
            for (String request : List.of(
                    "CONNECT evil.test:443 HTTP/1.1\r\n\r\n",
                    "CONNECT api.test:80 HTTP/1.1\r\n\r\n",
                    "CONNECT 169.254.169.254:80 HTTP/1.1\r\n\r\n",
                    "CONNECT 127.0.0.1:" + port + " HTTP/1.1\r\n\r\n",
                    "CONNECT localhost:" + port + " HTTP/1.1\r\n\r\n",
                    "CONNECT [::1]:80 HTTP/1.1\r\n\r\n",
                    "CONNECT 2130706433:80 HTTP/1.1\r\n\r\n",
                    "CONNECT 0x7f.1:80 HTTP/1.1\r\n\r\n",
                    "CONNECT api.test:443@evil.test:443 HTTP/1.1\r\n\r\n",
                    "GET http://169.254.169.254/latest/meta-data/ HTTP/1.1\r\n\r\n",
                    "GET http://127.0.0.1:" + port + "/ HTTP/1.1\r\n\r\n",
                    "GET http://api.test@evil.test/ HTTP/1.1\r\n\r\n",
                    "GET https://api.test/ HTTP/1.1\r\n\r\n",
                    "GET ftp://api.test/ HTTP/1.1\r\n\r\n",
                    "GET /v1/models HTTP/1.1\r\n\r\n",
                    "DELETE /v1/messages HTTP/1.1\r\n\r\n",
                    "GET /v1/messages HTTP/1.1\r\nx-http-method-override: POST\r\ncontent-length: 2\r\n\r\n{}",
                    "GET http://api.test:99999/ HTTP/1.1\r\n\r\n",
                    "CONNECT API.TEST.:443 HTTP/1.1\r\n\r\n",
                    "CONNECT user@api.test:443 HTTP/1.0\r\n\r\n",
                    post("/v1/files", BODY),
                    post("/v1/messages/../files", BODY),
                    post("/v1//messages", BODY),
                    post("/admin", BODY),
                    post("/v1/messages", BODY, "content-length: 1\r\n"),
                    post("/v1/messages", BODY, "transfer-encoding: chunked\r\n"),
                    post("/v1/messages", BODY, "a b: c\r\n"),
                    post("/v1/messages", BODY, "folded: a\r\n b\r\n"),
                    "hello\r\n\r\n",
                    "GET / HTTP/2\r\n\r\n")) {
                assertThat(ask(request)).as(request).startsWith("HTTP/1.1 40").contains("amdahl: refused");
            }
            assertThat(server.calls()).isEmpty();
            assertThat(String.join("\n", proxy.refused()))
                    .contains("evil.test:443", "169.254.169.254:80", "localhost:" + port, "/v1/files", "DELETE");
        }
    }

    @Test
    void aNameThatIsLedInsideAfterItsFirstAnswerIsNotFollowed() throws IOException {
        AtomicInteger looked = new AtomicInteger();
        AllowedHosts.Names turning = host ->
                new InetAddress[] {InetAddresses.forString(looked.incrementAndGet() == 1 ? "198.51.100.1" : "127.0.0.1")
                };
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("a"))) {
            int port = URI.create(server.address()).getPort();
            AllowedHosts hosts = AllowedHosts.of(List.of("api.test:" + port), turning);
            assertThat(InetAddresses.toAddrString(
                            hosts.find(HostAndPort.fromParts("api.test", port)).getAddress()))
                    .isEqualTo("198.51.100.1");
            try (ModelProxy proxy = proxy(server, LIMITS, hosts)) {
                assertThat(ask("CONNECT api.test:" + port + " HTTP/1.1\r\n\r\n"))
                        .startsWith("HTTP/1.1 403");
                assertThat(proxy.refused()).hasSize(1).allMatch(line -> line.contains("leads to 127.0.0.1"));
            }
            assertThat(server.calls()).isEmpty();
        }
    }

    @Test
    void aNamedHostIsReachedByTunnelAndByPlainHttp() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Fault.json(200, "{\"x\":1}"))) {
            String host = "127.0.0.1:" + URI.create(server.address()).getPort();
            try (ModelProxy proxy = proxy(server, LIMITS, AllowedHosts.of(List.of(host), AllowedHosts.Names.SYSTEM))) {
                assertThat(ask("CONNECT " + host + " HTTP/1.1\r\n\r\nGET /deep HTTP/1.1\r\nhost: x\r\n\r\n"))
                        .startsWith("HTTP/1.1 200 Connected\r\n\r\nHTTP/1.1 200")
                        .contains("{\"x\":1}");
                assertThat(ask("GET http://" + host + "/plain?q=1 HTTP/1.1\r\nauthorization: mine\r\n\r\n"))
                        .contains("{\"x\":1}");
                assertThat(server.calls().get(1).head())
                        .startsWith("GET /plain?q=1 HTTP/1.1\r\nhost: " + host)
                        .contains("authorization: mine")
                        .doesNotContain("the-key");
                assertThat(proxy.refused()).isEmpty();
            }
        }
    }

    @Test
    void connectionsAtOnceAreBounded() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Fault.silence());
                ModelProxy proxy = proxy(server, new ProxyLimits(2, 20, 200, 1, 1 << 20), none())) {
            try (SocketChannel one = SocketChannel.open(UnixDomainSocketAddress.of(socket()));
                    SocketChannel two = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                assertThat(one.isConnected() && two.isConnected()).isTrue();
                assertThat(ask(post("/v1/messages", BODY))).isEmpty();
                assertThat(proxy.refused()).containsExactly("it may have no more connections at once");
            }
        }
    }
}
