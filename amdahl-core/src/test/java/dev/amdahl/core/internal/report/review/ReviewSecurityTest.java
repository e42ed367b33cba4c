package dev.amdahl.core.internal.report.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is kept out, and what no caller can do. Nothing here leaves an answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReviewSecurityTest {
    private ReviewWorld world;
    private ReviewSettings settings;
    private ReviewServer server;
    private Caller caller;
    private List<String> before;

    @BeforeAll
    void serve(@TempDir(factory = MemoryFolder.class) Path folder) {
        world = new ReviewWorld(folder);
        settings = world.settings();
        server = ReviewServer.start(settings);
        caller = Caller.admitted(server.address(), "/", settings);
        before = world.beside();
    }

    @AfterAll
    void stop() {
        server.close();
        assertThat(before).hasSizeGreaterThan(5);
        assertThat(world.beside()).isEqualTo(before);
    }

    private Caller stranger() {
        return new Caller(server.address(), "/", "");
    }

    @Test
    void itListensOnTheLoopbackAlone() {
        assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
        assertThat(server.url()).startsWith("http://127.0.0.1:").endsWith("/?token=" + settings.token());
        assertThat(settings.token()).hasSize(43).isNotEqualTo(world.settings().token());
    }

    @Test
    void withoutTheTokenNothingIsShown() {
        for (String place : List.of(
                "",
                "item?id=" + world.first,
                "live",
                "change?id=" + world.first,
                "?token=wrong",
                "review",
                "runs",
                "wins",
                "jobs",
                "ledger?q=prefetch",
                "audit",
                "hypothesis/" + world.first,
                "enter",
                "steer",
                "x")) {
            assertThat(stranger().get(place).is(401).body()).doesNotContain("prefetch", "train-vision");
        }
        assertThat(stranger().get("", "Authorization: Bearer wrong").is(401).body())
                .contains("Who are you?")
                .doesNotContain("<script");
        stranger().get("", "Authorization: Basic " + settings.token()).is(401);
        new Caller(server.address(), "/", caller.cookie() + "0").get("").is(401);
        stranger().post(Map.of("id", world.first), "Origin: " + caller.origin()).is(401);
        stranger().get("", "Authorization: Bearer " + settings.token()).is(200);
    }

    @Test
    void aMonitorReadsTheMetricsAndNothingElse() {
        stranger().get("metrics").is(401);
        caller.get("metrics").is(404);
        ReviewSettings watched = ReviewSettings.over(world.url())
                .keys(world.keys())
                .metrics(view -> "events " + view.events(), Optional.of("monitor-token"))
                .build();
        try (ReviewServer other = ReviewServer.start(watched)) {
            Caller monitor = new Caller(other.address(), "/", "");
            String token = "Authorization: Bearer monitor-token";
            assertThat(monitor.get("metrics", token).is(200).body()).matches("events [1-9][0-9]+");
            Caller.admitted(other.address(), "/", watched).get("metrics").is(200);
            monitor.get("metrics").is(401);
            monitor.get("metrics", "Authorization: Bearer other").is(401);
            monitor.get("?token=monitor-token").is(401);
            for (String place : List.of("", "live", "item?id=" + world.first, "metrics/", "x")) {
                monitor.get(place, token).is(401);
            }
            monitor.call("POST", "metrics", "", token, "Origin: " + monitor.origin())
                    .is(405);
        }
    }

    @Test
    void theTokenBecomesACookieThatScriptsAndOtherSitesDoNotSee() {
        Caller.Answered first = stranger().get("?token=" + settings.token()).is(303);
        assertThat(first.headers().get("set-cookie"))
                .endsWith("; Path=/; HttpOnly; SameSite=Strict")
                .doesNotContain(settings.token());
        assertThat(first.headers()).containsEntry("location", "/");
        assertThat(caller.get("").is(200).body()).doesNotContain(settings.token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.com",
                "evil.com:PORT",
                "127.0.0.1",
                "127.0.0.1:1",
                "127.0.0.1.evil.com:PORT",
                "localhost.evil.com:PORT",
                "[::2]:PORT",
                "0.0.0.0:PORT",
                "127.0.0.2:PORT",
                "2130706433:PORT",
                "user@127.0.0.1:PORT",
                "127.0.0.1:PORT:PORT",
                "",
                "127.0.0.1:PORT\r\nHost: evil.com"
            })
    void anotherNameIsRefused(String host) {
        String name = host.replace("PORT", "" + server.address().getPort());
        caller.get("", "Host: " + name).is(403);
        stranger().get("?token=" + settings.token(), "Host: " + name).is(403);
    }

    @Test
    void itsOwnNamesAreAnswered() {
        int port = server.address().getPort();
        for (String name :
                List.of("127.0.0.1:" + port, "localhost:" + port, "LOCALHOST:" + port, "review.example.org")) {
            caller.get("", "Host: " + name).is(200);
        }
        caller.get("", "Host:").is(403);
        caller.raw("GET http://evil.com/ HTTP/1.1\r\nHost: " + caller.host() + "\r\nCookie: " + caller.cookie()
                        + "\r\nConnection: close\r\n\r\n")
                .is(403);
    }

    @Test
    void aFormOfAnotherSiteIsRefused() {
        Map<String, String> form = caller.form(world.first);
        form.putAll(Map.of("by", "ada", "decision", "approve", "reason", "x"));
        for (String origin : List.of(
                "http://evil.com",
                "null",
                "http://127.0.0.1:1",
                "http://127.0.0.1.evil.com:" + server.address().getPort(),
                "file://" + caller.host(),
                "http://evil.com\r\nOrigin: " + caller.origin())) {
            caller.post(form, "Origin: " + origin).is(403);
        }
        caller.post(form).is(403);
        for (String site : List.of("cross-site", "same-site", "none")) {
            caller.post(form, "Origin: " + caller.origin(), "Sec-Fetch-Site: " + site)
                    .is(403);
        }
        caller.get("", "Origin: http://evil.com").is(403);
    }

    @Test
    void aFormCountsOnceForWhatItShowedAndForSomeHours() {
        Map<String, String> form = caller.form(world.first);
        caller.answer(form, "ada", "approve", " ").is(422);
        assertThat(caller.answer(form, "ada", "approve", "x").is(403).body()).contains("was sent already");

        Map<String, String> other = caller.form(world.second);
        other.put("form", caller.form(world.first).get("form"));
        assertThat(caller.answer(other, "ada", "approve", "x").is(403).body()).contains("not for this page");

        Map<String, String> forged = caller.form(world.first);
        for (String token : List.of(
                "", "x", "!", "A".repeat(75), String.valueOf(forged.get("form")).substring(1))) {
            forged.put("form", token);
            assertThat(caller.answer(forged, "ada", "approve", "x").status()).isIn(400, 403);
        }

        Map<String, String> old = caller.form(world.first);
        world.clock.advance(FormTokens.GOOD_FOR);
        assertThat(caller.answer(old, "ada", "approve", "x").is(403).body()).contains("older than 8 hours");
        world.clock.advance(Duration.ZERO.minus(FormTokens.GOOD_FOR));
    }

    /** Whether the form is good or not: what the page showed is looked at before its token. */
    @Test
    void aHeadThatIsNotTheLedgersIsAConflictAndUsesNoFormUp() {
        Map<String, String> form = caller.form(world.first);
        for (String head :
                List.of("ef".repeat(32), "x", String.valueOf(form.get("head")).toUpperCase(Locale.ROOT))) {
            for (String token : List.of(String.valueOf(form.get("form")), "forged")) {
                Map<String, String> moved = new LinkedHashMap<>(form);
                moved.put("head", head);
                moved.put("form", token);
                assertThat(caller.answer(moved, "ada", "approve", "x").is(409).body())
                        .contains("The evidence has changed");
            }
        }
        caller.answer(form, "ada", "approve", " ").is(422);
    }

    @Test
    void readingChangesNothing() {
        String fields = "?id=" + world.first + "&by=ada&decision=approve&reason=x&head="
                + caller.form(world.first).get("head");
        assertThat(caller.get("answer" + fields).is(405).headers()).containsEntry("allow", "POST");
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")) {
            for (String place : List.of(
                    "",
                    "item" + fields,
                    "live",
                    "change" + fields,
                    "hypothesis" + fields,
                    "hypothesis/" + world.first,
                    "runs",
                    "ledger?q=x",
                    "audit",
                    "trace/x")) {
                caller.call(method, place, "", "Origin: " + caller.origin()).is(405);
            }
        }
        assertThat(caller.get("steer" + fields).is(405).headers()).containsEntry("allow", "POST");
        for (String place : List.of("", "review", "runs", "wins", "jobs", "ledger?q=x", "audit")) {
            assertThat(caller.call("HEAD", place, "").is(200).body()).isEmpty();
        }
        assertThat(world.beside()).isEqualTo(before);
    }

    @Test
    void everyAnswerCarriesThePolicy() {
        Stream.of(
                        caller.get("").is(200),
                        caller.get("change?id=" + world.patch).is(200),
                        caller.get("live").is(200),
                        stranger().get("?token=" + settings.token()).is(303),
                        caller.get("item").is(400),
                        stranger().get("").is(401),
                        caller.get("", "Host: evil.com").is(403),
                        caller.get("nothing").is(404),
                        caller.get("answer").is(405))
                .forEach(answer -> assertThat(answer.headers())
                        .containsEntry("x-content-type-options", "nosniff")
                        .containsEntry("cache-control", "no-store")
                        .containsEntry("x-frame-options", "DENY")
                        .containsEntry("referrer-policy", "same-origin")
                        .containsEntry("cross-origin-resource-policy", "same-origin")
                        .hasEntrySatisfying(
                                "content-security-policy",
                                policy -> assertThat(policy)
                                        .startsWith("default-src 'none'; style-src 'sha256-")
                                        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'")
                                        .doesNotContain("unsafe", "*", "http")));
    }

    @Test
    void aBodyThatIsTooLongOrNoFormIsRefused() {
        String own = "Origin: " + caller.origin();
        String form = "Content-Type: application/x-www-form-urlencoded";
        caller.call("POST", "answer", "a=" + "x".repeat(Fields.MAX_BYTES), own, form)
                .is(413);
        caller.call("POST", "answer", "{}", own, "Content-Type: application/json")
                .is(415);
        caller.call("POST", "answer", "id=%zz", own, form).is(400);
        caller.call("POST", "answer", "id=1&id=2", own, form).is(400);
        caller.call("POST", "answer", "a&b&c=&".repeat(40), own, form).is(400);
        caller.call("POST", "answer", "", own, form).is(400);
    }

    @Test
    void slowCallersDoNotKeepTheOthersWaiting() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 48; i++) {
                Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort());
                slow.add(socket);
                String half = i % 2 == 0
                        ? "GET / HTTP/1.1\r\nHost: 127"
                        : "POST /answer HTTP/1.1\r\nHost: " + caller.host() + "\r\nOrigin: " + caller.origin()
                                + "\r\nCookie: "
                                + caller.cookie()
                                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nid=";
                socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
            }
            caller.get("").is(200);
            caller.form(world.first);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }
}
