package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchScriptTest {
    private static final Accelerators CPU = new Accelerators("cpu", 1);

    @TempDir
    private Path folder;

    @Test
    void aScriptOfPlainCommandsIsTheProgramThatItStarts() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        JobCommand job = read("""
                #!/bin/bash
                #SBATCH --job-name=nightly   # a name
                #SBATCH -N 2
                #SBATCH --gpus-per-node=H100:4
                #SBATCH -t 1-02:30:00
                module load cuda
                source env/bin/activate
                export OMP_NUM_THREADS=8 NAME="two words"
                cd sub
                LOG_EVERY=1 srun -n 2 --cpu-bind=cores \\
                  python train.py --lr 1e-3
                """);

        assertThat(job.family()).isEqualTo("nightly");
        assertThat(job.command()).containsExactly("python", "train.py", "--lr", "1e-3");
        assertThat(job.directory()).isEqualTo(folder.resolve("sub"));
        assertThat(job.environment()).isEqualTo(Map.of("OMP_NUM_THREADS", "8", "NAME", "two words", "LOG_EVERY", "1"));
        assertThat(job.accelerators()).isEqualTo(new Accelerators("h100", 8, 2));
        assertThat(job.timeLimit()).contains(Duration.ofMinutes(26 * 60 + 30));
        assertThat(job.findings())
                .containsExactly(
                        "'source env/bin/activate' is left out: start init and the loop in a shell that has done it");
    }

    @Test
    void aScriptThatDoesMoreIsTheCommandItself() throws IOException {
        JobCommand job = read("""
                #!/bin/bash
                #SBATCH --gres=gpu:2
                export A=1
                for i in 1 2; do python train.py $i; done
                """);

        assertThat(job.command())
                .containsExactly("bash", folder.resolve("job.sbatch").toString());
        assertThat(job.environment()).isEmpty();
        assertThat(job.accelerators()).isEqualTo(new Accelerators("gpu", 2));
        assertThat(job.findings()).singleElement().asString().contains("does more than start one program");
    }

    @ParameterizedTest
    @CsvSource({"30, 1800", "10:30, 630", "1:00:00, 3600", "2-0, 172800", "1-1:1, 90060", "x, ", "0, "})
    void limits(String text, Long seconds) {
        assertThat(BatchScript.limit(text))
                .isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a 'b c' \"d \\\" e\" f\\ g  # no~[[a, b c, d \" e, f g]]",
                "a ''~[[a, ]]",
                "a '$B'~[[a, $B]]",
                "a $K \"$K\" ${K} ${U:-4} ${U-}x~[[a, k, 1, k 1, k, 1, 4, x]]",
                "B=2 && a --b=$B; c~[[B=2], [a, --b=2], [c]]",
                "B=$K; export B; a \"${B}\"~[[B=k 1], [export, B=k 1], [a, k 1]]",
                "B=2 a~[[B=2, a]]",
                "cd x || exit 1~[[cd, x]]",
                "a $B~",
                "a ${K%x}~",
                "a $(b)~",
                "a $1~",
                "a | b~",
                "a || b~",
                "a &~",
                "a *.txt~",
                "a 'b~",
            })
    void wordsOfAShell(String line, String commands) {
        assertThat(ShellScript.commands(List.of(line), Map.of("K", "k 1")).map(List::toString))
                .isEqualTo(Optional.ofNullable(commands));
    }

    @Test
    void whatAScriptAssignsBeforeIsExpanded() throws IOException {
        JobCommand job = read("""
                #!/bin/bash
                #SBATCH -c 6
                WORKERS=4
                DATA="/data/my set"
                ARGS="--epochs 2 --amp"
                export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
                cd "$SLURM_SUBMIT_DIR" || exit 1
                python train.py --workers $WORKERS --data "$DATA" --lr ${LR:-0.1} $ARGS
                """);

        assertThat(job.command())
                .containsExactly(
                        "python",
                        "train.py",
                        "--workers",
                        "4",
                        "--data",
                        "/data/my set",
                        "--lr",
                        "0.1",
                        "--epochs",
                        "2",
                        "--amp");
        assertThat(job.environment()).isEqualTo(Map.of("OMP_NUM_THREADS", "6"));
        assertThat(job.directory()).isEqualTo(folder);
        assertThat(job.findings()).isEmpty();
    }

    @Test
    void theTextOfAShellIsTheProgramThatItStarts() {
        JobCommand job = JobCommand.of(List.of("bash", "-ec", "export A=1; python t.py --n=$A"), folder, CPU);
        assertThat(job.command()).containsExactly("python", "t.py", "--n=1");
        assertThat(job.environment()).isEqualTo(Map.of("A", "1"));
        for (List<String> whole :
                List.of(List.of("bash", "-c", "a | b"), List.of("bash", "-lc", "a"), List.of("sh", "-c", "a; b"))) {
            assertThat(JobCommand.of(whole, folder, CPU).command()).isEqualTo(whole);
        }
    }

    @Test
    void whatIsNoCommandIsRefused() throws IOException {
        Files.write(folder.resolve("data.bin"), new byte[] {1, 0, 2});
        Files.writeString(folder.resolve("train.py"), "print(1)\n");
        refused("names no command; write it after --");
        refused("is a folder, not a command", ".");
        refused("is neither a script nor a program that may be run", "data.bin");
        refused("is not a batch script, and cannot be run as it is; name the command: -- python3 train.py", "train.py");
        refused("is a notebook", "jupyter", "run", "a.ipynb");
    }

    private void refused(String why, String... words) {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> JobCommand.of(List.of(words), folder, CPU))
                .withMessageContaining(why);
    }

    private JobCommand read(String text) throws IOException {
        Path script = Files.writeString(folder.resolve("job.sbatch"), text);
        return JobCommand.of(List.of(script.toString()), folder, CPU);
    }
}
