package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.experiment.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a run that its scheduler does not show for a while, where each cycle is a process of its own. */
final class MissedRunStoryTest {
    @TempDir
    private Path folder;

    private World world = World.nightlyEval(Path.of(""));

    @BeforeEach
    void submit() {
        world = World.nightlyEval(folder);
        world.policy = World.BLIND;
        world.cluster.hold(RunStatus.RUNNING);
        world.cycle();
    }

    @Test
    void aRunThatIsNotShownForLongerThanALookUpMayMissItIsLost() {
        world.cluster.forget(true);

        world.cycles(4);

        assertThat(world.entries(Entry.RunMissed.class)).hasSizeGreaterThanOrEqualTo(1);
        assertThat(world.entries(Entry.RunEnded.class))
                .anyMatch(ended -> ended.note().contains("no longer knows it"));
        world.verify();
    }

    @Test
    void theWaitBeginsAnewWhereARunWasShownMeanwhile() {
        for (int i = 0; i < 4; i++) {
            world.cluster.forget(true);
            world.cycles(2);
            world.cluster.forget(false);
            world.cycle();
        }

        assertThat(world.entries(Entry.RunEnded.class)).isEmpty();
        assertThat(world.entries(Entry.RunSeen.class)).hasSize(4);
    }

    @Test
    void ofASchedulerThatCannotTellNothingIsConcluded() {
        world.policy = world.policy.toBuilder().lostSubmissionAccepted(true).build();
        world.cluster.promiseLookup(Optional.empty());
        world.cluster.forget(true);

        world.cycles(6);

        assertThat(world.entries(Entry.RunMissed.class)).isEmpty();
        assertThat(world.entries(Entry.RunEnded.class)).isEmpty();
        assertThat(world.cycle().view().inFlight()).hasSize(1);
        world.clock.advance(Duration.ofDays(3));
        world.cycle();
        assertThat(world.entries(Entry.RunEnded.class)).hasSize(1);
    }
}
