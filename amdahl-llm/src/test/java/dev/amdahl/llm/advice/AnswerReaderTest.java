package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerReaderTest {
    private static final String GOOD =
            ScriptedModel.setting("INPUT_STARVATION", "workers", "4", "run-1", "more readers");
    private static final String PATCH = GOOD.replace("\"needs_build\":false", "\"needs_build\":true")
            .replace(
                    "\"lever\":\"workers\",\"value\":\"4\",\"patch\":null",
                    "\"lever\":null,\"value\":null,\"patch\":"
                            + "\"--- a/src/a.c\\n+++ b/src/a.c\\n@@ -1 +1 @@\\n-x\\n+y\"");

    private static Advice read(String text) {
        return new AnswerReader(Choices.of(Briefings.small()), 2, "m").read(text);
    }

    @Test
    void aLeverAndAPatchAreTaken() {
        Advice advice = read(ScriptedModel.answer(GOOD, PATCH));

        assertThat(advice.notes()).isEmpty();
        assertThat(advice.proposals())
                .extracting(proposal -> proposal.title())
                .containsExactly("workers: 0 -> 4", "patch of src/a.c: 'more readers'");
        assertThat(((PatchChange) advice.proposals().get(1).change()).paths()).containsExactly("src/a.c");
        assertThat(advice.proposals().get(0).rationale().orElseThrow().evidence())
                .containsExactly("run-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"needs_build\":false | \"needs_build\":true | needs_build is true with a lever",
                "run-1 | run-9 | evidence that does not exist: 'run-9'",
                "[\"run-1\"] | [] | rests on no evidence",
                "INPUT_STARVATION | PRODUCTIVE | no class of lost seconds 'PRODUCTIVE'",
                "INPUT_STARVATION | SLOW | no class of lost seconds 'SLOW'",
                "0.4 | 1.4 | expected_fraction is 1.4",
                "0.4 | \"x\" | expected_fraction is",
                "\"lever\":\"workers\" | \"lever\":\"shell\" | declares no lever 'shell'",
                "\"value\":\"4\" | \"value\":\"5\" | no declared value '5'",
                "\"patch\":null | \"patch\":\"x\" | neither a lever with a value nor a patch",
                "\"value\":\"4\" | \"value\":null | neither a lever with a value nor a patch",
                "more readers | `` | does not say how it works",
                "\"bottleneck\" | \"approved\":true,\"bottleneck\" | has the fields"
            })
    void whatIsNotInOrderIsLeftOutWithTheReason(String from, String to, String reason) {
        Advice advice = read(ScriptedModel.answer(GOOD.replace(from, to)));

        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).singleElement().asString().contains(reason);
    }

    @Test
    void aPatchThatSaysItNeedsNoBuildIsLeftOut() {
        Advice advice = read(ScriptedModel.answer(PATCH.replace("\"needs_build\":true", "\"needs_build\":false")));

        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).singleElement().asString().contains("needs_build is false with a patch");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "I cannot help with that. | not JSON",
                "{\"proposals\":[ | not JSON",
                "{\"proposals\":[]} {} | not JSON",
                "{\"proposals\":[],\"proposals\":[]} | not JSON",
                "{\"ballot\":\"UPHOLDS\"} | another question",
                "[] | another question",
                "null | another question",
                "{\"proposals\":[],\"approved\":true} | another question",
                "{\"proposals\":[]} | nothing worth a try"
            })
    void anAnswerThatIsNoneIsANote(String text, String note) {
        Advice advice = read(text);

        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).singleElement().asString().contains(note);
    }

    @Test
    void aRemovedLineThatLooksLikeAHeaderNamesNoFile() {
        String sql = PATCH.replace("-x\\n+y", "--- pick all\\n+++ y").replace("src/a.c", "src/q.sql");

        assertThat(read(ScriptedModel.answer(sql)).proposals())
                .singleElement()
                .satisfies(proposal ->
                        assertThat(((PatchChange) proposal.change()).paths()).containsExactly("src/q.sql"));
    }

    @Test
    void halfACharacterInAPatchIsLeftOut() {
        Advice advice = read(ScriptedModel.answer(PATCH.replace("+y", "+\\ud800")));

        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).singleElement().asString().contains("half a character");
    }

    @Test
    void oneThatStandsThereTwiceCountsOnceAndMoreThanAskedAreLeftOut() {
        Advice advice = read(ScriptedModel.answer(GOOD, GOOD, PATCH, GOOD.replace("\"4\"", "\"2\"")));

        assertThat(advice.proposals()).hasSize(2);
        assertThat(advice.notes())
                .isEqualTo(List.of(
                        "a proposal of the model was left out: it occurs twice",
                        "a proposal of the model was left out: there are more than the 2 that were asked for"));
    }
}
