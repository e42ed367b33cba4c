package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.AdvisorContract;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Provenance;
import org.junit.jupiter.api.Test;

/** The contract of advisors, over a model that proposes one declared and one undeclared setting. */
final class LlmAdvisorTest extends AdvisorContract {
    private final ScriptedModel model = ScriptedModel.saying(ScriptedModel.answer(
            ScriptedModel.setting("INPUT_STARVATION", "workers", "4", "run-1", "more readers"),
            ScriptedModel.setting("INPUT_STARVATION", "workers", "64", "run-1", "even more readers")));

    @Override
    protected Advisor advisor() {
        return new LlmAdvisor(model, AdvisorSettings.DEFAULT);
    }

    @Test
    void whatAModelSaysIsExperimentalAndNamesTheModel() {
        Briefings briefing = Briefings.small();

        assertThat(advisor().propose(briefing))
                .singleElement()
                .satisfies(proposal -> assertThat(proposal.provenance())
                        .isEqualTo(new Provenance(
                                Provenance.Origin.MODEL, "advisor:scripted", Provenance.Maturity.EXPERIMENTAL)));
        assertThat(advisor().advise(briefing).notes())
                .containsExactly("a proposal of the model was left out: lever workers has no declared value '64'");
    }

    @Test
    void aJobWithoutEvidenceIsNotAskedAbout() {
        assertThat(advisor().advise(Briefings.small().unmeasured()).notes()).hasSize(1);
        assertThat(model.asked).isEmpty();
    }
}
