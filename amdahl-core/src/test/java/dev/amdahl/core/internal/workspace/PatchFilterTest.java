package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PatchFilterTest {
    private static final PatchFilter EVERYTHING = PatchFilter.allowing(List.of("**"));
    private static final String HONEST = """
            diff --git a/src/main.c b/src/main.c
            index 1234567..89abcde 100644
            --- a/src/main.c
            +++ b/src/main.c
            @@ -1,3 +1,3 @@ int main
             int main() {
            -  return 1;
            +  return 0;
             }
            diff --git a/src/new file.c b/src/new file.c
            new file mode 100644
            index 0000000..e69de29
            --- /dev/null
            +++ b/src/new file.c\t
            @@ -0,0 +1,2 @@
            +--- a/looks like a header
            ++++ b/but is content
            diff --git a/src/gone.c b/src/gone.c
            deleted file mode 100644
            index 89abcde..0000000
            --- a/src/gone.c
            +++ /dev/null
            @@ -1 +0,0 @@
            -x
            \\ No newline at end of file
            """;

    static Stream<Arguments> hostile() {
        return HostilePatches.corpus().entrySet().stream().map(patch -> Arguments.of(patch.getKey(), patch.getValue()));
    }

    @Test
    void theCorpusIsLargeEnough() {
        assertThat(HostilePatches.corpus()).hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void aHostilePatchIsRefusedEvenWhereEveryFileMayBeEdited(String what, String diff) {
        assertThat(what).isNotEmpty();
        assertThatThrownBy(() -> EVERYTHING.touched(diff))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageStartingWith("patch refused: ");
    }

    @Test
    void anHonestPatchGivesThePathsItTouches() {
        assertThat(PatchFilter.allowing(List.of("src/**")).touched(HONEST))
                .containsExactly("src/main.c", "src/new file.c", "src/gone.c");
    }

    @Test
    void aFileThatIsNotListedIsRefusedByName() {
        assertThatThrownBy(() -> PatchFilter.allowing(List.of("lib/**")).touched(HONEST))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("'src/main.c' is not among the editable files");
    }

    @Test
    void aFileThatControlsTheBuildNeedsItsOwnName() {
        String patch = HostilePatches.creating("Makefile");

        assertThat(PatchFilter.allowing(List.of("src/**", "Makefile")).touched(patch))
                .containsExactly("Makefile");
        assertThatThrownBy(() -> PatchFilter.allowing(List.of("Make*")).touched(patch))
                .hasMessageContaining("controls the build");
    }

    @Test
    void gitsOwnFilesStayRefusedEvenByName() {
        assertThatThrownBy(() ->
                        PatchFilter.allowing(List.of(".git/config")).touched(HostilePatches.creating(".git/config")))
                .isInstanceOf(PatchRefusedException.class);
    }

    @Test
    void aLeadingDoubleStarMatchesTheTopFolderToo() {
        assertThat(PatchFilter.allowing(List.of("**/*.c")).touched(HostilePatches.creating("main.c")))
                .containsExactly("main.c");
    }

    @Test
    void aBrokenGlobIsAnInputError() {
        assertThatThrownBy(() -> PatchFilter.allowing(List.of("src/{a")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("src/{a");
    }

    @Test
    void patchesThatChangeTheSameLinesAreTheSameWhateverTheyShowRoundThem() {
        String file = "--- a/x.c\n+++ b/x.c\n";
        String narrow = file + "@@ -3 +3 @@\n-c\n+d\n";
        String empty = "diff --git a/y b/y\nnew file mode 100644\nindex 0000000..e69de29\n";

        assertThat(PatchFilter.isSame(narrow, file + "@@ -1,5 +1,5 @@ f()\n a\n b\n-c\n+d\n e\n f\n"))
                .isTrue();
        assertThat(PatchFilter.isSame(narrow, "diff --git a/x.c b/x.c\nindex 1234567..89abcde 100644\n" + narrow))
                .isTrue();
        assertThat(PatchFilter.isSame(narrow, file + "@@ -4 +4 @@\n-c\n+d\n")).isFalse();
        assertThat(PatchFilter.isSame(narrow, narrow.replace("x.c", "y.c"))).isFalse();
        assertThat(PatchFilter.isSame(narrow, narrow + "--- a/y.c\n+++ b/y.c\n@@ -3 +3 @@\n-c\n+d\n"))
                .isFalse();
        assertThat(PatchFilter.isSame(empty, empty)).isTrue();
        assertThat(PatchFilter.isSame(empty, empty.replace("/y", "/z"))).isFalse();
    }

    @Test
    void everyPrefixOfAPatchIsReadOrRefused() {
        Map<Boolean, Long> outcomes = Stream.iterate(0, length -> length <= HONEST.length(), length -> length + 1)
                .map(length -> HONEST.substring(0, length))
                .collect(Collectors.partitioningBy(PatchFilterTest::isRead, Collectors.counting()));

        assertThat(outcomes.get(true)).isPositive();
        assertThat(outcomes.get(false)).isPositive();
    }

    private static boolean isRead(String diff) {
        try {
            return !EVERYTHING.touched(diff).isEmpty();
        } catch (PatchRefusedException refused) {
            return false;
        }
    }
}
