package dev.amdahl.llm.internal.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A model behind HTTP. Thread-safe. */
final class HttpSpeaker implements Speaker {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MAX_CHARACTERS = 300;

    private final Dialect dialect;
    private final ChatSettings settings;
    private final Connection connection;
    private volatile boolean isSchemaSent;

    HttpSpeaker(Dialect dialect, ChatSettings settings, Connection connection) {
        this.dialect = dialect;
        this.settings = settings;
        this.connection = connection;
        this.isSchemaSent = settings.isSchemaSent();
    }

    @Override
    public Said say(Turn turn, Deadline deadline) {
        Exchange exchange = connection.open(deadline);
        Turn sent = isSchemaSent ? turn : turn.withoutSchema();
        try {
            return read(sent, chat(sent, exchange), exchange);
        } catch (Exchange.Failure failed) {
            if (sent.schema().isPresent() && isAboutTheSchema(failed)) {
                isSchemaSent = false;
                return say(turn, deadline);
            }
            throw error(failed.reason(), String.valueOf(failed.getMessage()), LlmUsage.NONE, failed);
        }
    }

    @Override
    public String place() {
        return settings.toString();
    }

    /** Empty if LangChain4j cannot read what came. */
    private Optional<ChatResponse> chat(Turn turn, Exchange exchange) {
        ChatRequest.Builder request = ChatRequest.builder().messages(turn.messages());
        turn.format().ifPresent(request::responseFormat);
        if (!turn.tools().isEmpty()) {
            request.toolSpecifications(turn.tools());
        }
        try {
            return Optional.of(dialect.model(Connection.builder(exchange), turn).chat(request.build()));
        } catch (RuntimeException unreadable) {
            exchange.failure().ifPresent(failure -> {
                throw failure;
            });
            if (exchange.body().isEmpty()) {
                throw error(Reason.PROTOCOL, "its answer is empty", LlmUsage.NONE, unreadable);
            }
            return Optional.empty();
        }
    }

    private Said read(Turn turn, Optional<ChatResponse> response, Exchange exchange) {
        JsonNode answer = json(exchange.body());
        LlmUsage usage = dialect.usage(answer)
                .orElseGet(() -> settings.prices().usage(turn.messages().toString(), exchange.body()));
        Dialect.Ending ending = dialect.ending(answer);
        boolean isForTools = !turn.tools().isEmpty()
                && response.filter(said -> said.aiMessage().hasToolExecutionRequests())
                        .isPresent();
        if (ending.failure().isPresent() && !(isForTools && ending.failure().get() == Reason.PROTOCOL)) {
            throw error(ending.failure().get(), "its answer ended with " + ending.word(), usage, null);
        }
        ChatResponse whole = response.orElseThrow(
                () -> error(Reason.PROTOCOL, "its answer is of another form: " + exchange.body(), usage, null));
        return new Said(
                whole.aiMessage(),
                Optional.ofNullable(whole.metadata().modelName()).orElse(settings.model()),
                usage);
    }

    private JsonNode json(String body) {
        try {
            JsonNode answer = MAPPER.readTree(body);
            if (answer.isObject()) {
                return answer;
            }
            throw error(Reason.PROTOCOL, "its answer is not a JSON object: " + body, LlmUsage.NONE, null);
        } catch (JsonProcessingException e) {
            throw error(Reason.PROTOCOL, "its answer is not JSON: " + body, LlmUsage.NONE, e);
        }
    }

    private static boolean isAboutTheSchema(Exchange.Failure failed) {
        String said = String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT);
        return failed.isRejected()
                && Stream.of("response_format", "output_config", "schema", "structured")
                        .anyMatch(said::contains);
    }

    /** Services repeat parts of a key that they refuse. */
    private LlmException error(Reason reason, String problem, LlmUsage usage, @Nullable Throwable cause) {
        String clean = Redaction.of(
                settings.key().map(key -> problem.replace(key, "[key]")).orElse(problem));
        String cut = clean.length() <= MAX_CHARACTERS ? clean : clean.substring(0, MAX_CHARACTERS) + " …";
        return new LlmException(
                reason, settings + ": " + cut.strip() + "; " + ServiceStatus.remedy(reason), usage, cause);
    }
}
