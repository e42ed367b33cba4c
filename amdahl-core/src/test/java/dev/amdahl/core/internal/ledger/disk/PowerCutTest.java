package dev.amdahl.core.internal.ledger.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.disk.PowerCuts;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there after a power cut that kept only what was forced, and anything else in any order. */
@Tag("harness")
final class PowerCutTest {
    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLostAndTheLedgerAlwaysOpens() throws Exception {
        long seed = Long.getLong("amdahl.seed", 20260303);
        int cuts = Requires.fullSize() ? 30 : 5;
        Path report = folder.resolve("report.txt");
        WatchedJvm.run(
                folder,
                PowerCuts.class,
                folder.resolve("work").toString(),
                Long.toString(seed),
                Integer.toString(cuts),
                report.toString());
        String found = Files.readString(report);
        System.out.println("seed " + seed + ": " + found);
        assertThat(found).as("seed %d", seed).doesNotContain("problem").contains(cuts + " cuts");
    }
}
