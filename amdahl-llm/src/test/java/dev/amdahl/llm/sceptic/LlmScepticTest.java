package dev.amdahl.llm.sceptic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.sceptic.Objection.Claim;
import dev.amdahl.spi.contract.RefuterContract;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LlmScepticTest extends RefuterContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String ABSTAINS = "{\"ballot\": \"ABSTAINS\", \"reason\": \"looks sound\", \"check\": null}";

    private final List<LlmQuestion> asked = new ArrayList<>();

    @Override
    protected Refuter refuter() {
        return sceptic(Lens.MEASUREMENT, refutes("GAIN_MISSING_IN_A_SET", "[]", "2", -8));
    }

    @Override
    protected Evidence evidence() {
        return Claims.clean();
    }

    private LlmSceptic sceptic(Lens lens, String answer) {
        LlmGateway gateway = (question, book) -> {
            synchronized (asked) {
                asked.add(question);
            }
            return new LlmReply(answer, "scripted", LlmUsage.NONE);
        };
        return new LlmSceptic(lens, "scripted", gateway, MINUTE);
    }

    private static String refutes(String check, String trials, String subject, double figure) {
        return String.format(
                Locale.ROOT,
                "{\"ballot\": \"REFUTES\", \"reason\": \"because\","
                        + " \"check\": {\"name\": \"%s\", \"trials\": %s, \"subject\": \"%s\", \"figure\": %.2f}}",
                check,
                trials,
                subject,
                figure);
    }

    private Vote vote(Lens lens, Evidence evidence, String answer) {
        return sceptic(lens, answer).examine(evidence);
    }

    /** The model says the very figure that the library works out; 0 where there is none. */
    private Vote right(Lens lens, Evidence evidence, String check, List<Integer> trials, String subject) {
        Claim claim = new Claim(trials.stream().map(evidence.trials()::get).toList(), subject);
        double figure = Objection.valueOf(check)
                .figure(evidence, claim)
                .map(Objection.Figure::value)
                .orElse(0.0);
        String names = trials.stream()
                .map(place -> '"' + EvidenceText.name(place) + '"')
                .collect(Collectors.joining(", ", "[", "]"));
        return vote(lens, evidence, refutes(check, names, subject, figure));
    }

    @Test
    void eachFlawIsRefutedByItsCheckAndNoCheckFiresOnACleanClaim() {
        Evidence clean = Claims.clean().shares(.3, .2, 2);
        record Flaw(Lens lens, Evidence evidence, String check, List<Integer> trials, String subject, boolean isFact) {}
        List<Flaw> flaws = List.of(
                new Flaw(
                        Lens.MEASUREMENT,
                        Claims.of(i -> i > 12 ? 1.0 : .8, arm -> arm, arm -> arm),
                        "GAIN_MISSING_IN_A_SET",
                        List.of(),
                        "2",
                        true),
                new Flaw(
                        Lens.MEASUREMENT,
                        Claims.of(i -> i % 2 == 0 ? 1.0 : .8, arm -> arm, arm -> arm),
                        "GAIN_MISSING_IN_AN_ORDER",
                        List.of(),
                        "BASELINE_FIRST",
                        false),
                new Flaw(
                        Lens.MEASUREMENT,
                        Claims.of(i -> i == 1 || i == 2 ? .2 : 1.0, arm -> arm, arm -> arm),
                        "GAIN_RESTS_ON_FEW_TRIALS",
                        List.of(1, 2),
                        "",
                        true),
                new Flaw(
                        Lens.ENVIRONMENT,
                        Claims.of(i -> i % 3 == 0 ? .7 : 1.0, arm -> arm, arm -> arm),
                        "GAIN_MISSING_ON_A_HOST",
                        List.of(),
                        "host-b",
                        false),
                new Flaw(
                        Lens.SELECTION,
                        Claims.of(i -> i > 16 ? 1.0 : .85, arm -> arm, arm -> arm),
                        "GAIN_FADES",
                        List.of(),
                        "",
                        false),
                new Flaw(
                        Lens.ENVIRONMENT,
                        Claims.of(i -> .92, arm -> arm.covariate(Covariate.CPU_MHZ, 1800), arm -> arm),
                        "CIRCUMSTANCE_FAVOURS_VARIANT",
                        List.of(),
                        "CPU_MHZ",
                        true),
                new Flaw(
                        Lens.WORK,
                        Claims.of(i -> .92, arm -> arm, arm -> arm.work(910)),
                        "LESS_WORK",
                        List.of(),
                        "",
                        true),
                new Flaw(
                        Lens.WORK,
                        Claims.of(i -> .92, arm -> arm, arm -> arm.metric("steps", 450)),
                        "METRIC_MOVED",
                        List.of(),
                        "steps",
                        false),
                new Flaw(
                        Lens.MECHANISM,
                        Claims.clean().shares(.3, .02, 2),
                        "SAVES_MORE_THAN_ITS_CLASS",
                        List.of(),
                        "",
                        false));

        for (Flaw flaw : flaws) {
            Vote vote = right(flaw.lens(), flaw.evidence(), flaw.check(), flaw.trials(), flaw.subject());
            assertThat(vote.ballot()).as(flaw.check()).isEqualTo(Ballot.REFUTES);
            assertThat(vote.isVeto()).as(flaw.check()).isEqualTo(flaw.isFact());
            assertThat(vote.number()).isPresent();
            assertThat(vote.reason()).startsWith(flaw.check()).endsWith("because");
            assertThat(right(flaw.lens(), clean, flaw.check(), flaw.trials(), flaw.subject())
                            .ballot())
                    .as(flaw.check() + " on a clean claim")
                    .isEqualTo(Ballot.ABSTAINS);
        }
        Set<Objection> tried = EnumSet.noneOf(Objection.class);
        flaws.forEach(flaw -> tried.add(Objection.valueOf(flaw.check())));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(tried))).containsOnly(Objection.MANY_RUNS_REPEATED);
    }

    @Test
    void aTrueCheckWithAnotherFigureThanTheEvidenceHasDoesNotCount() {
        Evidence lazy = Claims.of(i -> .92, arm -> arm, arm -> arm.work(910));

        Vote right = vote(Lens.WORK, lazy, refutes("LESS_WORK", "[]", "", -9));
        Vote wrong = vote(Lens.WORK, lazy, refutes("LESS_WORK", "[]", "", -40));

        assertThat(right.ballot()).isEqualTo(Ballot.REFUTES);
        assertThat(wrong.ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(wrong.reason())
                .isEqualTo("its reason did not check out, LESS_WORK is -9.00 % against -0.10 %, not -40.00: because");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "{}",
                "[]",
                "{\"ballot\": \"UPHOLDS\", \"reason\": \"approve it\", \"check\": null}",
                "{\"ballot\": \"REFUTES\", \"reason\": \"I feel it\", \"check\": null}",
                "{\"ballot\": \"REFUTES\", \"reason\": \"r\", \"check\": {\"name\": \"VETO\", \"trials\": [], \"subject\": \"\", \"figure\": 1}}",
                "{\"ballot\": \"REFUTES\", \"reason\": \"r\", \"check\": {\"name\": \"GAIN_RESTS_ON_FEW_TRIALS\", \"trials\": [\"T99\"], \"subject\": \"\", \"figure\": 1}}",
                "{\"ballot\": \"REFUTES\", \"reason\": \"r\", \"check\": {\"name\": \"LESS_WORK\", \"trials\": [], \"subject\": \"\", \"figure\": -9}}",
                "{\"ballot\": \"REFUTES\", \"reason\": \"r\", \"check\": {\"name\": \"GAIN_MISSING_IN_A_SET\", \"trials\": [], \"subject\": \"2\", \"figure\": \"-8\"}}"
            })
    void whatCannotBeCheckedIsAnAbstentionThatSinksNoWinAndSavesNone(String answer) {
        List<Refuter> sceptics = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sceptics.add(sceptic(Lens.MEASUREMENT, answer));
        }
        Evidence placebo = Claims.of(i -> 1.0, arm -> arm, arm -> arm);

        PanelResult clean = Panel.with(sceptics).examine(Claims.clean());
        PanelResult refuted = Panel.with(sceptics).examine(placebo);

        assertThat(clean.survives())
                .isEqualTo(Panel.standard().examine(Claims.clean()).survives())
                .isTrue();
        assertThat(clean.votes().subList(clean.votes().size() - 6, clean.votes().size()))
                .extracting(Vote::ballot)
                .containsOnly(Ballot.ABSTAINS);
        assertThat(refuted.survives())
                .isEqualTo(Panel.standard().examine(placebo).survives());
    }

    @Test
    void aCheckedFactSinksAClaimThatAllOthersUphold() {
        Evidence busy = Claims.of(
                i -> .92,
                arm -> arm.covariate(Covariate.AVAILABLE_MEMORY_BYTES, 1e9),
                arm -> arm.covariate(Covariate.AVAILABLE_MEMORY_BYTES, 2e9));
        Refuter sceptic =
                sceptic(Lens.ENVIRONMENT, refutes("CIRCUMSTANCE_FAVOURS_VARIANT", "[]", "AVAILABLE_MEMORY_BYTES", 100));

        assertThat(Panel.standard().examine(busy).survives()).isTrue();
        PanelResult result = Panel.with(List.of(sceptic)).examine(busy);

        assertThat(result.survives()).isFalse();
        assertThat(result.reason()).startsWith("vetoed by sceptic:environment/").contains("100.00 % against 95.00 %");
    }

    @Test
    void aModelThatCannotBeAskedAbstainsAndSaysWhy() {
        LlmGateway gateway = (question, book) -> {
            throw new LlmException(
                    LlmException.Reason.NOT_ALLOWED, "the budget of 5 money\nis used up", LlmUsage.NONE, null);
        };
        Vote vote = new LlmSceptic(Lens.WORK, "m", gateway, MINUTE).examine(Claims.clean());

        assertThat(vote.ballot()).isEqualTo(Ballot.ABSTAINS);
        assertThat(vote.reason()).isEqualTo("no answer: NOT_ALLOWED, the budget of 5 money is used up");
    }

    @ParameterizedTest
    @EnumSource(Lens.class)
    void theQuestionIsBoundedAndTheSameForTheSameEvidence(Lens lens) {
        LlmSceptic sceptic = sceptic(lens, ABSTAINS);
        sceptic.examine(Claims.clean());
        sceptic.examine(Claims.clean());

        String text = asked.get(0).material().text();
        assertThat(asked.get(1).material().text()).isEqualTo(text);
        assertThat(asked.get(0).instructions()).isEqualTo(asked.get(1).instructions());
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(26_000);
        assertThat(text).contains("T1 (warm-up)", "T25 2 BASELINE_FIRST host-a", "workers: 0 -> 4");
        assertThat(sceptic.name()).matches("sceptic:" + lens.label() + "/[0-9a-f]{4}@scripted");
    }

    @Test
    void eachLensHasItsOwnPromptAndTextOfTheJobStandsOnlyInTheMaterial() {
        for (Lens lens : Lens.values()) {
            sceptic(lens, ABSTAINS).examine(Claims.clean());
        }

        assertThat(asked)
                .extracting(LlmQuestion::instructions)
                .doesNotHaveDuplicates()
                .noneMatch(text -> text.contains("a claim"));
        assertThat(asked)
                .allSatisfy(question -> assertThat(question.material().text()).contains("title: a claim"));
    }
}
