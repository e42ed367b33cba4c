package dev.amdahl.llm.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Ticker;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.LlmQuestion.Stakes;
import dev.amdahl.llm.Material;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class RouterTest {
    private static final PriceList CHEAP = new PriceList(1, .1, 1.25, 5);
    private static final PriceList DEAR = new PriceList(10, 1, 12.5, 50);
    private static final String SCHEMA = "{\"type\":\"object\",\"x-agreement\":\"/class\"}";

    private final ScriptedBackend local = new ScriptedBackend("local");
    private final ScriptedBackend spare = new ScriptedBackend("spare").says("{\"class\":\"spare\"}");
    private final ScriptedBackend best = new ScriptedBackend("best").says("{\"class\":\"best\"}");
    private final RememberingBook book = new RememberingBook();

    private Router router(UnaryOperator<RouterSettings.Builder> rules) {
        return new Router(rules.apply(RouterSettings.builder()
                        .tier("cheap", RoutedModel.of(local, CHEAP), RoutedModel.of(spare, CHEAP))
                        .tier("best", RoutedModel.of(best, DEAR)))
                .build());
    }

    private Router router() {
        return router(rules -> rules);
    }

    private static LlmQuestion question(String material, Optional<String> schema, Stakes stakes) {
        return new LlmQuestion(
                "advisor",
                "nightly-eval",
                "Say what is slow.",
                Material.empty().with("log", material, 1000),
                schema,
                stakes,
                200,
                Duration.ofSeconds(30));
    }

    private static LlmQuestion question() {
        return question("it is slow", Optional.empty(), Stakes.ORDINARY);
    }

    private static void assertFails(ThrowingCallable call, Reason reason) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private List<Optional<String>> escalations() {
        return book.intents.stream().map(CallBook.Intent::escalation).toList();
    }

    @Test
    void theCheapestModelAnswersAndTheSameQuestionIsNotAskedTwice() {
        local.says("slow");
        assertThat(router().ask(question(), book).text()).isEqualTo("slow");
        assertThat(router().ask(question(), book).text()).isEqualTo("slow");
        router().ask(question("other evidence", Optional.empty(), Stakes.ORDINARY), book);

        assertThat(local.requests).hasSize(2);
        assertThat(book.calls.get(0).usage().price()).isCloseTo(.0015, within(1e-12));
        assertThat(book.calls.get(0).unrouted()).isCloseTo(.015, within(1e-12));
        assertThat(book.calls.get(0).usage().price())
                .isLessThan(book.intents.get(0).price());
        assertThat(book.intents.get(0).tokens()).isGreaterThan(200);
    }

    @ParameterizedTest
    @CsvSource({"OFF_SCHEMA, off schema", "TRUNCATED, truncated", "REFUSAL, refusal"})
    void anUnusableAnswerEscalatesOnceWithTheReason(Reason reason, String words) {
        local.fails(reason);
        assertThat(router().ask(question(), book).model()).isEqualTo("best");
        assertThat(escalations()).containsExactly(Optional.empty(), Optional.of(words + ": local"));
        assertThat(book.calls.get(0).failure()).contains(reason);
        assertThat(book.calls.get(0).usage().price()).isPositive();
        assertThat(spare.requests).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"OVERLOADED", "RATE_LIMITED", "TIME_LIMIT", "UNREACHABLE", "UNAUTHORIZED", "NOT_INSTALLED"})
    void aModelThatIsNotThereIsReplacedByTheNextOfItsTier(Reason reason) {
        local.fails(reason);
        assertThat(router().ask(question(), book).model()).isEqualTo("spare");
        assertThat(escalations().get(1).orElseThrow()).endsWith(": local");
        assertThat(best.requests).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAUTHORIZED", "NOT_INSTALLED"})
    void aRefusedKeyOrAMissingProgramIsMetOnceInAProcess(Reason reason) {
        local.fails(reason);
        Router router = router(rules ->
                rules.tier("only", RoutedModel.of(local, CHEAP).named("alone")).role("advisor", "only"));
        for (int i = 0; i < 3; i++) {
            LlmQuestion question = question("evidence " + i, Optional.empty(), Stakes.ORDINARY);
            assertThatThrownBy(() -> router.ask(question, book))
                    .isInstanceOfSatisfying(
                            LlmException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                    .hasMessage("local failed");
        }
        assertThat(local.requests).hasSize(1);
        assertThat(book.calls).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "OVERLOADED, 0 30 90 210",
        "RATE_LIMITED, 0 30 90 210",
        "UNREACHABLE, 0 30 90 210",
        "TIME_LIMIT, 0 1 61 181"
    })
    void aServiceThatIsAwayIsLeftAloneForLongerAndLonger(Reason reason, String seconds) {
        local.fails(reason);
        AtomicLong nanos = new AtomicLong();
        Router router = router(rules -> rules.ticker(new Ticker() {
            @Override
            public long read() {
                return nanos.get();
            }
        }));
        List<String> asked = new ArrayList<>();
        for (int second = 0; second < 240; second++) {
            int before = local.requests.size();
            assertThat(router.ask(question("evidence " + second, Optional.empty(), Stakes.ORDINARY), book)
                            .model())
                    .isEqualTo("spare");
            assertThat(escalations().get(book.intents.size() - 1).orElseThrow()).endsWith(": local");
            if (local.requests.size() > before) {
                asked.add(String.valueOf(second));
            }
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        assertThat(String.join(" ", asked)).isEqualTo(seconds);

        local.instead().says("slow");
        nanos.addAndGet(Duration.ofMinutes(5).toNanos());
        for (int i = 0; i < 2; i++) {
            LlmQuestion question = question("later " + i, Optional.empty(), Stakes.ORDINARY);
            assertThat(router.ask(question, book).text()).isEqualTo("slow");
        }
    }

    @Test
    void highStakesAskTheBestAtOnceAndNobodyElse() {
        LlmQuestion question = question("x", Optional.empty(), Stakes.HIGH);
        assertThat(router().ask(question, book).model()).isEqualTo("best");
        assertThat(escalations()).containsExactly(Optional.of("high stakes"));

        best.instead().fails(Reason.REFUSAL);
        assertFails(
                () -> router(rules -> rules).ask(question("y", Optional.empty(), Stakes.HIGH), new RememberingBook()),
                Reason.REFUSAL);
    }

    @Test
    void whatFailsAtTheTopFails() {
        local.fails(Reason.OFF_SCHEMA);
        ScriptedBackend worse = new ScriptedBackend("worse").fails(Reason.REFUSAL);
        Router router = new Router(RouterSettings.builder()
                .tier("a", RoutedModel.of(local, CHEAP))
                .tier("b", RoutedModel.of(worse, CHEAP))
                .tier("c", RoutedModel.of(best, DEAR))
                .build());
        assertFails(() -> router.ask(question(), book), Reason.REFUSAL);
        assertThat(best.requests).as("one escalation is enough").isEmpty();
        assertThat(book.calls).hasSize(2);
    }

    @Test
    void answersThatAgreeStayWithTheCheapModelAndOthersEscalateOnce() {
        local.says("{\"class\":\"io\",\"why\":1}", "{\"class\":\"cpu\"}", "{\"class\":\"io\",\"why\":2}");
        LlmQuestion question = question("x", Optional.of(SCHEMA), Stakes.ORDINARY);

        assertThat(router().ask(question, book).text()).isEqualTo("{\"class\":\"io\",\"why\":2}");
        assertThat(book.calls).extracting(CallBook.Call::isAnswer).containsExactly(false, false, true);
        assertThat(book.answered(book.intents.get(0).question()).orElseThrow().text())
                .contains("\"why\":2");
        assertThat(local.requests.get(0).schema().orElseThrow()).doesNotContain("x-agreement");

        ScriptedBackend torn =
                new ScriptedBackend("torn").says("{\"class\":\"a\"}", "{\"class\":\"b\"}", "{\"class\":\"c\"}");
        RememberingBook other = new RememberingBook();
        Router router = new Router(RouterSettings.builder()
                .tier("cheap", RoutedModel.of(torn, CHEAP))
                .tier("best", RoutedModel.of(best, DEAR))
                .build());
        assertThat(router.ask(question, other).model()).isEqualTo("best");
        assertThat(other.intents.get(3).escalation())
                .contains("low agreement: torn says \"a\" 1 of 3, \"b\" 1 of 3, \"c\" 1 of 3");
        assertThat(other.calls).filteredOn(CallBook.Call::isAnswer).hasSize(1);
    }

    @Test
    void twoThatAgreeAreEnough() {
        local.says("{\"class\":\"io\"}");
        router().ask(question("x", Optional.of(SCHEMA), Stakes.ORDINARY), book);
        assertThat(local.requests).hasSize(2);
    }

    @Test
    void aBudgetThatIsSpentEndsTheQuestion() {
        local.fails(Reason.OFF_SCHEMA);
        book.allowed = 1;
        assertFails(() -> router().ask(question(), book), Reason.NOT_ALLOWED);
        assertThat(best.requests).isEmpty();
    }

    @Test
    void rulesForbidModelsRolesAndPricesAndTheRefusalIsRecorded() {
        local.says("slow");
        assertFails(() -> router(rules -> rules.role("advisor")).ask(question(), book), Reason.NOT_ALLOWED);
        assertThat(book.refusals).containsExactly("best: no model may be asked by role 'advisor'");

        assertThat(router(rules -> rules.role("advisor", "best"))
                        .ask(question(), book)
                        .model())
                .isEqualTo("best");
        assertThat(router(rules -> rules.allowed(Set.of("spare")))
                        .ask(question("y", Optional.empty(), Stakes.ORDINARY), book)
                        .model())
                .isEqualTo("spare");
        assertFails(
                () -> router(rules -> rules.mostPrice(1e-6))
                        .ask(question("z", Optional.empty(), Stakes.ORDINARY), book),
                Reason.NOT_ALLOWED);
        assertThat(book.refusals).last().asString().contains("a call may cost 1.000e-06, this one may need");
        assertThat(local.requests).isEmpty();
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> RouterSettings.builder().build())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no tier");
        assertThatThrownBy(() -> router(rules -> rules.role("dream", "bset")))
                .hasMessageContaining("names tier 'bset', there is none");
        assertThatThrownBy(() -> router(rules -> rules.allowed(Set.of("gpt"))))
                .hasMessageContaining("there is no model 'gpt'");
        assertThatThrownBy(() -> router(rules -> rules.tier("more", RoutedModel.of(local, CHEAP))))
                .hasMessageContaining("model 'local'", "occurs twice");
    }

    @Test
    void aBackendThatBreaksIsBookedAsItWasSetAsideAndReplaced() {
        local.fails(new IllegalStateException("boom with ghp_" + "a1".repeat(18)));
        assertThat(router().ask(question(), book).model()).isEqualTo("spare");
        assertThat(book.calls.get(0).failure()).contains(Reason.PROTOCOL);
        assertThat(book.calls.get(0).usage().price())
                .isEqualTo(book.intents.get(0).price());
    }

    @Test
    void secretsReachNeitherTheModelNorTheBookNorTheError() {
        String token = "ghp_" + "a1B2".repeat(9);
        local.says("try " + token);
        LlmQuestion question = question("export GH=" + token, Optional.empty(), Stakes.ORDINARY);
        assertThat(router().ask(question, book).text()).isEqualTo("try [redacted github token]");
        assertThat(local.requests.get(0).material()).doesNotContain(token);
        assertThat(book.calls.get(0).prompt()).doesNotContain(token);

        best.instead().fails(new LlmException(Reason.UNAUTHORIZED, "bad key " + token, ScriptedBackend.USAGE, null));
        assertThatThrownBy(() -> router().ask(question("x", Optional.empty(), Stakes.HIGH), book))
                .hasMessage("bad key [redacted github token]")
                .hasNoCause();
    }

    @Test
    void aSecretThatEscapesOfJsonHideIsGoneBeforeAnybodyReadsTheDiffInIt() throws JsonProcessingException {
        String key = "AKIA" + "A1".repeat(8);
        for (String hidden : List.of("\\u0041KIA" + "A1".repeat(8), "x\\n" + key, "x\\t" + key)) {
            ScriptedBackend model = new ScriptedBackend("model")
                    .says("{\"patch\":\"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+" + hidden + "\",\"" + hidden
                            + "\":0.10}");
            Router router = new Router(RouterSettings.builder()
                    .tier("only", RoutedModel.of(model, CHEAP))
                    .build());
            RememberingBook own = new RememberingBook();

            String reply = router.ask(question("x", Optional.of("{\"type\":\"object\"}"), Stakes.ORDINARY), own)
                    .text();

            assertThat(new ObjectMapper().readTree(reply).toString())
                    .contains("[redacted aws key]", "@@ -1 +1 @@\\n-a\\n+")
                    .doesNotContain(key);
            assertThat(own.calls.get(0).reply().orElseThrow().text()).isEqualTo(reply);
        }
    }

    @Test
    void aModelIsBookedWithADigestOfWhereItIs() {
        List<String> places = new ArrayList<>();
        for (String place : List.of("", "m at http://old/v1", "m at http://new/v1")) {
            RememberingBook own = new RememberingBook();
            new Router(RouterSettings.builder()
                            .tier(
                                    "only",
                                    RoutedModel.of(
                                            new ScriptedBackend("model")
                                                    .says("slow")
                                                    .at(place),
                                            CHEAP))
                            .build())
                    .ask(question(), own);
            places.add(own.intents.get(0).place());
        }
        assertThat(places).doesNotHaveDuplicates().noneMatch(place -> place.contains("http"));
        assertThat(places.get(0)).isEmpty();
    }

    @Test
    void aReplyInJsonStaysJson() {
        String untouched = "{ \"seconds\": 1.50, \"why\": \"a\\nb\" }";
        assertThat(CleanReply.of(untouched, true)).isEqualTo(untouched);

        assertThat(CleanReply.of("{\"tokens\": [1234567, 2], \"key\": \"AKIA" + "A1".repeat(8) + "\"}", true))
                .isEqualTo("{\"tokens\":[1234567,2],\"key\":\"[redacted aws key]\"}");
    }
}
