package dev.amdahl.llm.route;

import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A book in memory that allows so many calls. */
public final class RememberingBook implements CallBook {
    public final List<Intent> intents = new ArrayList<>();
    public final List<Call> calls = new ArrayList<>();
    final List<String> refusals = new ArrayList<>();
    public int allowed = Integer.MAX_VALUE;

    @Override
    public Optional<LlmReply> answered(String question) {
        return calls.stream()
                .filter(call -> call.isAnswer() && call.intent().question().equals(question))
                .reduce((earlier, later) -> later)
                .flatMap(Call::reply);
    }

    @Override
    public Ticket reserve(Intent intent) {
        if (intents.size() >= allowed) {
            throw new LlmException(Reason.NOT_ALLOWED, "the budget is spent", LlmUsage.NONE, null);
        }
        intents.add(intent);
        return new Ticket("call-" + intents.size(), List.of());
    }

    @Override
    public void refused(Intent intent, String reason) {
        refusals.add(intent.model() + ": " + reason);
    }

    /** Returns all that was sent and said. */
    public String text() {
        return calls.stream()
                .map(call ->
                        call.prompt() + "\n" + call.reply().map(LlmReply::text).orElse(""))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public List<String> settle(Call call) {
        calls.add(call);
        return List.of();
    }
}
