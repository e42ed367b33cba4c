package dev.amdahl.llm.internal.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose certificate is taken. */
final class UpstreamTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path folder = Path.of("");

    @Test
    void onlyTheServiceThatWasNamedIsSpokenTo() throws Exception {
        SSLContext context = context();
        try (SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread greeting = new Thread(() -> greet(server));
            greeting.setDaemon(true);
            greeting.start();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            Upstream trusting = new Upstream(context.getSocketFactory());
            try (Socket socket = trusting.open(address, endpoint("api.test"))) {
                assertThat(new String(socket.getInputStream().readNBytes(5), US_ASCII))
                        .isEqualTo("hello");
            }
            assertThatThrownBy(() -> trusting.open(address, endpoint("other.test")))
                    .isInstanceOf(ProxyRefusal.class)
                    .hasMessageContaining("other.test");
            assertThatThrownBy(() -> new Upstream((SSLSocketFactory) SSLSocketFactory.getDefault())
                            .open(address, endpoint("api.test")))
                    .isInstanceOf(ProxyRefusal.class);
        }
    }

    @Test
    void whereNobodyAnswersIsSaid() {
        Upstream upstream = new Upstream((SSLSocketFactory) SSLSocketFactory.getDefault());
        assertThatThrownBy(() -> upstream.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .isInstanceOf(ProxyRefusal.class)
                .hasMessageContaining("nobody answers");
    }

    private static ModelEndpoint endpoint(String host) {
        return new ModelEndpoint(
                URI.create("https://" + host + "/v1"), "x-api-key", "k", Set.of("/messages"), Set.of());
    }

    private static void greet(SSLServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write("hello".getBytes(US_ASCII));
                client.getOutputStream().flush();
            } catch (IOException refused) {
                Thread.onSpinWait();
            }
        }
    }

    private SSLContext context() throws IOException, InterruptedException, GeneralSecurityException {
        Path keys = folder.resolve("keys");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=api.test",
                        "-ext",
                        "SAN=dns:api.test",
                        "-validity",
                        "2")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertThat(made.waitFor(1, TimeUnit.MINUTES)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(store, PASSWORD);
        TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        others.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), others.getTrustManagers(), null);
        return context;
    }
}
