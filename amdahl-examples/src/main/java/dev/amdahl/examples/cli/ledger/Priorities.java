package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.ledger.view.LedgerView;
import java.util.stream.IntStream;

/** What puts a hypothesis before or after all others. */
final class Priorities {
    private Priorities() {}

    /** Returns the priority with which it is opened first, or last, of those that have not ended now. */
    static int of(LedgerView view, String hypothesis, boolean isFirst) {
        IntStream others = view.live().stream()
                .filter(other -> !other.state().isTerminal() && !other.id().equals(hypothesis))
                .mapToInt(other -> other.steering().priority());
        return isFirst
                ? Math.max(0, others.max().orElse(0)) + 1
                : Math.min(0, others.min().orElse(0)) - 1;
    }
}
