package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.testing.invariants.Acknowledged;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the store took, and under which fence: the oracle of durability, of fencing and of what was intended when. Not thread-safe. */
final class CommitLog {
    private final List<Event> events = new ArrayList<>();
    private final List<Recorded> recorded = new ArrayList<>();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final Set<String> intended = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private long fence;

    void fenced(long taken) {
        require(taken > fence, "I8 fence " + taken + " was given after " + fence);
        fence = taken;
    }

    void add(long under, List<Event> added) {
        require(under == fence, "I8 a commit under fence " + under + " was taken while " + fence + " holds");
        events.addAll(added);
        added.stream()
                .filter(event -> event.kind().equals("RunIntended"))
                .forEach(event -> intended.add(event.subject()));
        Event last = added.get(added.size() - 1);
        acknowledged.add(new Acknowledged(under, last.seq(), last.hash()));
    }

    /** The events of a copy that was made so many commits ago. */
    List<Event> copied(int commitsAgo) {
        int last = acknowledged.size() - 1;
        return last < 0
                ? List.of()
                : List.copyOf(events.subList(0, (int)
                        acknowledged.get(Math.max(0, last - commitsAgo)).events()));
    }

    /** What came after the first so many events is lost, and fences are counted again; returns the runs that are still intended. */
    Set<String> restored(int kept) {
        events.subList(kept, events.size()).clear();
        recorded.subList(Math.min(kept, recorded.size()), recorded.size()).clear();
        acknowledged.removeIf(commit -> commit.events() > kept);
        acknowledged.replaceAll(commit -> new Acknowledged(0, commit.events(), commit.head()));
        intended.clear();
        events.stream()
                .filter(event -> event.kind().equals("RunIntended"))
                .forEach(event -> intended.add(event.subject()));
        fence = 0;
        return Set.copyOf(intended);
    }

    void requested(String key) {
        require(intended.contains(key), "I1 " + key + " was handed over before its intent was kept");
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }

    /** Every event that was taken, in the order in which it was. */
    List<Recorded> recorded() {
        for (Event event : events.subList(recorded.size(), events.size())) {
            recorded.add(EventLog.recorded("the simulated ledger", event));
        }
        return recorded;
    }

    long size() {
        return events.size();
    }

    long count(String kind) {
        return events.stream().filter(event -> event.kind().equals(kind)).count();
    }

    List<Acknowledged> acknowledged() {
        return acknowledged;
    }

    List<String> problems() {
        return problems;
    }
}
