package dev.amdahl.core.internal.ledger.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.disk.FailingDisk;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever change of a ledger's files fails, the commit says so in one line, nothing acknowledged is lost, and it goes on once the disk is sound. */
@Tag("harness")
final class FailingWritesTest {
    @TempDir
    Path folder;

    @Test
    void aDiskThatFailsAtEachWriteInTurnLosesNothing() throws Exception {
        int step = Requires.fullSize() ? 3 : 59;
        for (FailingDisk.Fault fault : FailingDisk.Fault.values()) {
            Path report = folder.resolve(fault + ".txt");
            WatchedJvm.run(
                    folder,
                    FailingWrites.class,
                    folder.resolve(fault.name()).toString(),
                    fault.name(),
                    Integer.toString(step),
                    report.toString());
            String found = Files.readString(report);
            System.out.println(fault + ": " + found.lines().findFirst().orElse(""));
            assertThat(found).doesNotContain("problem").doesNotContain(" 0 refused");
        }
    }
}
