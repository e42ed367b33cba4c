package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Errors of a run, in the words of the agent.
 *
 * @param who program and model
 * @param usage what it cost all the same
 */
record AgentError(String who, LlmUsage usage) {
    private static final Pattern STATUS = Pattern.compile("\\b([45]\\d\\d)\\b");
    private static final int MAX_CHARACTERS = 300;

    LlmException of(Reason reason, String problem) {
        return of(reason, problem, null);
    }

    private LlmException of(Reason reason, String problem, @Nullable Throwable cause) {
        String clean = Redaction.of(problem.strip());
        String cut = clean.length() <= MAX_CHARACTERS ? clean : clean.substring(0, MAX_CHARACTERS) + " …";
        String remedy = switch (reason) {
            case UNAUTHORIZED -> "name the variable of its key in the setting `environment`, or log in";
            case PROTOCOL -> "check that this is the program meant, and its version";
            default -> ServiceStatus.remedy(reason);
        };
        return new LlmException(reason, who + ": " + cut + "; " + remedy, usage, cause);
    }

    /** It printed something else than its protocol; what it complains of may tell. */
    LlmException unreadable(AgentRun.Ended ended, @Nullable Throwable cause) {
        String said = ended.complaints().isBlank() ? ended.output() : ended.complaints();
        Reason reason = ended.exitCode() == 0 ? Reason.PROTOCOL : reason(said);
        return of(reason, "no answer of its protocol, exit code " + ended.exitCode() + ": " + said, cause);
    }

    /** Returns why, as far as its words tell: by a status of HTTP, or by what agents say of a missing login. */
    static Reason reason(String said) {
        Matcher status = STATUS.matcher(said);
        if (status.find()) {
            return ServiceStatus.reason(Integer.parseInt(status.group(1)));
        }
        String words = said.toLowerCase(Locale.ROOT);
        if (Stream.of("api key", "login", "log in", "logged in", "unauthorized", "authentication")
                .anyMatch(words::contains)) {
            return Reason.UNAUTHORIZED;
        }
        if (Stream.of("connection", "connect", "resolve", "network").anyMatch(words::contains)) {
            return Reason.UNREACHABLE;
        }
        return Reason.PROTOCOL;
    }
}
