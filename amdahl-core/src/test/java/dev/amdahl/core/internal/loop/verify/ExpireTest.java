package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ExpireTest {
    private final CycleFixture world = new CycleFixture().proposed();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aProposalMayWaitAsLongAsPolicyAllows() {
        Expire expire = new Expire(world.cycle(), world.accounts);
        world.clock.advance(CycleFixture.POLICY.memory().waiting());

        expire.run();
        assertThat(world.dossier().state()).isEqualTo(HypothesisState.PROPOSED);

        world.clock.advance(Duration.ofSeconds(1));
        expire.run();

        assertThat(world.dossier().state()).isEqualTo(HypothesisState.EXPIRED);
        assertThat(world.dossier().reason()).startsWith("waited as PROPOSED for ");
    }

    @Test
    void anExperimentOnAJobThatIsNotDeclaredEndsAtOnceAndItsRunIsCancelled() {
        world.submit().run();
        Cycle later = world.undeclared();

        new Expire(later, new RunAccounts(later)).run();

        assertThat(later.view().dossiers()).singleElement().satisfies(dossier -> {
            assertThat(dossier.state()).isEqualTo(HypothesisState.EXPIRED);
            assertThat(dossier.reason()).isEqualTo(VerdictText.UNDECLARED);
        });
        assertThat(later.view().inFlight()).isEmpty();
        assertThat(world.scheduler.cancelled()).hasSize(1);
    }
}
