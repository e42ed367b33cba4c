package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.TestRecord;
import java.util.Optional;
import java.util.function.Supplier;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePMap;

/**
 * The runs of live hypotheses and the newest runs of families, each read from the archive when it is first asked for and kept up to date
 * from then on. Reading fills it, which changes nothing that can be seen. Thread-safe.
 */
final class Windows {
    private HashPMap<Window, TreePMap<Long, Run>> read;
    private Optional<TreePMap<Long, TestRecord>> tests;

    private Windows(HashPMap<Window, TreePMap<Long, Run>> read, Optional<TreePMap<Long, TestRecord>> tests) {
        this.read = read;
        this.tests = tests;
    }

    static Windows none() {
        return new Windows(HashTreePMap.empty(), Optional.empty());
    }

    /** What a window shows. */
    enum Kind {
        HYPOTHESIS(Integer.MAX_VALUE),
        FAMILY(LedgerView.RECENT_RUNS),
        MEASUREMENTS(LedgerView.RECENT_MEASUREMENTS);

        private final int most;

        Kind(int most) {
            this.most = most;
        }
    }

    private record Window(Kind kind, String id) {}

    synchronized TreePMap<Long, Run> runs(Kind kind, String id, Supplier<TreePMap<Long, Run>> archived) {
        Window window = new Window(kind, id);
        TreePMap<Long, Run> known = read.get(window);
        if (known != null) {
            return known;
        }
        TreePMap<Long, Run> runs = archived.get();
        read = read.plus(window, runs);
        return runs;
    }

    synchronized TreePMap<Long, TestRecord> tests(Supplier<TreePMap<Long, TestRecord>> archived) {
        TreePMap<Long, TestRecord> all = tests.orElseGet(archived);
        tests = Optional.of(all);
        return all;
    }

    synchronized Windows with(long birth, Run run) {
        RunPlan plan = run.plan();
        HashPMap<Window, TreePMap<Long, Run>> now = read;
        now = with(now, new Window(Kind.HYPOTHESIS, plan.hypothesis()), birth, run);
        now = with(now, new Window(Kind.FAMILY, plan.family()), birth, run);
        if (!plan.purpose().isOfExperiment()) {
            now = with(now, new Window(Kind.MEASUREMENTS, plan.family()), birth, run);
        }
        return new Windows(now, tests);
    }

    private static HashPMap<Window, TreePMap<Long, Run>> with(
            HashPMap<Window, TreePMap<Long, Run>> all, Window window, long birth, Run run) {
        TreePMap<Long, Run> known = all.get(window);
        if (known == null) {
            return all;
        }
        TreePMap<Long, Run> grown = known.plus(birth, run);
        return all.plus(window, grown.size() > window.kind().most ? grown.minusFirstEntry() : grown);
    }

    /** With a hypothesis as it is now: its test replaced, and its runs forgotten once it is over. */
    synchronized Windows with(Optional<Dossier> before, Dossier now) {
        Optional<TestRecord> was = before.flatMap(TestRecord::of);
        Optional<TestRecord> is = TestRecord.of(now);
        Optional<TreePMap<Long, TestRecord>> known = tests;
        if (!was.equals(is)) {
            known = known.map(all ->
                            was.map(test -> all.minus(test.designedAtEvent())).orElse(all))
                    .map(all -> is.map(test -> all.plus(test.designedAtEvent(), test))
                            .orElse(all));
        }
        HashPMap<Window, TreePMap<Long, Run>> all = read;
        return new Windows(LedgerView.isLive(now) ? all : all.minus(new Window(Kind.HYPOTHESIS, now.id())), known);
    }
}
