package dev.amdahl.core.loop;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.ledger.calls.CallIds;
import dev.amdahl.core.internal.ledger.calls.LeaseCallContext;
import dev.amdahl.core.internal.ledger.calls.ModelCalls;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Books calls of a process that runs no cycle: it opens the ledger and takes the lease to book alone, so that loops go on while a model
 * thinks. Thread-safe.
 */
public final class StandaloneCallBook implements CallBook {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final String url;
    private final Clock clock;
    private final CallPolicy policy;
    private final Consumer<String> notes;

    /**
     * @param url as {@link Ledger#open} takes it
     * @param notes hears what people should know
     */
    public StandaloneCallBook(String url, Clock clock, CallPolicy policy, Consumer<String> notes) {
        this.url = requireNonNull(url);
        this.clock = requireNonNull(clock);
        this.policy = requireNonNull(policy);
        this.notes = requireNonNull(notes);
    }

    /** Narrows the ledger's budget to no more than this one; the next cycle of a loop sets its own. */
    public synchronized void narrow(Budget most) {
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("calls between cycles", LEASE)) {
            Budget now = lease.view().balance().budget();
            Budget narrowed = now.within(most);
            if (!narrowed.equals(now)) {
                lease.commit(List.of(new Entry.BudgetSet(narrowed)));
            }
        }
    }

    /** As told there; a ledger that a cycle holds too long is an error. */
    @Override
    public Optional<LlmReply> answered(String question) {
        return booked(calls -> calls.answered(question));
    }

    @Override
    public Ticket reserve(Intent intent) {
        return booked(calls -> calls.reserve(intent));
    }

    @Override
    public void refused(Intent intent, String reason) {
        booked(calls -> {
            calls.refused(intent, reason);
            return reason;
        });
    }

    /** As told there; where it cannot be booked, a later cycle books it as it was set aside. */
    @Override
    public List<String> settle(Call call) {
        try {
            return booked(calls -> calls.settle(call));
        } catch (LedgerBusyException | IllegalMoveException e) {
            String line = "the cost of the call of " + call.intent().model()
                    + " could not be booked, so what was set aside for it counts: " + e.getMessage();
            notes.accept(line);
            return List.of(line);
        }
    }

    private synchronized <T> T booked(Function<ModelCalls, T> booking) {
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("calls between cycles", LEASE)) {
            return booking.apply(new ModelCalls(new LeaseCallContext(lease, notes), policy, CallIds.BETWEEN_CYCLES));
        }
    }
}
