package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.amdahl.core.internal.ledger.calls.ModelCalls;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.ModelCall.Standing;
import dev.amdahl.core.loop.StandaloneCallBook;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelCallsTest {
    private static final String PROMPT = "how fast could it be?";

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock(Entries.START);
    private final List<String> notes = new ArrayList<>();
    private CallPolicy policy = CallPolicy.DEFAULT;

    private interface Story {
        void run(Lease lease, ModelCalls calls);
    }

    private void story(Limits total, Limits day, Story story) {
        try (Ledger ledger = Ledger.open(url(), clock);
                Lease lease = ledger.acquire("calls", Duration.ofMinutes(1))) {
            lease.commit(new Entry.BudgetSet(Budget.UNLIMITED.withTotal(total).withPerDay(day)));
            story.run(lease, new ModelCalls(lease, policy, notes::add));
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    private void story(Story story) {
        story(Limits.NONE, Limits.NONE, story);
    }

    private String url() {
        return folder.resolve("ledger").toString();
    }

    private static CallBook.Intent call(String question, long tokens, double money) {
        return new CallBook.Intent(question, "model-1", "advisor", "nightly-eval", tokens, money);
    }

    private static CallBook.Call answer(CallBook.Ticket ticket, CallBook.Intent intent, LlmUsage usage) {
        LlmReply reply = new LlmReply("twice as fast", "model-1.5", usage);
        return new CallBook.Call(
                ticket.id(), intent, PROMPT, Optional.of(reply), Optional.empty(), usage, Duration.ofSeconds(3));
    }

    private static CallBook.Call failure(CallBook.Ticket ticket, CallBook.Intent intent, Reason reason) {
        return new CallBook.Call(
                ticket.id(),
                intent,
                PROMPT,
                Optional.empty(),
                Optional.of(reason),
                LlmUsage.NONE,
                Duration.ofSeconds(1));
    }

    private static void assertRefused(ThrowingCallable call, Reason reason, String message) {
        assertThatThrownBy(call)
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void aCallIsSetAsideBeforeItIsMadeAndBookedOnceByWhatItCameTo() {
        story(Limits.NONE.withTokens(10_000), Limits.NONE, (lease, calls) -> {
            CallBook.Intent first = call("q1", 8_000, 1);
            CallBook.Ticket ticket = calls.reserve(first);
            assertRefused(
                    () -> calls.reserve(call("q2", 3_000, 1)),
                    Reason.NOT_ALLOWED,
                    "budget of 10000 tokens is spent: 8000 used or reserved");

            calls.settle(answer(ticket, first, new LlmUsage(2_000, 500, 500, .2)));

            assertThatThrownBy(() -> calls.settle(answer(ticket, first, LlmUsage.NONE)))
                    .hasMessageContaining("never reserved, or is settled");
            calls.reserve(call("q2", 3_000, 1));
            assertThat(lease.view().costs())
                    .containsExactly(new Cost("nightly-eval", Cost.Kind.TOKEN_MONEY, .2, Entries.START));
            assertThat(lease.view().balance().total().spent().tokens()).isEqualTo(2_500);
        });
    }

    @Test
    void aRefusalIsRecordedOnceADayForARoleAndASubject() {
        story(Limits.NONE.withTokens(100), Limits.NONE, (lease, calls) -> {
            CallBook.Intent dear = call("q1", 200, 1);
            for (int i = 0; i < 3; i++) {
                assertRefused(() -> calls.reserve(dear), Reason.NOT_ALLOWED, "budget of 100 tokens");
            }
            clock.advance(Duration.ofDays(1));
            assertRefused(() -> calls.reserve(dear), Reason.NOT_ALLOWED, "budget of 100 tokens");
        });

        List<Entry.CallRefused> refusals = entries(Entry.CallRefused.class);
        assertThat(refusals).hasSize(2);
        assertThat(refusals.get(0).reason()).contains("budget of 100 tokens is spent");
        assertThat(refusals.get(0).purpose().role()).isEqualTo("advisor");
        assertThat(notes).anyMatch(note -> note.startsWith("a call of model-1 about nightly-eval was refused: budget"));
    }

    private <E extends Entry> List<E> entries(Class<E> kind) {
        return EventLog.read(LedgerReader.file(url())).stream()
                .map(EventLog.Recorded::entry)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    @Test
    void peopleAreToldAtFourFifthsAndAtAll() {
        story(Limits.NONE.withTokenMoney(10), Limits.NONE, (lease, calls) -> {
            assertThat(calls.reserve(call("q1", 100, 7)).alerts()).isEmpty();
            assertThat(calls.reserve(call("q2", 100, 1)).alerts())
                    .containsExactly("80 % of the budget of 10 money for tokens is used or reserved");
            assertThat(calls.reserve(call("q3", 100, 2)).alerts())
                    .containsExactly("100 % of the budget of 10 money for tokens is used or reserved");
            assertRefused(() -> calls.reserve(call("q4", 1, .01)), Reason.NOT_ALLOWED, "10 money for tokens");
        });
        assertThat(notes)
                .contains(
                        "80 % of the budget of 10 money for tokens is used or reserved",
                        "100 % of the budget of 10 money for tokens is used or reserved");
    }

    @Test
    void tokensCountAgainstTheMoneyOfAllAndAgainstTheDay() {
        story(Limits.NONE.withMoney(5), Limits.NONE.withTokenMoney(2), (lease, calls) -> {
            calls.reserve(call("q1", 100, 2));
            assertRefused(() -> calls.reserve(call("q2", 1, .5)), Reason.NOT_ALLOWED, "2 money for tokens a day");
            clock.advance(Duration.ofDays(1));
            calls.reserve(call("q2", 100, 2));
            clock.advance(Duration.ofDays(1));
            assertRefused(() -> calls.reserve(call("q3", 100, 1.5)), Reason.NOT_ALLOWED, "budget of 5 money is");
        });
    }

    @Test
    void aCallWhoseEndIsNotKnownCostsWhatWasSetAside() {
        story((lease, calls) -> calls.reserve(call("q1", 1_000, 3)));
        story((lease, calls) -> {
            assertThat(lease.view().reservations()).hasSize(1);
            assertThat(lease.view().balance().total().used().tokenMoney()).isEqualTo(3);

            calls.settleUnknown();
            calls.settleUnknown();

            assertThat(lease.view().reservations()).isEmpty();
            assertThat(lease.view().balance().total().spent().tokenMoney()).isEqualTo(3);
            assertThat(lease.view().balance().total().reserved().tokens()).isZero();
        });
        assertThat(entries(Entry.CallSettled.class)).hasSize(1);
    }

    @Test
    void noServiceIsBelievedMoreThanWasSetAside() {
        story(Limits.NONE.withTokenMoney(3), Limits.NONE, (lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            calls.settle(answer(calls.reserve(intent), intent, new LlmUsage(2_000_000_000, 0, 60, 1.5)));

            assertThat(lease.view().balance().total().used().tokenMoney()).isEqualTo(1);
            assertThat(lease.view().balance().total().used().tokens()).isEqualTo(100);
            assertThat(notes)
                    .containsExactly(
                            "a call of model-1 is said to have used 2000000000 + 60 tokens for 1.5, where at most"
                                    + " 100 for 1.0 were set aside; no more than that is booked");
        });
    }

    @Test
    void aCallThatRanOutOfTimeIsBookedAsItWasSetAside() {
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            calls.settle(failure(calls.reserve(intent), intent, Reason.TIME_LIMIT));
            CallBook.Intent other = call("q2", 50, 1);
            calls.settle(failure(calls.reserve(other), other, Reason.OVERLOADED));

            assertThat(lease.view().balance().total().used().tokens()).isEqualTo(100);
            assertThat(lease.view().balance().total().used().tokenMoney()).isEqualTo(1);
        });
    }

    @Test
    void withoutABudgetOfTokensADayHasAUsualBound() {
        policy = new CallPolicy(Duration.ofMinutes(2), Duration.ofMinutes(5), 500_000, 1_000);
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 800, 0);
            calls.settle(answer(calls.reserve(intent), intent, new LlmUsage(700, 0, 100, 0)));
            assertRefused(
                    () -> calls.reserve(call("q2", 300, 0)),
                    Reason.NOT_ALLOWED,
                    "models may take 1000 a day: 800 used or reserved, 300 more may be needed");

            clock.advance(Duration.ofDays(1));
            assertThat(calls.reserve(call("q2", 300, 0)).id()).isNotBlank();
        });
        story(
                Limits.NONE,
                Limits.NONE.withTokens(5_000),
                (lease, calls) ->
                        assertThat(calls.reserve(call("q3", 3_000, 0)).id()).isNotBlank());
    }

    @Test
    void anAnswerIsRememberedWhenTheLedgerIsOpenedAgainAndTheLogHoldsTheCall() throws IOException {
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            assertThat(calls.answered("q1")).isEmpty();
            calls.settle(answer(calls.reserve(intent), intent, new LlmUsage(80, 30, 20, .5)));
        });
        story((lease, calls) -> {
            assertThat(calls.answered("q1"))
                    .contains(new LlmReply("twice as fast", "model-1.5", new LlmUsage(80, 30, 20, .5)));
            assertThat(calls.answered("q2")).isEmpty();

            ModelCall call = lease.view().callsOf("q1").get(0);
            assertThat(call.standing()).isEqualTo(Standing.SETTLED);
            assertThat(call.role()).isEqualTo("advisor");
            assertThat(call.tokens()).isEqualTo(100);
            ModelCall.Outcome outcome = call.outcome().orElseThrow();
            assertThat(outcome.cachedTokens()).isEqualTo(30);
            assertThat(outcome.seconds()).isEqualTo(3);
            assertThat(lease.view().keptOf(call.id()))
                    .extracting(Entry.EvidenceKept::role, Entry.EvidenceKept::digest)
                    .containsExactly(
                            tuple("prompt", outcome.prompt()),
                            tuple("reply", outcome.reply().orElseThrow()));
            assertThat(lease.view().isKept(outcome.prompt())).isTrue();
        });
        assertThat(LedgerReader.view(url()).callsAbout("nightly-eval")).hasSize(1);
        assertThat(keptTexts()).contains(PROMPT);
    }

    private List<String> keptTexts() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(url() + ".evidence", "sha256"))) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    @Test
    void aDamagedAnswerIsAskedAgainWithANote() throws IOException {
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            calls.settle(answer(calls.reserve(intent), intent, LlmUsage.NONE));
        });
        try (Stream<Path> files = Files.walk(Path.of(url() + ".evidence", "sha256"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.writeString(file, "other");
            }
        }
        try (Ledger ledger = Ledger.open(url(), clock);
                Lease lease = ledger.acquire("calls", Duration.ofMinutes(1))) {
            ModelCalls calls = new ModelCalls(lease, policy, notes::add);
            assertThat(calls.answered("q1")).isEmpty();
            assertThat(notes).anyMatch(note -> note.contains("cannot be used, so it is asked again"));

            CallBook.Intent intent = call("q1", 100, 1);
            calls.settle(answer(calls.reserve(intent), intent, LlmUsage.NONE));
            assertThat(calls.answered("q1")).isPresent();
        }
    }

    @Test
    void aModelThatFailsTwiceOnAQuestionIsNotPaidForAThirdTime() {
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            for (Reason reason : List.of(Reason.OFF_SCHEMA, Reason.OVERLOADED, Reason.OVERLOADED, Reason.REFUSAL)) {
                calls.settle(failure(calls.reserve(intent), intent, reason));
            }
            assertRefused(() -> calls.reserve(intent), Reason.REFUSAL, "has failed 2 times on this very question");
            calls.reserve(call("q2", 100, 1));
        });
    }

    @Test
    void whatFailedAtOneAddressIsNotHeldAgainstTheNextOfThatName() {
        CallBook.Intent old = at("digest of the old address");
        CallBook.Intent moved = at("digest of the new address");
        story((lease, calls) -> {
            calls.settle(failure(calls.reserve(old), old, Reason.REFUSAL));
            calls.settle(failure(calls.reserve(old), old, Reason.REFUSAL));
        });
        story((lease, calls) -> {
            assertRefused(() -> calls.reserve(old), Reason.REFUSAL, "evidence has changed, or its address");

            calls.settle(failure(calls.reserve(moved), moved, Reason.PROTOCOL));
            calls.settle(failure(calls.reserve(moved), moved, Reason.PROTOCOL));
            assertRefused(() -> calls.reserve(moved), Reason.PROTOCOL, "has failed 2 times on this very question");
        });
    }

    private static CallBook.Intent at(String place) {
        return new CallBook.Intent("q1", "model-1", "advisor", "nightly-eval", 100, 1, Optional.empty(), place);
    }

    @Test
    void modelsTakeNoMoreTimeOfACycleThanTheyMay() {
        policy = new CallPolicy(Duration.ofSeconds(10), Duration.ofSeconds(12), 1000);
        story((lease, calls) -> {
            CallBook.Intent intent = call("q1", 100, 1);
            CallBook.Ticket first = calls.reserve(intent);
            assertThat(first.timeLimit()).contains(Duration.ofSeconds(10));
            CallBook.Call slow = answer(first, intent, LlmUsage.NONE);
            calls.settle(new CallBook.Call(
                    slow.ticket(), intent, PROMPT, slow.reply(), slow.failure(), slow.usage(), Duration.ofSeconds(9)));
            CallBook.Ticket second = calls.reserve(intent);
            assertThat(second.timeLimit()).contains(Duration.ofSeconds(3));
            calls.settle(answer(second, intent, LlmUsage.NONE));

            assertRefused(() -> calls.reserve(intent), Reason.NOT_ALLOWED, "models have taken 12 s of this cycle");
        });
    }

    @Test
    void aProcessBetweenCyclesHoldsTheLedgerOnlyToBook() {
        CallBook asking = new StandaloneCallBook(url(), clock, policy, notes::add);
        CallBook.Intent intent = call("q1", 100, 1);
        CallBook.Ticket ticket = asking.reserve(intent);
        story((lease, calls) -> {
            calls.settleUnknown();
            assertThat(lease.view().reservations().keySet())
                    .singleElement()
                    .asString()
                    .contains(ticket.id());
        });
        asking.settle(answer(ticket, intent, LlmUsage.NONE));
        assertThat(asking.answered("q1")).isPresent();

        CallBook.Ticket lost = asking.reserve(call("q2", 100, 1));
        clock.advance(Duration.ofMinutes(7));
        story((lease, calls) -> {
            calls.settleUnknown();
            assertThat(lease.view().reservations()).isEmpty();
        });
        assertThat(asking.settle(answer(lost, intent, LlmUsage.NONE)))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("what was set aside for it counts"));
    }
}
