package dev.amdahl.core.testing.invariants;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks I1 to I18, and two named after the point they guard, on what was observed: V6 (votes) and P17 (half a pair).
 *
 * <p>I1 one run per key, I2 one live hypothesis per change, I3 what was refuted is never submitted again, I4 every run and hypothesis
 * ends once, I5 the past does not change, I6 the chain is whole, I7 the budget holds, I8 no stale writer, I9 no promotion without
 * approval of its evidence, I10 the state follows from the events, I11 acknowledged is kept, I12 unknown is not failed, I13 nothing is
 * left over, I14 nothing is paid twice, I15 and I16 clocks and pauses change no verdict, I17 late results change no verdict, I18
 * recovering twice is recovering once.
 */
public final class Invariants {
    private Invariants() {}

    /** Everything that does not hold, in the order of the events; empty if all holds. */
    public static List<Violation> check(Observed observed) {
        Findings findings = new Findings();
        ChainChecks.check(observed, findings);
        History history = History.of(observed.events);
        RunChecks.check(observed, history, findings);
        HypothesisChecks.check(observed, history, findings);
        WorldChecks.check(observed, history, findings);
        return findings.all();
    }

    /** Collects what is found. */
    static final class Findings {
        private final List<Violation> found = new ArrayList<>();

        void add(String invariant, String subject, long seq, String what) {
            found.add(new Violation(invariant, subject, seq, what));
        }

        void require(boolean holds, String invariant, String subject, long seq, String otherwise) {
            if (!holds) {
                add(invariant, subject, seq, otherwise);
            }
        }

        List<Violation> all() {
            return found.stream()
                    .sorted((one, other) -> Long.compare(one.seq(), other.seq()))
                    .toList();
        }
    }
}
