package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.AdvisorContract;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    void whoseProposalsAreAllTurnedAwayIsNotAskedAgainBeforeTheJobIsMeasuredAnew() {
        Briefings small = Briefings.small();
        List<Attempt> refused = Collections.nCopies(16, attempt(small, HypothesisState.BUILD_FAILED, "run-1"));
        List<Attempt> tried = new ArrayList<>(refused);
        tried.set(7, attempt(small, HypothesisState.NO_EFFECT, "run-1"));

        assertThat(advisor().advise(small.having(refused)).notes())
                .containsExactly(
                        "no model is asked: its last 16 proposals ended without a trial; it is asked again when the"
                                + " job was measured again");
        assertThat(model.asked).isEmpty();

        advisor().advise(small.having(refused.subList(0, 15)));
        advisor().advise(small.having(tried));
        advisor()
                .advise(small.having(
                        Collections.nCopies(16, attempt(small, HypothesisState.BUILD_FAILED, "an earlier run"))));
        assertThat(model.asked).hasSize(3);
    }

    private static Attempt attempt(Briefings briefing, HypothesisState state, String evidence) {
        Hypothesis rule = Briefings.attempt(briefing.job(), 0, "").hypothesis();
        Hypothesis own = new Hypothesis(
                rule.id(),
                rule.family(),
                rule.addresses(),
                rule.axis(),
                rule.title(),
                rule.change(),
                rule.expectedFraction(),
                new Provenance(Provenance.Origin.MODEL, "advisor:m"),
                List.of(evidence),
                rule.fingerprint());
        return new Attempt(own, state, "not measured", "refused");
    }

    @Test
    void aJobWithoutEvidenceIsNotAskedAbout() {
        assertThat(advisor().advise(Briefings.small().unmeasured()).notes()).hasSize(1);
        assertThat(model.asked).isEmpty();
    }
}
