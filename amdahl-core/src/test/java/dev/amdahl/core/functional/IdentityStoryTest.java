package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static Contribution offer(String title, Change change) {
        return new Contribution(
                title, change, List.of(Bottleneck.INPUT_STARVATION), OptionalDouble.of(.3), Optional.empty());
    }

    @Test
    void theSameChangeInOtherWordsIsOneHypothesis() {
        Change change = Workload.log("warn").set("warn");
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3)
                        .contributions(List.of(offer("write less to the log", change)))
                        .build());
        world.untilIdle();
        int submissions = world.cluster.submissions().size();

        world.jobs = List.of(Workload.job("nightly-eval", .3)
                .contributions(List.of(offer("silence that chatty logger!", change), offer("LOG=warn", change)))
                .build());
        LedgerView view = world.untilIdle();

        assertThat(World.state(view, "nightly-eval", "log")).isEqualTo(HypothesisState.NOT_SEEN);
        assertThat(world.cluster.submissions()).hasSize(submissions);
    }

    @Test
    void anotherAcceleratorGenerationIsMeasuredAndTriedAnew() {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.log("warn")).build());
        LedgerView old = world.untilIdle();
        world.jobs = List.of(Workload.job("nightly-eval", .3, Workload.log("warn"))
                .accelerators(new Accelerators("b200", 1))
                .build());

        LedgerView view = world.untilIdle();

        assertThat(view.dossiers()).hasSize(2).extracting(Dossier::state).containsOnly(HypothesisState.NOT_SEEN);
        assertThat(view.dossiers())
                .extracting(dossier -> dossier.hypothesis().fingerprint())
                .doesNotHaveDuplicates();
        assertThat(evidence(view)).as("evidence of the old one does not count").isEqualTo(2 * evidence(old));
        assertThat(view.dossiers().get(1).hypothesis().evidence())
                .doesNotContainAnyElementsOf(view.dossiers().get(0).hypothesis().evidence());
    }

    private static long evidence(LedgerView view) {
        return view.runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE)
                .count();
    }

    @Test
    void experimentsThatTouchTheSameThingNeverRunAtOnce() {
        World world = new World(
                folder,
                8,
                Workload.job("nightly-eval", .3, Workload.workers("2", "4", "8"), Workload.log("warn", "error"))
                        .build());
        LedgerView view = world.untilIdle();

        Map<String, String> open = new HashMap<>();
        int together = 0;
        for (Entry entry : world.entries()) {
            if (entry instanceof Entry.Moved moved && moved.to() == HypothesisState.TESTING) {
                String surface = view.dossier(moved.hypothesis())
                        .orElseThrow()
                        .hypothesis()
                        .change()
                        .surface()
                        .get(0);
                assertThat(open.values()).doesNotContain(surface);
                open.put(moved.hypothesis(), surface);
                together = Math.max(together, open.size());
            } else if (entry instanceof Entry.Decided || entry instanceof Entry.ReviewAsked) {
                open.remove(entry.subject());
            }
        }
        assertThat(together).as("different levers do run side by side").isEqualTo(2);
        assertThat(view.dossiers()).hasSize(5);
        assertThat(view.runs().stream().map(Run::plan).filter(plan -> plan.purpose() == RunPurpose.TRIAL))
                .hasSizeGreaterThan(20);
    }
}
