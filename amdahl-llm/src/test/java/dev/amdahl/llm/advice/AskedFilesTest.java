package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AskedFilesTest {
    private static final String ASKING = "{\"proposals\":[],\"files\":[\"src/slow.c\",\"/etc/passwd\"]}";
    private static final String SETTING =
            ScriptedModel.answer(ScriptedModel.setting("INPUT_STARVATION", "workers", "4", "run-1", "more readers"));

    private static Briefings briefing(int files) {
        Map<String, SourceWindow> all = IntStream.range(0, files)
                .mapToObj(i -> i == files - 1 ? "src/slow.c" : "src/f" + i + ".c")
                .collect(Collectors.toMap(
                        path -> path, path -> new SourceWindow(path, 1, List.of("the lines of " + path), 0)));
        return Briefings.small().editing(all);
    }

    @Test
    void everyEditableFileIsListed() {
        ScriptedModel model = ScriptedModel.saying(SETTING);

        new LlmAdvisor(model, AdvisorSettings.DEFAULT).advise(briefing(40));

        String prompt = model.asked.get(0).material().text();
        assertThat(prompt).contains("all files that a patch may touch", "slow.c", "f0.c", "f38.c");
        assertThat(prompt).doesNotContain("the lines of");
    }

    @Test
    void aFileThatIsAskedForIsShownOnceAndTheSecondAnswerCounts() {
        ScriptedModel model = new ScriptedModel(
                question -> question.material().text().contains("the lines of src/slow.c") ? SETTING : ASKING);

        Advice advice = new LlmAdvisor(model, AdvisorSettings.DEFAULT).advise(briefing(40));

        assertThat(advice.proposals()).hasSize(1);
        assertThat(model.asked).hasSize(2);
        assertThat(model.asked.get(0).schema().orElseThrow()).contains("\"files\"");
        assertThat(model.asked.get(1).schema().orElseThrow()).doesNotContain("\"files\"");
        assertThat(model.asked.get(1).material().text()).doesNotContain("/etc/passwd");
    }

    @Test
    void whoAsksForFilesForEverIsAskedTwiceAndNoMore() {
        ScriptedModel model = ScriptedModel.saying(ASKING);

        Advice advice = new LlmAdvisor(model, AdvisorSettings.DEFAULT).advise(briefing(3));

        assertThat(model.asked).hasSize(2);
        assertThat(advice.proposals()).isEmpty();
        assertThat(advice.notes()).containsExactly("the model sees nothing worth a try");
    }

    @Test
    void aFileThatIsNotEditableIsNotShown() {
        ScriptedModel model = ScriptedModel.saying("{\"proposals\":[],\"files\":[\"src/secret.c\"]}");

        new LlmAdvisor(model, AdvisorSettings.DEFAULT).advise(briefing(3));

        assertThat(model.asked).hasSize(1);
    }
}
