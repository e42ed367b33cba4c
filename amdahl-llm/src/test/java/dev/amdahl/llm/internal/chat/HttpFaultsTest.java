package dev.amdahl.llm.internal.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each fault of a service, over both protocols. */
final class HttpFaultsTest {
    /** For a busy machine; a fault that is not given up lasts a minute or for ever. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource
    void noRequestOffersAnotherVersionOfHttp(Wire wire) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.saying("fine"))) {
            Backends.of(wire, server.address()).complete(Ask.text());
            assertThat(server.calls()).hasSize(1).allSatisfy(call -> {
                assertThat(call.head()).contains(" HTTP/1.1\r\n");
                assertThat(call.head().toLowerCase(Locale.ROOT))
                        .doesNotContain("upgrade")
                        .doesNotContain("http2-settings");
                assertThat(call.body()).contains("Name the class.").contains("the material");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC, 529, OVERLOADED",
        "ANTHROPIC, 429, RATE_LIMITED",
        "OPENAI, 503, OVERLOADED",
        "OPENAI, 429, RATE_LIMITED"
    })
    void aStormIsWaitedOutAndAnEndlessOneEnds(Wire wire, int status, Reason reason) throws IOException {
        Fault busy = Fault.json(status, "{\"error\":{\"message\":\"busy\"}}", "retry-after: 0\r\n");
        try (LoopbackModel server = LoopbackModel.serving(busy, busy, wire.saying("at last"))) {
            assertThat(Backends.of(wire, server.address()).complete(Ask.text()).text())
                    .isEqualTo("at last");
            assertThat(server.calls()).hasSize(3);
        }
        try (LoopbackModel server = LoopbackModel.serving(busy)) {
            assertThat(failure(wire, server, Ask.text()).reason()).isEqualTo(reason);
            assertThat(server.calls()).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServiceThatAsksForMoreTimeThanThereIsIsGivenUpAtOnce(Wire wire) throws IOException {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(2));
        for (String wait : new String[] {"90", date}) {
            Fault busy = Fault.json(529, "{}", "Retry-After: " + wait + "\r\n");
            try (LoopbackModel server = LoopbackModel.serving(busy)) {
                LlmException failed = failure(wire, server, Ask.text());
                assertThat(failed.reason()).isEqualTo(Reason.OVERLOADED);
                assertThat(failed).hasMessageContaining("asks to wait");
                assertThat(server.calls()).hasSize(1);
            }
        }
    }

    @Test
    void aStormWithoutAdviceEndsWithinTheTimeLimit() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Fault.json(529, "{}"))) {
            LlmException failed =
                    failure(Wire.ANTHROPIC, server, Ask.text().within(Duration.ofMillis(3400)), "retries", "20");
            assertThat(failed.reason()).isEqualTo(Reason.OVERLOADED);
            assertThat(server.calls())
                    .as("pauses of .5 and 1 s, and 2 s would be too long; a busy machine has time for fewer")
                    .hasSizeBetween(2, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, UNAUTHORIZED",
        "403, UNAUTHORIZED",
        "404, REJECTED",
        "400, REJECTED",
        "413, REJECTED",
        "302, PROTOCOL"
    })
    void aRefusalOfTheRequestIsNotRepeated(int status, Reason reason) throws IOException {
        for (Wire wire : Wire.values()) {
            String body = "{\"error\":{\"message\":\"wrong: " + Backends.KEY + "\"}}";
            try (LoopbackModel server =
                    LoopbackModel.serving(Fault.json(status, body, "Location: http://127.0.0.1:1/\r\n"))) {
                LlmException failed = failure(wire, server, Ask.json());
                assertThat(failed.reason()).isEqualTo(reason);
                assertThat(failed).hasMessageContaining("model-1").hasMessageNotContaining(Backends.KEY);
                assertThat(server.calls()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLostConnectionIsTriedAgain(Wire wire) throws IOException {
        Fault lost = wire == Wire.OPENAI ? Fault.disconnect() : Fault.cutOff("{\"id\":");
        try (LoopbackModel server = LoopbackModel.serving(lost, wire.saying("at last"))) {
            assertThat(Backends.of(wire, server.address()).complete(Ask.text()).text())
                    .isEqualTo("at last");
        }
    }

    @Test
    void nobodyThereIsSaid() {
        LlmException failed = catchThrowableOfType(
                LlmException.class,
                () -> Backends.of(Wire.OPENAI, LoopbackModel.NOBODY, "retries", "0")
                        .complete(Ask.text()));
        assertThat(failed.reason()).isEqualTo(Reason.UNREACHABLE);
    }

    @ParameterizedTest
    @EnumSource
    void whatComesSlowlyOrWithoutEndIsCut(Wire wire) throws IOException {
        for (Fault slow : new Fault[] {Fault.drip(), Fault.silence()}) {
            try (LoopbackModel server = LoopbackModel.serving(slow)) {
                assertThat(failure(wire, server, Ask.text().within(Duration.ofMillis(250)))
                                .reason())
                        .isEqualTo(Reason.TIME_LIMIT);
            }
        }
        try (LoopbackModel server = LoopbackModel.serving(Fault.endless())) {
            LlmException failed = failure(wire, server, Ask.text());
            assertThat(failed.reason()).isEqualTo(Reason.PROTOCOL);
            assertThat(failed).hasMessageContaining("bytes");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoAnswerOfTheProtocolIsSaid(Wire wire) throws IOException {
        Fault[] faults = {
            Fault.typed(200, "text/html", "<html>Sign in to the guest network</html>"),
            Fault.json(200, "{\"unexpected\":true}"),
            Fault.json(200, "[]"),
            Fault.json(200, "{\"id\":"),
            Fault.json(200, ""),
            wire.ending("text", "a_new_reason"),
            wire.saying("")
        };
        for (Fault fault : faults) {
            try (LoopbackModel server = LoopbackModel.serving(fault)) {
                assertThat(failure(wire, server, Ask.text()).reason()).isEqualTo(Reason.PROTOCOL);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC, end_turn,",
        "ANTHROPIC, stop_sequence,",
        "ANTHROPIC, max_tokens, TRUNCATED",
        "ANTHROPIC, model_context_window_exceeded, TRUNCATED",
        "ANTHROPIC, refusal, REFUSAL",
        "ANTHROPIC, tool_use, PROTOCOL",
        "ANTHROPIC, pause_turn, PROTOCOL",
        "OPENAI, stop,",
        "OPENAI, length, TRUNCATED",
        "OPENAI, content_filter, REFUSAL",
        "OPENAI, tool_calls, PROTOCOL",
        "OPENAI, function_call, PROTOCOL"
    })
    void everyReasonToStopIsHandled(Wire wire, String word, @Nullable Reason reason) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.ending("text", word))) {
            if (reason == null) {
                assertThat(Backends.of(wire, server.address())
                                .complete(Ask.text())
                                .text())
                        .isEqualTo("text");
            } else {
                LlmException failed = failure(wire, server, Ask.text());
                assertThat(failed.reason()).isEqualTo(reason);
                assertThat(failed.usage().outputTokens()).isEqualTo(5);
                assertThat(server.calls()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalInWordsIsARefusalAndCostsWhatItCost(Wire wire) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.refusing())) {
            LlmException failed = failure(wire, server, Ask.json());
            assertThat(failed.reason()).isEqualTo(Reason.REFUSAL);
            assertThat(failed.usage().price()).isPositive();
        }
    }

    @Test
    void tokensAndPriceAreThoseOfTheService() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("fine"))) {
            LlmReply reply = Backends.of(Wire.ANTHROPIC, server.address()).complete(Ask.text());
            assertThat(reply.usage().inputTokens()).isEqualTo(100);
            assertThat(reply.usage().cachedTokens()).isEqualTo(70);
            assertThat(reply.usage().price()).isEqualTo((20 * 10 + 70 * 1 + 10 * 12.5 + 5 * 50) / 1e6);
        }
        try (LoopbackModel server = LoopbackModel.serving(Wire.OPENAI.saying("fine"))) {
            LlmReply reply = Backends.of(Wire.OPENAI, server.address()).complete(Ask.text());
            assertThat(reply.usage().inputTokens()).isEqualTo(100);
            assertThat(reply.usage().cachedTokens()).isEqualTo(70);
            assertThat(reply.usage().price()).isEqualTo((30 * 10 + 70 * 1 + 5 * 50) / 1e6);
        }
    }

    @Test
    void useThatIsLessThanNothingIsEstimatedByTheTextInstead() throws IOException {
        String answer =
                "{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"model-1\",\"choices\":[{\"index\":0,"
                        + "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"fine\"}}],"
                        + "\"usage\":{\"prompt_tokens\":-100,\"completion_tokens\":-5,\"total_tokens\":-105}}";
        try (LoopbackModel server = LoopbackModel.serving(Fault.json(200, answer))) {
            LlmReply reply = Backends.of(Wire.OPENAI, server.address()).complete(Ask.text());
            assertThat(reply.usage().inputTokens()).isPositive();
            assertThat(reply.usage().outputTokens()).isPositive();
        }
    }

    private static LlmException failure(Wire wire, LoopbackModel server, LlmRequest request, String... settings) {
        long start = System.nanoTime();
        LlmException failed = catchThrowableOfType(
                LlmException.class,
                () -> Backends.of(wire, server.address(), settings).complete(request));
        assertThat(failed).as("no error").isNotNull();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(request.timeLimit().plus(GRACE));
        return failed;
    }
}
