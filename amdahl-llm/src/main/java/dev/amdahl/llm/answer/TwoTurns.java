package dev.amdahl.llm.answer;

import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.Optional;
import java.util.function.Function;

/** Holds an answer to its schema: an answer that breaks it is asked for once more, and what both turns cost is summed. Stateless, thread-safe. */
public final class TwoTurns {
    private TwoTurns() {}

    /**
     * Returns the answer.
     *
     * @param request what is asked
     * @param turn asks the model, with what is to be repaired the second time
     * @throws LlmException what the turn threw; OFF_SCHEMA if the second answer breaks the schema as well; PROTOCOL for an empty answer
     */
    public static LlmReply complete(LlmRequest request, Function<Optional<Repair>, LlmReply> turn) {
        LlmReply first = turn.apply(Optional.empty());
        if (request.schema().isEmpty()) {
            return whole(first);
        }
        AnswerSchema schema = AnswerSchema.of(request.schema().get());
        AnswerSchema.Reading reading = schema.read(first.text());
        if (reading.json().isPresent()) {
            return new LlmReply(reading.json().get(), first.model(), first.usage());
        }
        LlmReply second = second(turn, new Repair(first.text(), reading.problem()), first.usage());
        AnswerSchema.Reading again = schema.read(second.text());
        LlmUsage both = first.usage().plus(second.usage());
        return new LlmReply(
                again.json()
                        .orElseThrow(() -> new LlmException(
                                LlmException.Reason.OFF_SCHEMA,
                                second.model() + ": its answer breaks the schema, also after a turn of repair: "
                                        + again.problem() + "; ask a stronger model",
                                both,
                                null)),
                second.model(),
                both);
    }

    /** Returns what to add to the instructions for an answer with a schema: not every service tells its model. */
    public static String order(String schema) {
        return "\n\nAnswer with one JSON value that satisfies this JSON schema, and nothing else:\n" + schema;
    }

    private static LlmReply whole(LlmReply reply) {
        if (reply.text().isBlank()) {
            throw new LlmException(
                    LlmException.Reason.PROTOCOL,
                    reply.model() + ": its answer is empty; ask again",
                    reply.usage(),
                    null);
        }
        return reply;
    }

    private static LlmReply second(Function<Optional<Repair>, LlmReply> turn, Repair repair, LlmUsage before) {
        try {
            return turn.apply(Optional.of(repair));
        } catch (LlmException failed) {
            throw new LlmException(
                    failed.reason(), String.valueOf(failed.getMessage()), before.plus(failed.usage()), failed);
        }
    }
}
