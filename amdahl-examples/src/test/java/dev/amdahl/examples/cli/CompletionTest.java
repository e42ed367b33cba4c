package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                ask amdahl help led
                ask amdahl loop --jobs %s
                """.formatted(file.toString().replace("-of-mine.yaml", ""));

        assertThat(answers(Requires.program("bash"), script("bash") + ASK + questions))
                .containsExactly(
                        "quickstart",
                        "verify",
                        "--require",
                        "win no-regression",
                        "jcuda",
                        "fish",
                        "ledger",
                        file.toString());
    }

    @Test
    void bashCompletesTheWordAmdahl() throws Exception {
        assertThat(answers(Requires.program("bash"), script("bash") + "complete -p amdahl\n"))
                .singleElement()
                .asString()
                .contains("_complete_amdahl");
    }

    /** At a terminal of its own; it waits for what the shell writes there, and gives up after five minutes. */
    @Test
    void zshCompletesWhatIsTyped() throws Exception {
        Path shell = Requires.program("zsh");
        Path completion = Files.writeString(folder.resolve("completion"), script("zsh"));
        String typed = """
                zmodload zsh/zpty
                zpty terminal %s -f -i
                zpty -w terminal 'autoload -Uz compinit; compinit -u -D; source %s; echo rea""dy'
                zpty -r terminal seen '*ready*'
                ask() { zpty -w -n terminal "$1"$'\\t'; zpty -r terminal seen "*$2*" && echo "$2"; zpty -w terminal $'\\x15'; }
                ask 'amdahl quicks' 'amdahl quickstart'
                ask 'amdahl ledger ver' 'ledger verify'
                ask 'amdahl ab --require w' '--require win'
                ask 'amdahl burnin --backend j' '--backend jcuda'
                zpty -d terminal
                """.formatted(shell, completion);

        assertThat(answers(Requires.program("timeout"), typed, "300", shell.toString(), "-f"))
                .containsExactly("amdahl quickstart", "ledger verify", "--require win", "--backend jcuda");
    }

    @Test
    void fishCompletesCommandsOptionsValuesAndFiles() throws Exception {
        Path file = Files.writeString(folder.resolve("jobs-of-mine.yaml"), "");
        String script = script("fish");
        String questions = """
                function ask; string split -f 1 \\t -- (complete -C "$argv") | string join " "; true; end
                ask amdahl quicks
                ask amdahl ledger ver
                ask amdahl ab --requ
                ask "amdahl ab --require "
                ask amdahl burnin --backend j
                ask amdahl completion f
                ask amdahl help led
                ask amdahl loop --jobs %s
                """.formatted(file.toString().replace("-of-mine.yaml", ""));

        assertThat(script).doesNotContain("${");
        assertThat(answers(Requires.program("fish"), script + '\n' + questions, "--no-config"))
                .containsExactly(
                        "quickstart",
                        "verify",
                        "--require",
                        "no-regression win",
                        "jcuda",
                        "fish",
                        "ledger",
                        file.toString());
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

    private List<String> answers(Path shell, String script, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve("script"), script);
        List<String> command = new ArrayList<>(List.of(shell.toString()));
        command.addAll(List.of(options));
        command.add(file.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }
}
