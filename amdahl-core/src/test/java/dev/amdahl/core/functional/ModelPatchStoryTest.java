package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Proposal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scripted model offers cheats for a real C program, each faster than what is there: none comes before people. */
@Tag("measures")
class ModelPatchStoryTest {
    @TempDir
    Path folder;

    @Test
    void whatSkipsWorkOrChangesWhatItIsMeasuredByIsRefutedAndItsPatchKept() throws IOException, InterruptedException {
        PatchedProgram program = PatchedLoop.program(folder, "product", 60);
        String half = "sed -i 's/int n = SIZE/int n = SIZE \\/ 2/' main.c\n";
        List<Proposal> offered = List.of(
                program.offer("sum less", "kernel.c", PatchedProgram.KERNEL.replace("k < n; k++", "k < n / 4; k++")),
                program.offer("smaller tables", "table.sh", program.table() + half),
                program.offer("no build", "table.sh", program.table() + "echo the reason; exit 1\n"));

        LedgerView view = PatchedLoop.untilIdle(folder, program, Duration.ofSeconds(20), offered);

        Dossier skipping = PatchedLoop.of(view, "sum less");
        assertThat(skipping.state()).as(skipping.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(skipping.reason()).contains("the variant's out.txt did not match");
        assertThat(harness(view, skipping)).hasSize(1);
        Dossier rewriting = PatchedLoop.of(view, "smaller tables");
        assertThat(rewriting.state()).as(rewriting.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(rewriting.reason()).contains("differs in files outside its patch");
        assertThat(harness(view, rewriting)).hasSize(2);
        Dossier unbuilt = PatchedLoop.of(view, "no build");
        assertThat(unbuilt.state()).isEqualTo(HypothesisState.BUILD_FAILED);
        assertThat(unbuilt.reason()).contains("the reason");
        for (Dossier dossier : List.of(skipping, rewriting, unbuilt)) {
            assertThat(view.keptOf(dossier.id()))
                    .extracting(Entry.EvidenceKept::role)
                    .containsExactlyInAnyOrder(EvidenceRole.PATCH, EvidenceRole.BUILD_LOG);
        }
    }

    /** What the files outside of a patch came to in its trials, before and after. */
    private static List<String> harness(LedgerView view, Dossier dossier) {
        return view.runsOf(dossier.id()).stream()
                .map(Run::result)
                .flatMap(result -> result.orElseThrow().arms().stream())
                .map(ArmResult::circumstances)
                .flatMap(seen -> List.of(
                        String.valueOf(seen.get(EnvironmentFact.HARNESS)),
                        String.valueOf(seen.get(EnvironmentFact.HARNESS_AFTER)))
                        .stream())
                .distinct()
                .toList();
    }
}
