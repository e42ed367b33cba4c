package dev.amdahl.llm.advice;

import static dev.amdahl.llm.advice.ScriptedModel.answer;
import static dev.amdahl.llm.advice.ScriptedModel.setting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a model says goes through the loop like anything else. */
final class AdvisorStoryTest {
    private static final Pattern EVIDENCE = Pattern.compile("title=\"ids of evidence\">\\n(\\S+)\\n");

    @TempDir
    Path folder;

    /** The evidence run that a prompt names. */
    static String evidence(LlmQuestion question) {
        Matcher found = EVIDENCE.matcher(question.material().text());
        assertThat(found.find()).as(question.material().text()).isTrue();
        return found.group(1);
    }

    private ModelWorld world(Function<LlmQuestion, String> script) {
        return new ModelWorld(
                folder,
                new ScriptedModel(script),
                List.of(ModelWorld.job("nightly", ModelWorld.WORKERS).build()));
    }

    private static Dossier only(LedgerView view) {
        assertThat(view.dossiers()).hasSize(1);
        return view.dossiers().get(0);
    }

    @Test
    void aProposalIsTestedAndThePersonSeesItsReasonsAndRisks() {
        ModelWorld world = world(
                question -> answer(setting("INPUT_STARVATION", "workers", "4", evidence(question), "readers wait")));

        Dossier won = only(world.cycles(200));

        assertThat(won.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(won.hypothesis().provenance().origin()).isEqualTo(Provenance.Origin.MODEL);
        Rationale rationale = won.rationale().orElseThrow();
        assertThat(rationale.mechanism()).isEqualTo("readers wait");
        assertThat(rationale.evidence()).isEqualTo(won.hypothesis().evidence());
        assertThat(rationale.objections()).isEmpty();
        assertThat(world.gate.packet(won.id()).orElseThrow().warnings())
                .contains("how it could be wrong, by its author: the store may be the limit")
                .anyMatch(warning -> warning.startsWith("experimental idea"));
    }

    @Test
    void aClassThatTheDiagnosisDoesNotShowIsRecordedAsADisagreement() {
        ModelWorld world = world(
                question -> answer(setting("COMM_EXPOSED", "workers", "4", evidence(question), "all-reduce waits")));

        Dossier turnedAway = only(world.cycles(20));

        assertThat(turnedAway.rationale().orElseThrow().objections())
                .singleElement()
                .asString()
                .startsWith("the model says COMM_EXPOSED, of which the diagnosis has no seconds; it has ")
                .contains("INPUT_STARVATION");
        assertThat(turnedAway.state()).isEqualTo(HypothesisState.SCREENED_OUT);
    }

    @Test
    void theSameChangeInOtherWordsIsNotTriedAgain() {
        int[] asked = {0};
        ModelWorld world = world(question -> {
            String words = "wording " + asked[0]++;
            return answer(setting("INPUT_STARVATION", "workers", "8", evidence(question), words));
        });

        Dossier ended = only(world.cycles(200));
        int before = world.scheduler.submitted().size();
        Dossier later = only(world.cycles(3));

        assertThat(asked[0]).isGreaterThan(1);
        assertThat(ended.state()).isEqualTo(HypothesisState.NOT_SEEN);
        assertThat(later).isEqualTo(ended);
        assertThat(world.scheduler.submitted()).hasSize(before);
    }

    @Test
    void theSameLedgerGivesByteEqualPromptsAlsoAfterItWasOpenedAgain() {
        ScriptedModel model = ScriptedModel.saying("{\"proposals\":[]}");
        ModelWorld world = new ModelWorld(
                folder,
                model,
                List.of(ModelWorld.job("nightly", ModelWorld.WORKERS).build()));
        world.cycles(20);
        world.cycles(1);

        assertThat(model.asked).hasSizeGreaterThan(1);
        assertThat(model.asked)
                .extracting(LlmQuestion::instructions)
                .containsOnly(model.asked.get(0).instructions());
        assertThat(model.asked)
                .extracting(question -> question.material().text())
                .containsOnly(model.asked.get(0).material().text());
        assertThat(model.asked)
                .extracting(LlmQuestion::schema)
                .containsOnly(model.asked.get(0).schema());
    }

    @ParameterizedTest
    @EnumSource(
            value = LlmException.Reason.class,
            names = {"REFUSAL", "OVERLOADED"})
    void withoutAnAnswerTheLoopGoesOnWithRules(LlmException.Reason reason) {
        ModelWorld world = world(question -> {
            throw new LlmException(reason, "model m: no answer", LlmUsage.NONE, null);
        });
        world.hasRules = true;

        LedgerView view = world.cycles(6);

        assertThat(world.notes)
                .contains("nightly: no advice of a model (" + reason + "), rules go on: model m: no answer");
        assertThat(view.dossiers())
                .hasSize(2)
                .allMatch(dossier -> dossier.hypothesis().provenance().origin() == Provenance.Origin.RULE)
                .anyMatch(dossier -> !view.runsOf(dossier.id()).isEmpty());
    }

    @Test
    void anAnswerThatBreaksTheAdvisorCostsTheCycleOnlyANote() {
        ModelWorld world = world(question -> {
            throw new IllegalStateException("a bug");
        });
        world.hasRules = true;

        assertThat(world.cycles(4).dossiers()).hasSize(2);
        assertThat(world.notes).anyMatch(note -> note.contains("an advisor failed") && note.contains("a bug"));
    }

    @Test
    void ofEightThatDoNothingTheOneThatLooksBestFailsOnFreshRuns() {
        String[] values = {"a", "b", "c", "d", "e", "f", "g", "h"};
        ModelWorld world = new ModelWorld(
                folder,
                new ScriptedModel(question -> {
                    String[] eight = new String[values.length];
                    for (int i = 0; i < values.length; i++) {
                        eight[i] = setting("INPUT_STARVATION", "log", values[i], evidence(question), "less to write");
                    }
                    return answer(eight);
                }),
                List.of(ModelWorld.job("nightly", ModelWorld.LOG).build()));

        world.policy =
                world.policy.toBuilder().evidence(EvidencePolicy.QUICKSTART).build();

        LedgerView view = world.cycles(400);

        assertThat(view.dossiers()).hasSize(8).allSatisfy(dossier -> {
            assertThat(dossier.state())
                    .isIn(
                            HypothesisState.NO_EFFECT,
                            HypothesisState.NOT_SEEN,
                            HypothesisState.INCONCLUSIVE,
                            HypothesisState.NOT_REPLICATED);
            assertThat(view.runsOf(dossier.id())).isNotEmpty();
        });
    }
}
