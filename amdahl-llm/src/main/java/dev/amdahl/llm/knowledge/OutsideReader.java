package dev.amdahl.llm.knowledge;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.internal.chat.BoundedBody;
import dev.amdahl.llm.internal.chat.RetryAfter;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks one place outside, politely: an answer is kept as long as it is good and then asked for by its tag, questions keep their distance,
 * and a place that fails, or says that it has had enough, is left alone for a while. Thread-safe; one question at a time.
 */
final class OutsideReader {
    private static final long MAX_BYTES = 2L << 20;
    private static final Pattern TAG = Pattern.compile("[!-~]{1,300}");
    private static final int MAX_REDIRECTS = 3;
    private static final int MAX_KEPT = 64;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    /** After a failure of which nobody said how long it lasts. */
    private static final Duration QUIET = Duration.ofMinutes(15);

    private static final Duration MAX_QUIET = Duration.ofDays(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_LIMIT)
            .proxy(ProxySelector.getDefault())
            .build();
    private final OutsideEndpoint endpoint;
    private final Clock clock;
    private final Cache<String, Kept> kept =
            CacheBuilder.newBuilder().maximumSize(MAX_KEPT).build();
    private Deadline turn = Deadline.in(Duration.ZERO);
    private Instant quietUntil = Instant.MIN;
    private String trouble = "";

    OutsideReader(OutsideEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** What was answered, when, and its tag; empty text without one. */
    private record Kept(Instant at, String tag, List<OutsideItem> items) {}

    /** Why a place gives no answer. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Optional<Duration> wait;

        Refused(String why, Optional<Duration> wait, @Nullable Throwable cause) {
            super(why, cause);
            this.wait = wait;
        }
    }

    /** @throws UnavailableException if it gives no answer, or gave none a moment ago */
    synchronized List<OutsideItem> items(String question) {
        Kept known = kept.getIfPresent(question);
        Instant now = clock.instant();
        if (known != null && now.isBefore(known.at().plus(endpoint.every()))) {
            return known.items();
        }
        if (now.isBefore(quietUntil)) {
            throw failure(trouble, null);
        }
        try {
            Kept answer = ask(question, Optional.ofNullable(known));
            kept.put(question, answer);
            return answer.items();
        } catch (IOException failed) {
            Duration wait = failed instanceof Refused refused ? refused.wait.orElse(QUIET) : QUIET;
            quietUntil = now.plus(wait.compareTo(MAX_QUIET) < 0 ? wait : MAX_QUIET);
            trouble = String.valueOf(failed.getMessage());
            throw failure(trouble, failed);
        }
    }

    private UnavailableException failure(String why, @Nullable Throwable cause) {
        return new UnavailableException(
                "the idea source " + endpoint, why, "it is left alone until " + quietUntil, cause);
    }

    private Kept ask(String question, Optional<Kept> known) throws IOException {
        Deadline deadline = Deadline.in(endpoint.limit());
        if (endpoint.tool().isPresent()) {
            takeTurn(deadline);
            byte[] answer = new ToolServer(endpoint.tool().get()).ask(question, deadline);
            return new Kept(clock.instant(), "", endpoint.service().items(answer));
        }
        URI asked = URI.create(question);
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            takeTurn(deadline);
            HttpResponse<byte[]> response = once(asked, known, deadline);
            int status = response.statusCode();
            if (status == 304 && known.isPresent()) {
                return new Kept(clock.instant(), known.get().tag(), known.get().items());
            }
            if (status == 200) {
                String tag = response.headers()
                        .firstValue("etag")
                        .filter(text -> TAG.matcher(text).matches())
                        .orElse("");
                return new Kept(clock.instant(), tag, endpoint.service().items(response.body()));
            }
            if (status < 301 || status > 308 || status == 304) {
                throw new Refused("it answers with status " + status, pause(response), null);
            }
            asked = sentTo(asked, response);
        }
        throw new Refused("it sends from one place to the next", Optional.empty(), null);
    }

    private void takeTurn(Deadline deadline) throws IOException {
        if (turn.left().compareTo(deadline.left()) >= 0 || !turn.hasPassed()) {
            throw new Refused("its turn did not come within its time limit", Optional.of(turn.left()), null);
        }
        turn = Deadline.in(endpoint.pause());
    }

    private static URI sentTo(URI asked, HttpResponse<byte[]> response) throws IOException {
        try {
            URI next = asked.resolve(response.headers().firstValue("location").orElse(""));
            boolean isSame = Objects.equals(next.getScheme(), asked.getScheme())
                    && Objects.equals(next.getHost(), asked.getHost())
                    && next.getPort() == asked.getPort();
            if (isSame) {
                return next;
            }
            throw new Refused("it sends to another host, which nobody has named", Optional.empty(), null);
        } catch (IllegalArgumentException unreadable) {
            throw new Refused("it sends to no address", Optional.empty(), unreadable);
        }
    }

    private HttpResponse<byte[]> once(URI asked, Optional<Kept> known, Deadline deadline) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(asked)
                .GET()
                .header("Accept", "application/json, application/atom+xml;q=0.9")
                .header("User-Agent", "amdahl-loop");
        known.map(Kept::tag).filter(tag -> !tag.isEmpty()).ifPresent(tag -> request.header("If-None-Match", tag));
        endpoint.authorization().ifPresent(key -> request.header("Authorization", key));
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request.build(), BoundedBody.upTo(MAX_BYTES));
        try {
            return sent.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new Refused("no whole answer within " + endpoint.limit().toSeconds() + " s", Optional.empty(), late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted", Optional.of(Duration.ZERO), stopped);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            String why = cause instanceof BoundedBody.TooLong ? "its answer is " + cause.getMessage() : "" + cause;
            throw new Refused(why, Optional.empty(), cause);
        } finally {
            sent.cancel(true);
        }
    }

    /** What it asks for: seconds or a date, or GitHub's second at which its limit begins anew. */
    private Optional<Duration> pause(HttpResponse<byte[]> response) {
        Optional<Duration> asked = RetryAfter.of(response.headers(), clock);
        boolean isUsedUp = response.headers()
                .firstValue("x-ratelimit-remaining")
                .filter("0"::equals)
                .isPresent();
        return asked.isPresent() || !isUsedUp
                ? asked
                : response.headers()
                        .firstValue("x-ratelimit-reset")
                        .filter(second -> second.matches("\\d{1,12}"))
                        .map(second -> Duration.between(clock.instant(), Instant.ofEpochSecond(Long.parseLong(second))))
                        .filter(wait -> !wait.isNegative());
    }
}
