package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.examples.jobs.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MailDeliveryTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path folder;

    private static MailDelivery to(int port, NotifyChannel.Security security, Optional<NotifyChannel.Login> login) {
        return new MailDelivery(
                new NotifyChannel.Mail(
                        List.of("ann@example.org", "ben@example.org"),
                        "amdahl@example.org",
                        "127.0.0.1",
                        port,
                        security,
                        login),
                Optional.of("https://review.example.org/"));
    }

    private static Notice notice(String text) {
        return new Notice("win x", Optional.of(NoticeKind.WIN), AT, "train", "won 1", text, text);
    }

    @Test
    void aNoticeArrivesWhateverItsTextsHold() throws Exception {
        Secret password = new Secret(
                Secret.Origin.FILE,
                Files.writeString(folder.resolve("p"), "pass word\n").toString());
        try (FakeMailServer server = new FakeMailServer("250 fine")) {
            to(server.port(), NotifyChannel.Security.NONE, Optional.of(new NotifyChannel.Login("amdahl", password)))
                    .send(notice(
                            "grün\r\nBcc: eve@example.org\r\n\r\n.\r\nMAIL FROM:<eve@example.org> " + "x".repeat(400)));

            String said = String.join("\n", server.lines);
            assertThat(server.lines).contains("MAIL FROM:<amdahl@example.org>", "RCPT TO:<ben@example.org>");
            assertThat(said).contains("AUTH PLAIN", "Auto-Submitted: auto-generated", "X-Amdahl-Event: win");
            assertThat(Base64.getDecoder().decode(said.replaceAll("(?s).*AUTH PLAIN (\\S+).*", "$1")))
                    .asString(UTF_8)
                    .endsWith("\0amdahl\0pass word");
            assertThat(server.lines)
                    .noneMatch(line -> line.startsWith("Bcc") || line.startsWith("MAIL FROM:<eve"))
                    .allMatch(line -> line.length() < 1000)
                    .containsOnlyOnce(".");
            assertThat(said).contains("Message-ID: <" + WebhookMessage.id(notice("")) + "@amdahl.invalid>");
        }
    }

    @Test
    void aServerThatRefusesIsOneLine() throws Exception {
        try (FakeMailServer server = new FakeMailServer("550 5.7.1 not here\tplease")) {
            assertThatThrownBy(() -> to(server.port(), NotifyChannel.Security.NONE, Optional.empty())
                            .send(notice("a")))
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("550 5.7.1 not here please")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void withoutEncryptionNothingIsSentWhereItIsAskedFor() throws Exception {
        try (FakeMailServer server = new FakeMailServer("250 fine")) {
            assertThatThrownBy(() -> to(server.port(), NotifyChannel.Security.STARTTLS, Optional.empty())
                            .send(notice("a")))
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("STARTTLS");
            assertThat(server.lines).noneMatch(line -> line.startsWith("MAIL"));
        }
    }

    @Test
    void aPortThatNobodyListensOnIsOneLine() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() ->
                        to(port, NotifyChannel.Security.TLS, Optional.empty()).send(notice("a")))
                .isInstanceOf(UndeliveredException.class)
                .hasMessageStartingWith("the mail server: connect");
    }
}
