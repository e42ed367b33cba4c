package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One question over HTTP, asked again while the service has no capacity or is not reached, until the deadline; keeps what came back.
 * For one turn, not thread-safe.
 */
final class Exchange implements HttpClient {
    private static final long MAX_BYTES = 4L << 20;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final int MAX_PAUSES = 5;

    private final java.net.http.HttpClient client;
    private final Deadline deadline;
    private final int retries;
    private final Clock clock;
    private String body = "";
    private @Nullable Failure failure;

    Exchange(java.net.http.HttpClient client, Deadline deadline, int retries, Clock clock) {
        this.client = client;
        this.deadline = deadline;
        this.retries = retries;
        this.clock = clock;
    }

    /** Why an attempt failed. Thrown through LangChain4j, which must not take it for one of its own. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final Reason reason;
        private final int status;
        private final transient Optional<Duration> pause;

        Failure(Reason reason, String problem, int status, Optional<Duration> pause, @Nullable Throwable cause) {
            super(problem, cause);
            this.reason = reason;
            this.status = status;
            this.pause = pause;
        }

        Reason reason() {
            return reason;
        }

        /** Returns whether the service takes the question itself to be wrong. */
        boolean isRejected() {
            return status == 400 || status == 422;
        }

        private boolean isPassing() {
            return reason == Reason.OVERLOADED || reason == Reason.RATE_LIMITED || reason == Reason.UNREACHABLE;
        }
    }

    Duration limit() {
        return deadline.limit();
    }

    /** Returns the body of the answer; empty text if there was none. */
    String body() {
        return body;
    }

    /** Returns why there was no answer. */
    Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        for (int attempt = 0; ; attempt++) {
            try {
                return once(request);
            } catch (Failure failed) {
                Duration pause = failed.pause.orElse(FIRST_PAUSE.multipliedBy(1L << Math.min(attempt, MAX_PAUSES)));
                boolean isLast = attempt >= retries || pause.compareTo(deadline.left()) >= 0;
                if (!failed.isPassing() || isLast || !Deadline.in(pause).hasPassed()) {
                    failure = failed;
                    throw failed;
                }
            }
        }
    }

    private SuccessfulHttpResponse once(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(message(request), BoundedBody.upTo(MAX_BYTES));
        try {
            HttpResponse<byte[]> response = sent.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
            String text = new String(response.body(), StandardCharsets.UTF_8);
            int status = response.statusCode();
            if (status < 200 || status > 299) {
                Optional<Duration> pause = RetryAfter.of(response.headers(), clock);
                String asks = pause.map(wait -> ", asks to wait " + wait.toSeconds() + " s")
                        .orElse("");
                throw new Failure(
                        ServiceStatus.reason(status), "status " + status + asks + ": " + text, status, pause, null);
            }
            body = text;
            return SuccessfulHttpResponse.builder()
                    .statusCode(status)
                    .headers(response.headers().map())
                    .body(response.body())
                    .build();
        } catch (TimeoutException late) {
            throw failure(Reason.TIME_LIMIT, "no complete answer within " + limit().toMillis() / 1e3 + " s", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw failure(Reason.TIME_LIMIT, "interrupted", stopped);
        } catch (ExecutionException failed) {
            throw broken(failed.getCause());
        } finally {
            sent.cancel(true);
        }
    }

    private static Failure broken(@Nullable Throwable cause) {
        if (cause instanceof BoundedBody.TooLong) {
            return failure(Reason.PROTOCOL, "its answer is " + cause.getMessage(), cause);
        }
        return failure(
                cause instanceof IOException ? Reason.UNREACHABLE : Reason.PROTOCOL, String.valueOf(cause), cause);
    }

    private static Failure failure(Reason reason, String problem, @Nullable Throwable cause) {
        return new Failure(reason, problem, 0, Optional.empty(), cause);
    }

    private static java.net.http.HttpRequest message(HttpRequest request) {
        java.net.http.HttpRequest.Builder message = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .POST(BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> values.forEach(value -> message.header(name, value)));
        return message.build();
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("answers are not streamed");
    }
}
