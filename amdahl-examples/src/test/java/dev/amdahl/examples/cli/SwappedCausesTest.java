package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.fleet.FleetFamily;
import dev.amdahl.examples.fleet.FleetJobs;
import dev.amdahl.examples.fleet.OfferedChange;
import dev.amdahl.examples.fleet.PlantedCause;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("measures")
@Tag("soak")
@Tag("long")
final class SwappedCausesTest {
    private static final List<OfferedChange> OFFERS = List.of(OfferedChange.WORKERS);

    @TempDir
    private Path folder;

    /** How large a share or a gain is depends on how quiet the machine is; whose is the larger, and what cannot win, does not. */
    @Test
    void classesAndVerdictsFollowTheCauses() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        Requires.program("git");
        Path jobs = FleetJobs.writeJobsFile(
                folder,
                List.of(
                        new FleetFamily("clickstream-train", PlantedCause.SYNC, 84, OFFERS),
                        new FleetFamily("ranker-train", PlantedCause.INPUT, 70, OFFERS)));
        String both = Files.readString(jobs);
        Files.writeString(jobs, both.substring(0, both.indexOf("  - family: embed-batch")));

        Process loop = Cli.start(
                folder,
                folder.resolve("out"),
                folder.resolve("err"),
                "loop",
                "--jobs",
                jobs.toString(),
                "--ledger",
                folder.resolve("ledger").toString(),
                "--until-idle");
        assertThat(loop.waitFor(5, TimeUnit.MINUTES)).isTrue();

        LedgerView view = LedgerReader.view(folder.resolve("ledger").toString());
        assertThat(share(view, "ranker-train", Bottleneck.INPUT_STARVATION))
                .isGreaterThan(share(view, "clickstream-train", Bottleneck.INPUT_STARVATION));
        assertThat(share(view, "clickstream-train", Bottleneck.SYNC_STALL))
                .isGreaterThan(share(view, "ranker-train", Bottleneck.SYNC_STALL));
        assertThat(workers(view, "clickstream-train").state()).isNotEqualTo(HypothesisState.IN_REVIEW);
        assertThat(workers(view, "ranker-train").comparison()).isPresent();
    }

    private static double share(LedgerView view, String family, Bottleneck bottleneck) {
        return view.family(family)
                .flatMap(Family::diagnosis)
                .map(diagnosis -> diagnosis.acceleratorSeconds(bottleneck) / diagnosis.acceleratorSeconds())
                .orElseThrow();
    }

    private static Dossier workers(LedgerView view, String family) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family)
                        && dossier.hypothesis().title().startsWith(OfferedChange.WORKERS.lever()))
                .findFirst()
                .orElseThrow();
    }
}
