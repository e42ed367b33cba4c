package dev.amdahl.examples.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ForgeTest {
    private static Forge.Opened open(String forge) throws InterruptedException {
        return open(forge, Duration.ofSeconds(30));
    }

    private static Forge.Opened open(String forge, Duration limit) throws InterruptedException {
        return Forge.of(forge, "secret-token", limit).open("amdahl/w", "main", "title", "body");
    }

    @Test
    void gitHubIsAskedInItsWordsAndOnce() throws Exception {
        try (FakeForge forge = new FakeForge(0)) {
            String place = "github:" + forge.url() + "/repos/me/train";
            assertThat(open(place)).isEqualTo(new Forge.Opened("https://forge.example.org/pull/1", true));
            assertThat(open(place)).isEqualTo(new Forge.Opened("https://forge.example.org/pull/1", false));
            assertThat(forge.opened)
                    .singleElement()
                    .hasToString("{\"title\":\"title\",\"body\":\"body\",\"head\":\"amdahl/w\",\"base\":\"main\"}");
            assertThat(forge.tokens).containsOnly("Bearer secret-token/null");
        }
    }

    @Test
    void gitLabIsAskedInItsWordsAndOnce() throws Exception {
        try (FakeForge forge = new FakeForge(0)) {
            String place = "gitlab:" + forge.url() + "/api/v4/projects/7/";
            assertThat(open(place)).isEqualTo(new Forge.Opened("https://forge.example.org/merge/1", true));
            assertThat(open(place).isNew()).isFalse();
            assertThat(forge.opened.get(0).get("target_branch").asText()).isEqualTo("main");
            assertThat(forge.tokens).containsOnly("null/secret-token");
        }
    }

    @Test
    void oneThatRefusesIsOneLine() throws Exception {
        try (FakeForge forge = new FakeForge(422)) {
            assertThatThrownBy(() -> open("github:" + forge.url() + "/repos/me/train"))
                    .isInstanceOf(AmdahlException.class)
                    .hasMessageContaining("answered HTTP 422: Validation Failed; the branch is pushed")
                    .hasMessageNotContaining("secret-token");
        }
    }

    @Test
    void oneThatHangsIsLeft() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> open(
                            "github:http://127.0.0.1:" + silent.getLocalPort() + "/repos/me/train",
                            Duration.ofSeconds(2)))
                    .isInstanceOf(AmdahlException.class)
                    .hasMessageContaining("did not answer within 2 s");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "github:", "github:ftp://a/b", "https://a", "gitlab:https://me:secret@host/x"})
    void whatIsNoForgeIsRefused(String text) {
        assertThatThrownBy(() -> Forge.of(text, "t"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a repository of a forge")
                .hasMessageNotContaining("secret");
    }
}
