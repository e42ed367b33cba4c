package dev.amdahl.llm.dream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.contract.IdeaSourceContract;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LlmIdeaSourceTest extends IdeaSourceContract {
    private static final JobSpec JOB = JobSpec.builder("train", List.of("train", "--fast"))
            .levers(List.of(new Lever(
                    "workers",
                    new LeverSetting.Environment("NUM_WORKERS"),
                    "0",
                    List.of("4", "8"),
                    List.of(Bottleneck.HOST_SERIAL),
                    Optional.empty())))
            .build();

    private final List<LlmQuestion> asked = new ArrayList<>();
    private String reply = "{\"ideas\": [" + idea("INPUT_STARVATION", "read ahead", .4, "", "") + "]}";

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    @Override
    protected IdeaSource source() {
        return new LlmIdeaSource(
                (question, book) -> {
                    asked.add(question);
                    return new LlmReply(reply, "scripted", LlmUsage.NONE);
                },
                Duration.ofMinutes(1));
    }

    private static String idea(String bottleneck, String title, double fraction, String lever, String value) {
        return "{\"title\": \"" + title + "\", \"bottleneck\": \"" + bottleneck + "\", \"summary\": \"do it\","
                + " \"fraction\": " + fraction + ", \"lever\": \"" + lever + "\", \"value\": \"" + value
                + "\", \"url\": \"https://example.org/loaders\"}";
    }

    private List<Idea> ideas(String... answers) {
        reply = "{\"ideas\": [" + String.join(",", answers) + "]}";
        return source().search(new Query(JOB, Set.of(Bottleneck.INPUT_STARVATION), Map.of("input_wait_frac", .4)));
    }

    @Test
    void anIdeaHasItsPlaceAndIsTheModelsOwn() {
        assertThat(ideas(idea("INPUT_STARVATION", "more workers", .6, "workers", "8")))
                .singleElement()
                .satisfies(idea -> {
                    assertThat(idea.id()).matches("model:[0-9a-f]{10}");
                    assertThat(idea.change()).contains(JOB.levers().get(0).set("8"));
                    assertThat(idea.typicalFraction()).isEqualTo(.3);
                    assertThat(idea.summary()).isEqualTo("do it [https://example.org/loaders]");
                    assertThat(idea.provenance())
                            .isEqualTo(new Provenance(
                                    Provenance.Origin.MODEL, idea.id(), Provenance.Maturity.EXPERIMENTAL));
                });
    }

    @Test
    void anotherWordingOfTheSameMoveIsTheSameIdea() {
        assertThat(ideas(
                        idea("INPUT_STARVATION", "more workers", .6, "workers", "8"),
                        idea("INPUT_STARVATION", "raise the number of workers", .2, "workers", "8")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "COMM_EXPOSED, title, .5, '', ''",
        "EVERYTHING, title, .5, '', ''",
        "INPUT_STARVATION, ' ', .5, '', ''",
        "INPUT_STARVATION, title, 1.5, '', ''",
        "INPUT_STARVATION, title, 0, '', ''",
        "INPUT_STARVATION, title, .5, workers, 64",
        "INPUT_STARVATION, title, .5, budget, 1000"
    })
    void whatBreaksABoundIsLeftOut(String bottleneck, String title, double fraction, String lever, String value) {
        assertThat(ideas(
                        idea(bottleneck, title, fraction, lever, value), idea("INPUT_STARVATION", "sound", .5, "", "")))
                .extracting(Idea::title)
                .containsExactly("sound");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no", "[]", "{}", "{\"ideas\": 3}", "{\"ideas\": [1, null, \"x\", []]}"})
    void anAnswerOfAnotherShapeGivesNothing(String answer) {
        reply = answer;

        assertThat(source().search(new Query(JOB, Set.of(Bottleneck.INPUT_STARVATION), Map.of())))
                .isEmpty();
    }

    @Test
    void theQuestionIsTheSameForTheSameJobAndTextOfTheJobStandsOnlyInTheMaterial() {
        ideas();
        ideas();

        assertThat(asked.get(0).material().text())
                .isEqualTo(asked.get(1).material().text());
        assertThat(asked.get(0).material().text())
                .contains("command: train --fast", "- workers, now 0, may be 4 or 8", "input_wait_frac = 0.4");
        assertThat(asked.get(0).instructions()).doesNotContain("--fast");
        assertThat(asked.get(0).schema().orElseThrow()).contains("[\"INPUT_STARVATION\"]");
    }
}
