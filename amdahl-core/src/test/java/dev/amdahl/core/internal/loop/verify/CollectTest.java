package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.RunStatus;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CollectTest {
    private final CycleFixture world = new CycleFixture();
    private final RunPlan plan = world.noise(1);

    @BeforeEach
    void aRunIsInFlight() {
        assertThat(world.dispatch.start(plan)).isTrue();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Run run() {
        return world.cycle().view().run(plan.key()).orElseThrow();
    }

    @Test
    void aFinishedRunIsRecordedOnceAndItsReservationBooked() {
        world.collect().run();
        world.collect().run();

        assertThat(run().state()).isEqualTo(RunState.COLLECTED);
        assertThat(run().result().orElseThrow().arms()).hasSize(2);
        assertThat(world.cycle().view().reservations()).isEmpty();
        assertThat(world.cycle().view().totals().spent(Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS))
                .isCloseTo(20, within(1.0));
    }

    @Test
    void aRunThatItsSchedulerLostEndsWithTheReason() {
        world.scheduler.hold(RunStatus.INFRA_FAILED, "the node died");

        world.collect().run();

        assertThat(run().state()).isEqualTo(RunState.INFRA_FAILED);
        assertThat(run().note()).isEqualTo("the scheduler lost its result: the node died");
    }

    @Test
    void aRunThatGoesOnIsCancelledAndLostAfterItsDeadline() {
        world.scheduler.hold(RunStatus.RUNNING, "");
        world.clock.advance(world.accounts.deadline(CycleFixture.EVAL));

        world.collect().run();

        assertThat(run().state()).isEqualTo(RunState.SUBMITTED);
        assertThat(world.scheduler.cancelled()).isEmpty();

        world.clock.advance(Duration.ofSeconds(1));
        world.collect().run();

        assertThat(run().state()).isEqualTo(RunState.LOST);
        assertThat(world.scheduler.cancelled()).containsExactly(run().worker().orElseThrow());
    }
}
