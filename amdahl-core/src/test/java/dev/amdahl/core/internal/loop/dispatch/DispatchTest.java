package dev.amdahl.core.internal.loop.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.TrialRequest;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DispatchTest {
    private final CycleFixture world = new CycleFixture();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void withoutAFreeSlotNothingIsIntended() {
        assertThat(world.dispatch.start(world.noise(1))).isTrue();
        assertThat(world.dispatch.hasPlace(Design.WHOLE)).isFalse();
        assertThat(world.dispatch.hasPlace(Design.FIELD)).isTrue();

        assertThat(world.dispatch.start(world.noise(2))).isFalse();

        assertThat(world.cycle().view().run(world.noise(2).key())).isEmpty();
        assertThat(world.scheduler.submitted()).hasSize(1);
    }

    @Test
    void anIntentThatWasNeverConfirmedIsSubmittedUnderItsKey() {
        RunPlan plan = world.noise(1);
        world.cycle().commit(new Entry.RunIntended(plan));

        world.dispatch.recover();
        world.dispatch.recover();

        assertThat(world.scheduler.submitted()).extracting(TrialRequest::key).containsExactly(plan.key());
        assertThat(world.scheduler.submitted())
                .extracting(TrialRequest::settings)
                .containsExactly(Map.of("slurm.account", "ml"));
        assertThat(world.cycle().view().run(plan.key()).orElseThrow().state()).isEqualTo(RunState.SUBMITTED);
    }
}
