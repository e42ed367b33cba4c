package dev.amdahl.core.internal.schedulers.slurmrest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** What came of one call of the daemon. Not thread-safe. */
public final class RestAnswer {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_LINE = 300;
    private static final Duration PROMPT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** How far a call came. */
    public enum Reach {
        /** The daemon has not got it. */
        NOT_SENT,
        /** It may have got it. */
        IN_DOUBT,
        /** It answered. */
        ANSWERED
    }

    private final Reach reach;
    private final int status;
    private final byte[] body;
    private final Duration taken;
    private final String problem;
    private Optional<JsonNode> json = Optional.empty();

    private RestAnswer(Reach reach, int status, byte[] body, Duration taken, String problem) {
        this.reach = reach;
        this.status = status;
        this.body = body;
        this.taken = taken;
        this.problem = problem;
    }

    static RestAnswer of(int status, byte[] body, Duration taken) {
        return new RestAnswer(Reach.ANSWERED, status, body, taken, "");
    }

    static RestAnswer none(Reach reach, String problem) {
        return new RestAnswer(reach, 0, new byte[0], Duration.ZERO, problem);
    }

    /** Returns how far the call came. */
    public Reach reach() {
        return reach;
    }

    /** Returns whether it was answered without an error, as far as the status tells. */
    public boolean isOk() {
        return status == OK;
    }

    /** Returns whether the daemon itself refused the token. */
    boolean isRefused() {
        return status == UNAUTHORIZED || status == FORBIDDEN;
    }

    /** Returns whether it came sooner than the daemon gives up on a controller that is down. */
    boolean isPrompt() {
        return taken.compareTo(PROMPT) < 0;
    }

    /** Returns whether the daemon does not know the path: another version, or another server. */
    boolean isUnknownPath() {
        return status == 404 || status == 405;
    }

    /** Returns whether what came is JSON, as each answer of the daemon about jobs is. */
    public boolean isJson() {
        return reach == Reach.ANSWERED && json().isObject();
    }

    /** Returns the whole answer; no object if it is not JSON. */
    public JsonNode json() {
        if (json.isEmpty()) {
            try {
                json = Optional.of(JSON.readTree(body));
            } catch (IOException notJson) {
                json = Optional.of(JSON.missingNode());
            }
        }
        return json.get();
    }

    /** Returns the answer as it came. */
    public InputStream stream() {
        return new ByteArrayInputStream(body);
    }

    /** Returns the first error that Slurm itself names, in one line; empty text for none. */
    public String error() {
        for (JsonNode each : json().path("errors")) {
            String error = each.path("error").asText("");
            String description = each.path("description").asText("");
            String line = error.isEmpty() || description.contains(error)
                    ? description
                    : description.isEmpty() ? error : description + ": " + error;
            if (!line.isEmpty()) {
                return shown(line);
            }
        }
        return "";
    }

    /** Returns what went wrong, in one line; empty text if nothing did. */
    public String problem() {
        if (reach != Reach.ANSWERED) {
            return problem;
        }
        if (!isJson()) {
            return "status " + status + ", and an answer that is not JSON";
        }
        return error().isEmpty() && !isOk() ? "status " + status : error();
    }

    static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return plain.length() <= MAX_LINE ? plain : plain.substring(0, MAX_LINE) + "...";
    }
}
