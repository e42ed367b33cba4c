package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real shell is offered by the scripts. */
final class CompletionTest {
    private static final String ASK = """
            compopt() { :; }
            ask() {
              COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
              _complete_amdahl amdahl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
              echo "${COMPREPLY[*]}"
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void bashCompletesCommandsOptionsValuesAndFiles() throws Exception {
        Path file = Files.writeString(folder.resolve("jobs-of-mine.yaml"), "");
        String questions = """
                ask amdahl quicks
                ask amdahl ledger ver
                ask amdahl ab --requ
                ask amdahl ab --require ""
                ask amdahl burnin --backend j
                ask amdahl completion f
                ask amdahl loop --jobs %s
                """.formatted(file.toString().replace("-of-mine.yaml", ""));

        assertThat(answers(Requires.program("bash"), script("bash") + ASK + questions))
                .containsExactly(
                        "quickstart", "verify", "--require", "win no-regression", "jcuda", "fish", file.toString());
    }

    @Test
    void bashCompletesTheWordAmdahl() throws Exception {
        assertThat(answers(Requires.program("bash"), script("bash") + "complete -p amdahl\n"))
                .singleElement()
                .asString()
                .contains("_complete_amdahl");
    }

    @Test
    void zshTakesTheScriptOfBash() {
        assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
    }

    @Test
    void fishIsToldOfEveryCommandAndOfValues() {
        assertThat(script("fish"))
                .contains(
                        "-f -a doctor -d ",
                        "'__fish_seen_subcommand_from ledger; and __fish_seen_subcommand_from verify'")
                .contains("-l require -x -a 'win no-regression'", "-l jobs -r -F", "-l ledger -r -F")
                .doesNotContain("${");
    }

    @Test
    void anotherShellIsWrongInput() {
        Cli.here("completion", "tcsh").failsWith(2, "unknown shell 'tcsh'", "bash, zsh or fish");
    }

    private static String script(String shell) {
        Cli script = Cli.here("completion", shell);
        assertThat(script.code()).isZero();
        return script.out();
    }

    private List<String> answers(Path shell, String script) throws Exception {
        Path file = Files.writeString(folder.resolve("script"), script);
        Process process = new ProcessBuilder(shell.toString(), file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }
}
