package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.calls.ModelCalls;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentCallsTest {
    @TempDir
    Path folder;

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(LlmException.class).hasMessageContaining(message);
    }

    @Test
    void whatAnAgentTookBeforeItProposedCountsForTheVerdict() {
        CallPolicy policy = new CallPolicy(Duration.ofMinutes(2), Duration.ofMinutes(5), 1_000);
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), new SettableClock(Entries.START));
                Lease lease = ledger.acquire("calls", Duration.ofMinutes(1))) {
            ModelCalls calls = new ModelCalls(lease, policy, note -> {});
            lease.commit(Entries.family());
            agent(calls, "given up", 900);
            agent(calls, "the end of that", 0);
            agent(calls, "first turn", 300);
            agent(calls, "second turn", 400);
            assertRefused(
                    () -> agent(calls, "third turn", 301),
                    "what an agent works on for nightly-eval may take 1000 tokens: 700 used or reserved, 301 more");
            agent(calls, "the end of this", 0);
            Hypothesis plain = Entries.hypothesis("h1");
            Hypothesis proposed = new Hypothesis(
                    plain.id(),
                    plain.family(),
                    plain.addresses(),
                    plain.axis(),
                    plain.title(),
                    plain.change(),
                    plain.expectedFraction(),
                    new Provenance(Provenance.Origin.MODEL, "agent:model-1"),
                    plain.evidence(),
                    plain.fingerprint());
            lease.commit(List.of(new Entry.Proposed(proposed, Entries.screening(), Optional.empty())));

            assertRefused(
                    () -> calls.reserve(new CallBook.Intent("q", "model-1", "sceptic", "h1", 301, 0)),
                    "hypothesis h1 may take 1000 tokens: 700 used or reserved, 301 more may be needed");
            calls.reserve(new CallBook.Intent("q", "model-1", "sceptic", "h1", 300, 0));
        }
    }

    private static void agent(ModelCalls calls, String question, long tokens) {
        CallBook.Intent intent = new CallBook.Intent(question, "model-1", "agent", "nightly-eval", tokens, 0);
        LlmUsage usage = new LlmUsage(tokens, 0, 0, 0);
        calls.settle(new CallBook.Call(
                calls.reserve(intent).id(),
                intent,
                "what is next?",
                Optional.of(new LlmReply("this", "model-1", usage)),
                Optional.empty(),
                usage,
                Duration.ofSeconds(1)));
    }
}
