package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** In the forms that the servers' own documentation shows. */
final class AnswerTextTest {
    private static AnswerText of(String body, boolean isStream) {
        return AnswerText.of(body.getBytes(StandardCharsets.UTF_8), isStream);
    }

    @Test
    void idsAndTimesOfAnAnswerAreNoPartOfIt() {
        AnswerText first = of(
                "{\"id\":\"cmpl-1\",\"created\":1,\"choices\":[{\"text\":\" Paris\"}],\"usage\":{\"completion_tokens\":7}}",
                false);
        AnswerText second = of("{\"id\":\"cmpl-2\",\"created\":9,\"choices\":[{\"text\":\" Paris\"}]}", false);

        assertThat(first).isEqualTo(new AnswerText(" Paris", 7));
        assertThat(first.digest()).isEqualTo(second.digest());
    }

    @Test
    void theApisOfOtherServersAreRead() {
        assertThat(of("{\"choices\":[{\"message\":{\"content\":\"yes\"}}]}", false)
                        .text())
                .isEqualTo("yes");
        assertThat(of("{\"generated_text\":\"yes\",\"details\":{\"generated_tokens\":2}}", false))
                .isEqualTo(new AnswerText("yes", 2));
        assertThat(of("{\"content\":\"yes\",\"tokens_predicted\":3}", false)).isEqualTo(new AnswerText("yes", 3));
        assertThat(of("{\"text\":\"yes\",\"meta_info\":{\"id\":\"a\",\"completion_tokens\":4}}", false))
                .isEqualTo(new AnswerText("yes", 4));
        assertThat(of("row 17", false)).isEqualTo(new AnswerText("row 17", 0));
    }

    @Test
    void aStreamIsOneText() {
        AnswerText text = of("""
                data: {"choices":[{"delta":{"role":"assistant","content":""}}]}

                data: {"choices":[{"delta":{"content":"Pa"}}]}

                data: {"choices":[{"delta":{"content":"ris"}}]}

                data: {"choices":[],"usage":{"completion_tokens":2}}

                data: [DONE]
                """, true);

        assertThat(text).isEqualTo(new AnswerText("Paris", 2));
    }
}
