package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A model of LangChain4j that somebody else has made, on a thread of its own for each turn. Thread-safe. */
final class LangChainClient implements Speaker {
    private static final Map<Class<? extends LangChain4jException>, Reason> REASONS = Map.of(
            AuthenticationException.class, Reason.UNAUTHORIZED,
            ContentFilteredException.class, Reason.REFUSAL,
            InternalServerException.class, Reason.OVERLOADED,
            InvalidRequestException.class, Reason.REJECTED,
            ModelNotFoundException.class, Reason.REJECTED,
            RateLimitException.class, Reason.RATE_LIMITED,
            TimeoutException.class, Reason.TIME_LIMIT,
            UnresolvedModelServerException.class, Reason.UNREACHABLE);

    private final String name;
    private final ChatModel model;
    private final PriceList prices;

    LangChainClient(String name, ChatModel model, PriceList prices) {
        this.name = name;
        this.model = model;
        this.prices = prices;
    }

    @Override
    public Said say(Turn turn, Deadline deadline) {
        FutureTask<ChatResponse> task = new FutureTask<>(() -> model.chat(request(turn)));
        Thread thread = new Thread(task, "amdahl-model-" + name);
        thread.setDaemon(true);
        thread.start();
        try {
            return said(turn, task.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException failed) {
            throw failure(failed.getCause());
        } catch (java.util.concurrent.TimeoutException late) {
            throw error(Reason.TIME_LIMIT, "no answer within " + deadline.limit(), LlmUsage.NONE, late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw error(Reason.TIME_LIMIT, "interrupted", LlmUsage.NONE, stopped);
        } finally {
            task.cancel(true);
        }
    }

    private ChatRequest request(Turn turn) {
        ChatRequest.Builder request =
                ChatRequest.builder().messages(turn.messages()).maxOutputTokens(turn.maxOutputTokens());
        if (!turn.tools().isEmpty()) {
            request.toolSpecifications(turn.tools());
        }
        if (model.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA)) {
            turn.format().ifPresent(request::responseFormat);
        }
        return request.build();
    }

    private Said said(Turn turn, ChatResponse response) {
        String model = Optional.ofNullable(response.metadata().modelName()).orElse(name);
        TokenUsage counted = response.metadata().tokenUsage();
        LlmUsage usage = counted == null
                ? prices.usage(turn.messages().toString(), response.aiMessage().toString())
                : prices.usage(count(counted.inputTokenCount()), 0, 0, count(counted.outputTokenCount()));
        FinishReason reason = response.metadata().finishReason();
        if (reason == FinishReason.LENGTH) {
            throw error(Reason.TRUNCATED, "its answer reached the bound of tokens", usage, null);
        }
        if (reason == FinishReason.CONTENT_FILTER) {
            throw error(Reason.REFUSAL, "its answer was filtered", usage, null);
        }
        if (reason == FinishReason.TOOL_EXECUTION && turn.tools().isEmpty()) {
            throw error(Reason.PROTOCOL, "it asks for a tool, though it was given none", usage, null);
        }
        return new Said(response.aiMessage(), model, usage);
    }

    private static long count(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }

    private LlmException failure(@Nullable Throwable cause) {
        Reason reason = REASONS.entrySet().stream()
                .filter(known -> known.getKey().isInstance(cause))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Reason.PROTOCOL);
        return error(reason, String.valueOf(cause), LlmUsage.NONE, cause);
    }

    private LlmException error(Reason reason, String problem, LlmUsage usage, @Nullable Throwable cause) {
        String said = Redaction.of(problem);
        return new LlmException(reason, name + ": " + said + "; " + ServiceStatus.remedy(reason), usage, cause);
    }
}
