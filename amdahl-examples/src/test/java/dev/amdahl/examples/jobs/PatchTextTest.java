package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PatchTextTest {
    private static final String DIFF = """
            diff --git a/work.sh b/work.sh
            index ce02b09..8baaaba 100644
            --- a/work.sh
            +++ b/work.sh
            @@ -1,3 +1,3 @@
             n=0
            -i=1
            +i=2
             while
            """;

    @Test
    void whatIsADiffAloneStaysAsItIs() {
        String ofWindows = DIFF.replace("i=1\n", "i=1\r\n").replace("i=2\n", "i=2\r\n");

        assertThat(PatchText.of(DIFF)).isEqualTo(DIFF);
        assertThat(PatchText.of(DIFF.strip())).isEqualTo(DIFF.strip());
        assertThat(PatchText.of(ofWindows)).isEqualTo(ofWindows);
    }

    @Test
    void whatStandsRoundADiffIsLeftOut() {
        String mail = "From 6f37 Mon Sep 17 00:00:00 2001\nFrom: a <a@example.org>\nSubject: [PATCH] say\n\n---\n"
                + " work.sh | 2 +-\n 1 file changed\n\n" + DIFF + "-- \n2.39.5\n\n";

        assertThat(PatchText.of(mail)).isEqualTo(DIFF);
        assertThat(PatchText.of(mail.replace("\n", "\r\n"))).isEqualTo(DIFF);
        assertThat(PatchText.of("Here it is:\n```diff\n" + DIFF + "```\n")).isEqualTo(DIFF);
        assertThat(PatchText.of("\ufeff" + DIFF)).isEqualTo(DIFF);
        assertThat(PatchText.of("Index: x\n" + DIFF.substring(DIFF.indexOf("---"))))
                .isEqualTo(DIFF.substring(DIFF.indexOf("---")));
    }

    @Test
    void noFileIsDropped() {
        String plain = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";

        assertThat(PatchText.of(plain + DIFF)).isEqualTo(plain + DIFF);
        assertThat(PatchText.of(DIFF + "From 7 Mon\n\n" + plain)).contains("From 7 Mon");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "--- a/x\nno", " diff --git a/x b/x", "\ufeffhello"})
    void whatHoldsNoDiffStaysAsItIs(String text) {
        assertThat(PatchText.of(text)).isEqualTo(text);
    }
}
