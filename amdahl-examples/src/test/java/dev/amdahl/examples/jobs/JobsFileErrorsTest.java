package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake is one line that says where, what and what to do. */
final class JobsFileErrorsTest {
    @TempDir
    private Path folder;

    private String errorOf(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("jobs.yaml"), text);
        InvalidInputException error = catchThrowableOfType(InvalidInputException.class, () -> JobsFile.read(file));
        assertThat(error).as("error of %s", text).isNotNull();
        String message = String.valueOf(error.getMessage());
        assertThat(message).doesNotContain("\n").startsWith(file.toString());
        return message.substring(file.toString().length());
    }

    @Test
    void anUnknownKeyNamesTheNearestOne() throws IOException {
        assertThat(errorOf("jobs:\n  - family: f\n    comand: [\"true\"]\n"))
                .isEqualTo(":3:13: jobs[0].comand: unknown key 'comand'; did you mean 'command'?");
    }

    @Test
    void aMissingCommandSaysWhatToAdd() throws IOException {
        assertThat(errorOf("jobs:\n  - family: f\n"))
                .isEqualTo(":2:5: jobs[0]: 'command' is missing; "
                        + "add the command as a list: [program, argument, ...]");
    }

    @Test
    void aNegativeCountIsRefused() throws IOException {
        assertThat(errorOf("jobs: [{family: f, command: [x], accelerators: {count: -2}}]\n"))
                .isEqualTo(":1:56: jobs[0].accelerators.count: was -2; give a whole number of at least 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "command: []|the command is empty",
                "command: echo hello|a command is a list of words",
                "command: [x], time_limit: 20|'20' is not a duration; write it like 90s, 20m or 1h30m",
                "command: [x], time_limit: -5m|is not a duration",
                "command: [x], runs_per_week: -1|was -1; give a number of at least 0",
                "command: [x], runs_per_week: NaN|give a number of at least 0",
                "command: [x], cache: hot|unknown cache 'hot'; write warm or leave it out",
                "command: [x], cache: cold|no scheduler empties caches between arms yet; leave it out",
                "command: [x], directory: nowhere|no such folder",
                "command: [x], environment: {AMDAHL_SEED: '1'}|is set by the library",
                "command: [x], environment: {A-B: '1'}|is not the name of an environment variable",
                "command: [x], metric: {name: wall_second}|did you mean 'wall_seconds'?",
                "command: [x], work_units: {}|does not say where its value is found",
                "command: [x], work_units: {stdout: 'n [0-9]+'}|has no group",
                "command: [x], work_units: {stdout: '([0-9'}|is not a regular expression",
                "command: [x], work_units: {json: m.json, pointer: a}|is not a JSON pointer",
                "command: [x], output: [{path: /etc/passwd}]|leaves the job's working directory",
                "command: [x], output: [{path: ../x}]|leaves the job's working directory",
                "command: [x], output: [{path: o, compare: exat}]|did you mean 'exact'?",
                "command: [x], output: [{path: o, compare: numeric}]|needs a tolerance",
                "command: [x], guardrails: [{name: g, stdout: '(x)', margin: 120%}]|between 0% and 100%",
                "command: [x], source: {repository: nowhere}|no such folder",
                "command: [x], levers: [{name: l, addresses: [SYNC_STALL]}]|sets nothing",
                "command: [x], levers: [{name: l, environment: A, values: ['1'], addresses: [SYNC_STALL]}]|present value of A is not known",
                "command: [x], environment: {A: '1'}, levers: [{name: l, environment: A, values: ['1'], addresses: [SYNC_STALL]}]|no value other than the present one",
                "command: [x], environment: {A: '1'}, levers: [{name: l, environment: A, values: ['2'], addresses: [SYNC_STAL]}]|did you mean 'SYNC_STALL'?",
                "command: [x], levers: [{name: l, argument: y, values: ['1'], addresses: [SYNC_STALL]}]|'y' is not a word of the command",
                "command: [x], levers: [{name: l, flag: y, addresses: [SYNC_STALL]}]|give a word such as --amp",
                "command: [x], levers: [{name: l, flag: --y, values: ['1'], addresses: [SYNC_STALL]}]|a flag takes no values",
                "command: [x], levers: [{name: l, accelerators: [0], addresses: [OVER_ALLOCATION]}]|was 0",
                "command: [x], accelerators: {count: 3, nodes: 2}|3 accelerators cannot be spread evenly over 2 nodes",
                "command: [x], accelerators: {count: 16, nodes: 2}, levers: [{name: l, accelerators: [9], addresses: [OVER_ALLOCATION]}]|give a multiple of 8",
                "command: [x], hypotheses: [{title: t, addresses: [SYNC_STALL]}]|changes nothing",
                "command: [x], hypotheses: [{title: t, addresses: [SYNC_STALL], patch: p.patch}]|no such file",
                "command: [x], command: [y]|key 'command' is given twice",
                "command: [x], probe: {}|does not say how to run the job briefly",
                "command: [x], probe: {share: 100%}|a probe is shorter than the job",
                "command: [x], probe: {environment: {AMDAHL_SEED: '1'}}|is set by the library",
                "command: [x], parallel: 0|give a whole number of at least 1",
                "command: [x], deadline: soon|is not a duration",
                "command: [x], slurm: {acount: ml}|jobs[0].slurm.acount: unknown key 'acount'; did you mean 'account'?",
                "command: [x], slurm: {account: a b}|'a b' is no word for sbatch",
                "command: [x], slurm: {exclude: n1}|needs a list",
                "command: [x], slurm: {cpus_per_task: 0}|give a whole number of at least 1",
                "command: [x], slurm: {container_mounts: ['/a:/a']}|a container without an image",
                "command: [x], levers: [{name: l, argument: x, values: ['1'], addresses: [SYNC_STALL], switch: true}]|cannot be set while the job runs",
                "command: [x], environment: {A: '1'}, levers: [{name: l, environment: A, values: ['2'], addresses: [SYNC_STALL], switch: {window: 4, washout: 4}}]|the washout is not shorter",
                "command: [x], environment: {A: '1'}, levers: [{name: l, environment: A, values: ['2'], addresses: [SYNC_STALL], switch: {window: 1}}]|at least 2",
            })
    void aWrongValueSaysWhatToDo(String job, String expected) throws IOException {
        assertThat(errorOf("jobs: [{family: f, " + job + "}]\n"))
                .contains(expected)
                .contains("jobs[0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "jobs: []|holds no job",
                "job: []|did you mean 'jobs'?",
                "policy: {fdr: lax}, jobs: [{family: f, command: [x]}]|write strict or floor",
                "policy: {pairs: 0}, jobs: [{family: f, command: [x]}]|was 0",
                "budget: {money: -3}, jobs: [{family: f, command: [x]}]|was -3",
                "defaults: {currency: dollars, price_per_accelerator_hour: 1}, jobs: [{family: f, command: [x]}]|ISO code",
                "jobs: [{family: f, command: [x]}, {family: f, command: [y]}]|a second job has the family 'f'",
            })
    void aWrongFileSaysWhatToDo(String text, String expected) throws IOException {
        assertThat(errorOf("{" + text + "}\n")).contains(expected);
    }

    @Test
    void whatIsNotYamlNamesTheLine() throws IOException {
        assertThat(errorOf("jobs:\n  - family: [f\n")).startsWith(":3:1: not YAML: ");
        assertThat(errorOf("")).contains("the file is empty");
        assertThat(errorOf("a: 1\n---\nb: 2\n")).contains("a second document begins");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sandbx: auto|did you mean 'sandbox'?",
                "sandbox: alway|did you mean 'always'?",
                "memory_mib: 0|give a whole number of at least 1",
                "processes: 1|give a whole number of at least 2",
                "readable: [nowhere]|no such file or folder",
                "readable: data|needs a list",
            })
    void aWrongSettingOfTheBuilderSaysWhatToDo(String setting, String expected) throws IOException {
        assertThat(errorOf("builder: {" + setting + "}\njobs: [{family: f, command: [x]}]\n"))
                .contains(expected)
                .contains("builder");
    }

    @Test
    void bombsAreRefusedBeforeTheyGrow() throws IOException {
        assertThat(errorOf("jobs: " + "[".repeat(100_000))).contains("nested deeper than 20 levels");
        assertThat(errorOf("a: &a [x]\nb: [" + "*a, ".repeat(60) + "x]\n")).contains("more than 50 aliases");
        assertThat(errorOf("#" + "x".repeat(1 << 20))).contains("larger than 1048576 bytes");
        assertThat(errorOf("a: &a [*a]\n")).contains("unknown key 'a'");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> JobsFile.read(folder.resolve("none.yaml")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("none.yaml: no such file; check the path");
    }

    @Test
    void bytesThatAreNotTextAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("jobs.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> JobsFile.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not UTF-8 text");
    }

    @Test
    void anUnknownSourceOfPairsNamesTheNearest() throws IOException {
        assertThat(errorOf("policy: {designs: [probes]}\njobs: [{family: f, command: [x]}]\n"))
                .isEqualTo(":1:20: policy.designs[0]: unknown design 'probes'; did you mean 'probe'?");
        assertThat(errorOf("policy: {resampler: gpus}\njobs: [{family: f, command: [x]}]\n"))
                .isEqualTo(":1:21: policy.resampler: unknown resampler 'gpus'; did you mean 'gpu'?");
        assertThat(errorOf("policy: {designs: []}\njobs: [{family: f, command: [x]}]\n"))
                .contains("names no design; list some of whole, probe, windows");
    }
}
