package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** All that a loop works with, and that outlives it: a cycle asked for by itself opens the ledger, runs once and closes it. */
final class World {
    static final LoopPolicy BLIND =
            LoopPolicy.DEFAULT.toBuilder().evidenceRuns(0, Duration.ofDays(14)).build();

    final Path folder;
    final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    final ScriptedGate gate = new ScriptedGate();
    final Cluster cluster;
    List<JobSpec> jobs;
    LoopPolicy policy = LoopPolicy.DEFAULT;
    UnaryOperator<AmdahlLoopBuilder> more = builder -> builder;

    World(Path folder, int slots, JobSpec... jobs) {
        this(folder, new Cluster(slots, arm -> Workload.run(arm, folder)), jobs);
    }

    World(Path folder, Cluster cluster, JobSpec... jobs) {
        this.folder = folder;
        this.cluster = cluster;
        this.jobs = List.of(jobs);
    }

    /** A job with two levers, on one slot. */
    static World nightlyEval(Path folder) {
        return new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4"), Workload.log("warn"))
                        .build());
    }

    String url() {
        return folder.resolve("ledger").toString();
    }

    AmdahlLoop loop(Ledger ledger) {
        return more.apply(AmdahlLoop.builder(ledger)
                        .jobs(jobs)
                        .scheduler(cluster)
                        .profilers(List.of(new ShareProfiler()))
                        .gate(gate)
                        .policy(policy)
                        .clock(clock)
                        .directory(folder))
                .build();
    }

    CycleReport cycle() {
        clock.advance(Duration.ofSeconds(30));
        try (Ledger ledger = Ledger.open(url(), clock)) {
            return loop(ledger).runCycle();
        }
    }

    CycleReport cycles(int count) {
        CycleReport report = cycle();
        for (int i = 1; i < count; i++) {
            report = cycle();
        }
        return report;
    }

    /** At most so many in one process, until it is idle; the listener is told of each. */
    CycleReport cyclesInOneProcess(int count, Consumer<CycleReport> each) {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            AmdahlLoop loop = loop(ledger);
            for (int i = 1; ; i++) {
                clock.advance(Duration.ofSeconds(30));
                CycleReport report = loop.runCycle();
                each.accept(report);
                if (i >= count || report.isIdle()) {
                    return report;
                }
            }
        }
    }

    /** In one process: opening a ledger again takes longer than all else in a cycle. */
    LedgerView untilIdle() {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            AmdahlLoop loop = loop(ledger);
            for (int i = 0; i < 400; i++) {
                clock.advance(Duration.ofSeconds(30));
                CycleReport report = loop.runCycle();
                if (report.isIdle()) {
                    return report.view();
                }
            }
        }
        throw new AssertionError("still not idle");
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        EventLog.read(Path.of(url() + ".events.jsonl")).forEach(recorded -> entries.add(recorded.entry()));
        return entries;
    }

    <E extends Entry> List<E> entries(Class<E> kind) {
        return entries().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    void verify() {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    /** The only hypothesis that touches this lever. */
    static Dossier of(LedgerView view, String family, String lever) {
        List<Dossier> found = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family)
                        && dossier.hypothesis().change().surface().contains("lever:" + lever))
                .toList();
        assertThat(found).as(family + " " + lever).hasSize(1);
        return found.get(0);
    }

    static HypothesisState state(LedgerView view, String family, String lever) {
        return of(view, family, lever).state();
    }

    /** By the lever that is touched first. */
    static Map<String, HypothesisState> states(LedgerView view) {
        return view.dossiers().stream()
                .collect(Collectors.toMap(
                        dossier -> dossier.hypothesis().change().surface().get(0), Dossier::state));
    }
}
