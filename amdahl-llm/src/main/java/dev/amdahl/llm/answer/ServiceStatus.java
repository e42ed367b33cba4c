package dev.amdahl.llm.answer;

import dev.amdahl.spi.llm.LlmException.Reason;

/** What the status code of a model's service means. Stateless, thread-safe. */
public final class ServiceStatus {
    private ServiceStatus() {}

    /** Returns why there is no answer, for a status that is no success. */
    public static Reason reason(int status) {
        if (status == 429) {
            return Reason.RATE_LIMITED;
        }
        if (status == 401 || status == 403) {
            return Reason.UNAUTHORIZED;
        }
        if (status >= 500) {
            return Reason.OVERLOADED;
        }
        return status >= 400 ? Reason.REJECTED : Reason.PROTOCOL;
    }

    /** Returns what to do about it. */
    public static String remedy(Reason reason) {
        return switch (reason) {
            case RATE_LIMITED -> "ask less often, or raise the limit at the service";
            case UNAUTHORIZED -> "check the key";
            case OVERLOADED -> "ask again later";
            case REJECTED -> "check the model's name, the address and the length of the question";
            case UNREACHABLE -> "check the address and that the server runs";
            case TIME_LIMIT -> "give it more time, or ask a faster model";
            case TRUNCATED -> "raise most_output_tokens of the model, or take one that says less";
            case REFUSAL -> "ask another model";
            default -> "check that the address is that of such a service";
        };
    }
}
