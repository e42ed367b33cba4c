package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.testing.invariants.Invariants.Findings;
import java.util.List;

/** I5, I6, I8, I11 and I18: the events themselves, whatever they say. */
final class ChainChecks {
    private ChainChecks() {}

    static void check(Observed observed, Findings findings) {
        chain(observed.events, findings);
        for (List<Recorded> before : observed.earlier) {
            prefix("I5", before, observed.events, "the past was changed", findings);
        }
        acknowledged(observed, findings);
        observed.again().ifPresent(again -> {
            prefix("I18", observed.events, again, "recovering again changed the past", findings);
            findings.require(
                    again.size() <= observed.events.size(),
                    "I18",
                    "ledger",
                    observed.events.size() + 1L,
                    "recovering again wrote " + (again.size() - observed.events.size()) + " events");
        });
    }

    private static void chain(List<Recorded> events, Findings findings) {
        String previous = Event.GENESIS;
        long seq = 0;
        for (Recorded recorded : events) {
            Event event = recorded.event();
            seq++;
            findings.require(event.seq() == seq, "I6", event.subject(), seq, "event " + event.seq() + " stands here");
            findings.require(
                    event.previous().equals(previous), "I6", event.subject(), seq, "does not follow the event before");
            findings.require(event.isSound(), "I6", event.subject(), seq, "its hash is not of its content");
            previous = event.hash();
        }
    }

    private static void prefix(
            String invariant, List<Recorded> before, List<Recorded> after, String what, Findings findings) {
        for (int i = 0; i < before.size(); i++) {
            Event event = before.get(i).event();
            if (i >= after.size() || !after.get(i).event().equals(event)) {
                findings.add(invariant, event.subject(), event.seq(), what);
                return;
            }
        }
    }

    private static void acknowledged(Observed observed, Findings findings) {
        long fence = 0;
        long events = 0;
        for (Acknowledged commit : observed.acknowledged) {
            boolean kept = commit.events() <= observed.events.size()
                    && (commit.events() == 0
                            || headAt(observed.events, commit.events()).equals(commit.head()));
            findings.require(kept, "I11", "commit", commit.events(), "was acknowledged and is not there");
            findings.require(
                    commit.fence() >= fence,
                    "I8",
                    "commit",
                    commit.events(),
                    "under fence " + commit.fence() + " after one under " + fence);
            findings.require(
                    commit.events() > events, "I8", "commit", commit.events(), "two commits wrote the same events");
            fence = Math.max(fence, commit.fence());
            events = Math.max(events, commit.events());
        }
    }

    private static String headAt(List<Recorded> events, long count) {
        return events.get((int) count - 1).event().hash();
    }
}
