package dev.amdahl.core.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.spi.contract.Requires;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two loops on one ledger in a world where everything goes wrong that may: nothing runs twice, nothing is lost, no verdict is false. */
@Tag("harness")
final class SimulationTest {
    private static final long FIRST = Long.getLong("amdahl.seed", 1);
    private static final int SEEDS = Integer.getInteger("amdahl.seeds", Requires.fullSize() ? 800 : 300);

    /** The simulated jobs have no traces, no patches and no files, and no model is asked. */
    private static final Set<FailPoint> OUT_OF_REACH = EnumSet.of(
            FailPoint.FLEET_READ,
            FailPoint.SCAN_COMMITTED,
            FailPoint.EVIDENCE_RUNNING,
            FailPoint.EVIDENCE_FILE_WRITTEN,
            FailPoint.EVIDENCE_FILE_NAMED,
            FailPoint.EVIDENCE_COMMITTED,
            FailPoint.PATCH_APPLIED,
            FailPoint.BUILD_ENDED,
            FailPoint.RESULT_FILE_WRITTEN,
            FailPoint.IDEA_FETCHED,
            FailPoint.IDEA_INJECTED,
            FailPoint.MIGRATION_APPLIED,
            FailPoint.COPY_WRITTEN,
            FailPoint.CALL_RESERVED);

    @Test
    void noPromiseIsBrokenAndEverythingWentWrongAtLeastOnce() {
        SimulationBatch batch = new SimulationBatch().run(FIRST, FIRST + SEEDS, 2);
        assertThat(batch.failures()).as("seeds from %d", FIRST).isEmpty();
        assertThat(batch.verdicts()).isGreaterThan(SEEDS);
        assertThat(batch.faults().keySet()).isEqualTo(EnumSet.allOf(Fault.class));
        assertThat(batch.points()).containsAll(EnumSet.complementOf(EnumSet.copyOf(OUT_OF_REACH)));
    }

    @Test
    void theSameSeedGivesTheSameEvents() {
        assertThat(hashes()).isEqualTo(hashes()).doesNotHaveDuplicates();
    }

    private static List<String> hashes() {
        return LongStream.range(FIRST, FIRST + 20)
                .mapToObj(seed -> SimulationBatch.one(seed).hash())
                .toList();
    }
}
