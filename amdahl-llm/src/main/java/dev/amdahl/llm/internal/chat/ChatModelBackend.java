package dev.amdahl.llm.internal.chat;

import static java.util.Objects.requireNonNull;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.TwoTurns;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a chat model: once without tools, or turn by turn with some. Thread-safe. */
public final class ChatModelBackend implements LlmBackend {
    private final String name;
    private final Speaker speaker;

    ChatModelBackend(String name, Speaker speaker) {
        this.name = requireNonNull(name);
        this.speaker = requireNonNull(speaker);
    }

    /**
     * Asks a model of LangChain4j that the host has made. Its own settings hold for retries and addresses; where it does not end within
     * the time limit, its thread is interrupted and left behind.
     *
     * @param name for configurations and the ledger
     * @param model thread-safe
     * @param prices what its tokens cost
     */
    public static ChatModelBackend of(String name, ChatModel model, PriceList prices) {
        return new ChatModelBackend(name, new LangChainClient(name, requireNonNull(model), requireNonNull(prices)));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String place() {
        return speaker.place();
    }

    @Override
    public LlmReply complete(LlmRequest request) {
        Deadline deadline = Deadline.in(request.timeLimit());
        return TwoTurns.complete(
                request,
                repair -> speaker.say(
                                new Turn(messages(request, repair), request.schema(), request.maxOutputTokens()),
                                deadline)
                        .reply());
    }

    /**
     * Returns what the model says next in a conversation. Blocks until it is there or the time limit has passed.
     *
     * @param tools that it may ask for; whoever asks runs them
     * @throws dev.amdahl.spi.llm.LlmException if it does not end well
     */
    public Said converse(
            List<ChatMessage> messages, List<ToolSpecification> tools, int maxOutputTokens, Duration limit) {
        return speaker.say(new Turn(messages, Optional.empty(), tools, maxOutputTokens), Deadline.in(limit));
    }

    private static List<ChatMessage> messages(LlmRequest request, Optional<Repair> repair) {
        String instructions =
                request.instructions() + request.schema().map(TwoTurns::order).orElse("");
        List<ChatMessage> messages = new ArrayList<>();
        if (request.material().isBlank()) {
            messages.add(UserMessage.from(instructions));
        } else {
            if (!instructions.isBlank()) {
                messages.add(SystemMessage.from(instructions));
            }
            messages.add(UserMessage.from(request.material()));
        }
        repair.ifPresent(wrong -> {
            messages.add(AiMessage.from(wrong.answer().isBlank() ? "(nothing)" : wrong.answer()));
            messages.add(UserMessage.from(wrong.request()));
        });
        return messages;
    }
}
