package dev.amdahl.core.internal.schedulers.slurmrest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.io.CappedBody;
import dev.amdahl.core.internal.schedulers.slurmrest.RestAnswer.Reach;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls Slurm's REST daemon. Each call has a limit, and after one that was not answered in time none is made for some seconds. The version of its
 * interface is the newest that both sides know, asked for once. Thread-safe.
 */
public final class RestApi {
    /** The version that takes the options of {@code sbatch} by their names; the daemons of 22.05 and 23.02 have it. */
    static final int OLD = 38;

    private static final int OLDEST_NEW = 40;
    private static final int NEWEST = 46;
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 256 << 20;
    private static final Pattern PATH = Pattern.compile("/(slurm|slurmdb)/v0\\.0\\.(\\d{2,3})/jobs/?");

    private final RestSettings settings;
    private final Duration limit;
    private final Clock clock;
    private final HttpClient client;
    private volatile Instant silence = Instant.MIN;
    private volatile Optional<Version> version = Optional.empty();

    /**
     * A version of the interface.
     *
     * @param isAccounted whether the daemon tells of accounting too
     */
    public record Version(int number, boolean isAccounted) {
        /** Returns whether it takes the options of {@code sbatch} by their names. */
        public boolean isOld() {
            return number == OLD;
        }
    }

    /** @param limit how long one call may take */
    public RestApi(RestSettings settings, Duration limit, Clock clock) {
        this.settings = settings;
        this.limit = limit;
        this.clock = clock;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limit)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Returns the daemon as messages name it. */
    public String server() {
        return "slurm, slurmrestd at " + settings.url();
    }

    /**
     * Returns the version that is spoken here.
     *
     * @throws InvalidInputException if that is none of those known here, the token is refused, or another server answers
     * @throws UnavailableException if nobody answers
     */
    public Version version() {
        Optional<Version> known = version;
        if (known.isEmpty()) {
            RestAnswer answer = send("GET", "/openapi/v3", Optional.empty());
            if (answer.isRefused()) {
                throw refused();
            }
            if (answer.reach() != Reach.ANSWERED || (!answer.isOk() && !answer.isUnknownPath())) {
                throw unavailable(answer.problem());
            }
            known = Optional.of(chosen(answer.json().path("paths")));
            version = known;
        }
        return known.get();
    }

    private Version chosen(JsonNode paths) {
        TreeSet<Integer> told = new TreeSet<>();
        TreeSet<Integer> accounted = new TreeSet<>();
        paths.fieldNames().forEachRemaining(path -> {
            Matcher jobs = PATH.matcher(path);
            if (jobs.matches()) {
                (jobs.group(1).equals("slurm") ? told : accounted).add(Integer.parseInt(jobs.group(2)));
            }
        });
        Optional<Integer> best = told.stream()
                .filter(number -> number == OLD || (number >= OLDEST_NEW && number <= NEWEST))
                .max(Integer::compare);
        if (best.isEmpty()) {
            throw new InvalidInputException(
                    server(),
                    told.isEmpty()
                            ? "answers, but not as Slurm's REST daemon does"
                            : "speaks the versions " + told + " of v0.0 only",
                    told.isEmpty()
                            ? "check the setting rest"
                            : "load v0.0.38, or v0.0.40 to v0.0." + NEWEST
                                    + ", by its option -s, or use Slurm's commands");
        }
        return new Version(best.get(), accounted.contains(best.get()));
    }

    /** As {@link #version}, but what is wrong may be put right while this runs: nothing that waits for it is given up. */
    public Version current() {
        return patiently(this::version);
    }

    /** Returns the user whose jobs these are. */
    public String user() {
        return patiently(() -> settings.userOf(settings.token()));
    }

