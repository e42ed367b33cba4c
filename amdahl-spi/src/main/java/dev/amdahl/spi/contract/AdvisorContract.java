package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of {@link Advisor} as a test suite. Extend it and supply an instance. */
public abstract class AdvisorContract {

    /** Returns the advisor under test. */
    protected abstract Advisor advisor();

    /** Returns whether the same briefing must give the same proposals; false where a model is asked. */
    protected boolean isDeterministic() {
        return true;
    }

    @Test
    void everyProposalIsComplete() {
        List<Proposal> proposals = advisor().propose(SampleBriefing.withLevers(List.of(SampleBriefing.WORKERS)));

        assertThat(proposals).allSatisfy(proposal -> {
            assertThat(proposal.title()).isNotBlank();
            assertThat(proposal.addresses()).isNotEmpty();
            assertThat(proposal.provenance().source()).isNotBlank();
            proposal.expectedFraction()
                    .ifPresent(fraction -> assertThat(fraction).isBetween(0.0, 1.0));
        });
    }

    @Test
    void settingsAreTakenFromTheDeclaredLevers() {
        List<Proposal> proposals = advisor().propose(SampleBriefing.withLevers(List.of(SampleBriefing.WORKERS)));

        for (Proposal proposal : proposals) {
            if (proposal.change() instanceof ConfigChange config) {
                assertThat(config.settings()).allSatisfy(AdvisorContract::isDeclared);
            }
        }
    }

    private static void isDeclared(LeverSetting setting) {
        assertThat(setting.lever()).isEqualTo(SampleBriefing.WORKERS.name());
        assertThat(setting.target()).isEqualTo(SampleBriefing.WORKERS.target());
        assertThat(setting.from()).isEqualTo(SampleBriefing.WORKERS.current());
        assertThat(SampleBriefing.WORKERS.values()).contains(setting.to());
    }

    @Test
    void aJobWithoutLeversGetsNoSettings() {
        assertThat(advisor().propose(SampleBriefing.withLevers(List.of())))
                .noneMatch(proposal -> proposal.change() instanceof ConfigChange);
    }

    @Test
    void theSameBriefingGivesTheSameProposals() {
        SampleBriefing briefing = SampleBriefing.withLevers(List.of(SampleBriefing.WORKERS));
        if (isDeterministic()) {
            assertThat(advisor().propose(briefing)).isEqualTo(advisor().propose(briefing));
        }
    }
}
