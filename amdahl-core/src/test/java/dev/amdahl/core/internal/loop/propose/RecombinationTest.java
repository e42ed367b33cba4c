package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which two patches may become one. */
final class RecombinationTest {
    private static PatchChange patch(String before, String after, String hunk) {
        return new PatchChange("--- " + before + "\n+++ " + after + "\n@@ " + hunk + " @@\n", List.of());
    }

    @Test
    void patchesOverlapWhereTheirHunksMeetInOneFile() {
        PatchChange one = patch("a/src/a.c", "b/src/a.c", "-10,7 +10,8");

        assertThat(Recombination.overlap(one, patch("a/src/a.c", "b/src/a.c", "-16,3 +16,3")))
                .isTrue();
        assertThat(Recombination.overlap(one, patch("a/src/a.c", "b/src/a.c", "-17,3 +17,3")))
                .isFalse();
        assertThat(Recombination.overlap(one, patch("a/src/b.c", "b/src/b.c", "-10,7 +10,8")))
                .isFalse();
        assertThat(Recombination.overlap(one, patch("a/src/a.c", "/dev/null", "-1,99 +0,0")))
                .isTrue();
    }

    @Test
    void newFilesOverlapByTheirNames() {
        PatchChange one = patch("/dev/null", "b/src/new.c", "-0,0 +1,9");

        assertThat(Recombination.overlap(one, patch("/dev/null", "b/src/new.c", "-0,0 +1,9")))
                .isTrue();
        assertThat(Recombination.overlap(one, patch("/dev/null", "b/src/other.c", "-0,0 +1,9")))
                .isFalse();
    }
}