    private static <T> T patiently(Supplier<T> step) {
        try {
            return step.get();
        } catch (InvalidInputException e) {
            throw new AmdahlException(ErrorCategory.TRANSIENT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Calls {@code /slurm/VERSION/...}, or {@code /slurmdb/VERSION/...} of accounting. */
    public RestAnswer call(String method, String part, String path, Optional<JsonNode> body) {
        String place = "/" + part + "/v0.0." + current().number() + path;
        RestAnswer answer = patiently(() -> send(method, place, body.map(JsonNode::toString)));
        if (answer.isUnknownPath() && !answer.isJson()) {
            // Another version may run there by now.
            version = Optional.empty();
        }
        return answer;
    }

    private RestAnswer send(String method, String path, Optional<String> body) {
        Instant now = clock.instant();
        if (now.isBefore(silence) && silence.isBefore(now.plus(PAUSE).plusSeconds(1))) {
            return RestAnswer.none(Reach.NOT_SENT, "did not answer just now");
        }
        String token = settings.token();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(limit)
                .header("X-SLURM-USER-NAME", settings.userOf(token))
                .header("X-SLURM-USER-TOKEN", token)
                .method(method, body.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
        body.ifPresent(json -> request.header("Content-Type", "application/json"));
        long start = System.nanoTime();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), head -> new CappedBody(MAX_BYTES));
        try {
            HttpResponse<byte[]> response = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return RestAnswer.of(response.statusCode(), response.body(), Duration.ofNanos(System.nanoTime() - start));
        } catch (TimeoutException e) {
            answer.cancel(true);
            return silent();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return RestAnswer.none(Reach.IN_DOUBT, "interrupted");
        } catch (ExecutionException e) {
            return broken(e.getCause());
        }
    }

    private RestAnswer silent() {
        silence = clock.instant().plus(PAUSE);
        return RestAnswer.none(Reach.IN_DOUBT, "no answer within " + limit.toMillis() / 1e3 + " s");
    }

    private RestAnswer broken(@Nullable Throwable cause) {
        if (cause instanceof HttpConnectTimeoutException || cause instanceof ConnectException) {
            return RestAnswer.none(Reach.NOT_SENT, "cannot be reached");
        }
        if (cause instanceof HttpTimeoutException) {
            return silent();
        }
        String said = cause instanceof IOException ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
        return RestAnswer.none(Reach.IN_DOUBT, "the connection broke: " + RestAnswer.shown(said));
    }

    /**
     * Returns whether an answer means that the token is of no use. The daemon passes it on without a look; the controller of 22.05 then
     * answers nothing, which the daemon calls an unspecified error as if the controller were down: only of a cancellation, here of a job
     * that cannot be, it tells the difference.
     */
    public boolean isTokenRefused(RestAnswer answer) {
        if (answer.isRefused() || answer.error().toLowerCase(Locale.ROOT).contains("authentication")) {
            return true;
        }
        boolean isUnclear =
                answer.error().contains("Unspecified error") || answer.error().contains("Zero Bytes were transmitted");
        if (!isUnclear || !answer.isPrompt()) {
            return isUnclear && isExpired();
        }
        return isExpired()
                || call("DELETE", "slurm", "/job/0", Optional.empty()).error().contains("Zero Bytes were transmitted");
    }

    private boolean isExpired() {
        return RestSettings.end(settings.token())
                .filter(end -> end.isBefore(clock.instant()))
                .isPresent();
    }

    /** Returns the error of a token that is refused. */
    public InvalidInputException refused() {
        return new InvalidInputException(server(), tokenProblem(), settings.renewal());
    }

    /** Returns what is wrong with a token that is refused. */
    public String tokenProblem() {
        return "the token " + settings.place()
                + (isExpired()
                        ? " expired at " + RestSettings.end(settings.token()).orElseThrow()
                        : " is refused for user " + user());
    }

    /** Returns the error of an answer that told nothing; what a token can cause as well, which may be renewed while this runs. */
    public AmdahlException unavailable(RestAnswer answer) {
        return isTokenRefused(answer)
                ? new UnavailableException(server(), tokenProblem(), settings.renewal(), null)
                : unavailable(answer.problem());
    }

    private UnavailableException unavailable(String problem) {
        return new UnavailableException(
                server(), problem, "check that it and slurmctld run; nothing is lost, try again", null);
    }
}
