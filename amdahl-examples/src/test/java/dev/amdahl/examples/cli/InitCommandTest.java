package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code init}, as a user calls it: a new process in the folder of the job. */
final class InitCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needs() {
        Requires.program("python3");
        Requires.program("setsid");
    }

    private void script(String text) throws IOException {
        Files.writeString(folder.resolve("job.py"), text);
    }

    private static final String JOB = """
            import argparse, hashlib, json, os
            p = argparse.ArgumentParser()
            p.add_argument("--num-workers", type=int, default=0)
            p.add_argument("--log-every", type=int, default=1)
            a = p.parse_args()
            n = int(os.environ.get("EVAL_INTERVAL", "5"))
            for i in range(200):
                hashlib.sha256(bytes(1000)).hexdigest()
            json.dump({"records": 200}, open("out.json", "w"))
            print("processed 200 records")
            """;

    @Test
    void aScriptBecomesAJobsFileThatTheLoopRuns() throws Exception {
        script(JOB);
        JsonNode answer = Cli.in(folder, "init", "--json", "--", "python3", "job.py", "--log-every", "2")
                .json("init");

        assertThat(answer.get("levers").findValuesAsText("name"))
                .containsExactly("num-workers", "log-every", "eval-interval");
        JobSpec job = JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0);
        assertThat(job.command()).containsExactly("python3", "job.py", "--log-every=2", "--num-workers=0");
        assertThat(job.environment()).containsEntry("EVAL_INTERVAL", "5");
        assertThat(job.workUnits()).isPresent();
        assertThat(job.outputs()).hasSize(2);
        assertThat(Files.readString(folder.resolve("amdahl.yaml")))
                .contains("# job.py:3 (argparse)")
                .containsPattern("settings: \\{ledger: ./amdahl, run_length: \\d+\\.\\ds}");
        assertThat(folder.resolve("out.json"))
                .as("so that a trial begins as these runs did")
                .doesNotExist();

        Cli loop = Cli.in(folder, "loop", "--cycles", "1", "--json");
        loop.json("loop");
        assertThat(folder.resolve("amdahl.mv.db"))
                .as("the ledger of the settings")
                .exists();
        assertThat(Cli.in(folder, "ledger", "log", "--json").code()).isZero();
    }

    @Test
    void dryReadsAndRunsNothing() throws Exception {
        script("open('ran', 'w')\n" + JOB);
        Cli dry = Cli.in(folder, "init", "--dry", "--", "python3", "job.py");

        assertThat(dry.code()).as(dry.err()).isZero();
        assertThat(dry.out())
                .contains(
                        "log-every",
                        "job.py:4 (argparse)",
                        "wrote amdahl.yaml",
                        "next: amdahl plan",
                        "then amdahl loop --until-idle",
                        "init --python-helper .");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(folder.resolve("amdahl.init")).doesNotExist();
        assertThat(Cli.in(folder, "init", "--dry", "--", "python3", "job.py").err())
                .contains("amdahl.yaml: is there already; name another with --output, or add --force");
    }

    @Test
    void aCommandThatFailsIsSaidAndNothingIsWritten() throws Exception {
        script("raise SystemExit('TOKEN is not set')\n");
        Cli failed = Cli.in(folder, "init", "--", "python3", "job.py");

        assertThat(failed.code()).isEqualTo(2);
        assertThat(failed.err())
                .contains("ended with exit code 1: TOKEN is not set; run it by hand until it succeeds, or add --dry");
        assertThat(folder.resolve("amdahl.yaml")).doesNotExist();
        assertThat(folder.resolve("amdahl.init")).doesNotExist();
    }

    @Test
    void aCommandThatNeverEndsIsStopped() throws Exception {
        script(JOB + "import time\nprint('up', flush=True)\ntime.sleep(600)\n");
        Cli stopped = Cli.in(folder, "init", "--max-seconds", "2", "--", "python3", "job.py");

        assertThat(stopped.code()).as(stopped.err()).isZero();
        assertThat(stopped.out()).contains("it did not end within 2 s and was stopped");
        assertThat(JobsFile.read(folder.resolve("amdahl.yaml")).jobs()).hasSize(1);
        assertThat(JobsFile.setting(folder.resolve("amdahl.yaml"), "run_length"))
                .as("of a run that was stopped no length is known")
                .isEmpty();
    }

    @Test
    void otherWorkOnTheSecondRunAndOptionsThatAreNoneAreSaid() throws Exception {
        script("""
                import os, sys
                if any("=" in word for word in sys.argv):
                    sys.exit("no such option")
                p.add_argument("--num-workers", default=0) if False else None
                if not os.path.exists("seen/marker"):
                    os.makedirs("seen", exist_ok=True)
                    os.close(os.open("/" + os.getcwd() + "/seen/marker", os.O_CREAT))
                print("done")
                """);
        Cli cli = Cli.in(folder, "init", "--", "python3", "job.py");

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("exit code 1 (no such option): no option is offered", "levers    none found");
    }

    @Test
    void callsThatNameNoJob() throws Exception {
        assertThat(Cli.in(folder, "init").err()).contains("init: names no command; write it after --");
        assertThat(Cli.in(folder, "init", ".").err()).contains("is a folder, not a command");
        assertThat(Cli.in(folder, "init", "--", "no-such-program-here").err()).contains("the command, as it is");
    }

    @Test
    void theHelperForPythonIsInTheProgram() throws Exception {
        Path helper = folder.resolve("amdahl_steps.py");

        assertThat(Cli.in(folder, "init", "--json", "--python-helper", ".")
                        .json("init")
                        .get("helper")
                        .asText())
                .isEqualTo("./amdahl_steps.py");

        assertThat(helper).hasSameTextualContentAs(Path.of("src/main/python/amdahl_steps.py"));
        assertThat(Cli.in(folder, "init", "--python-helper", ".").out()).contains("amdahl_steps.steps(loader)");
        Files.writeString(helper, "own");
        Cli.in(folder, "init", "--python-helper", ".").failsWith(2, "is there already, and differs", "--force");
        Cli.in(folder, "init", "--python-helper", "none").failsWith(2, "is not a folder");
        Cli.in(folder, "init", "--python-helper", ".", "--", "true").failsWith(2, "a call of its own");
    }

    @Test
    void theTrainingExampleIsReadAsItStands() throws Exception {
        Requires.program("torchrun");
        Files.copy(Path.of("src/main/python/train_images.py"), folder.resolve("train_images.py"));
        JsonNode answer = Cli.in(
                        folder, "init", "--json", "--", "/usr/bin/python3", "train_images.py", "--images", "256")
                .json("init");

        assertThat(answer.get("levers").findValuesAsText("name"))
                .contains("num-workers", "threads", "save-every", "compression-level");
        assertThat(answer.get("outputs").toString()).isEqualTo("[\"-\",\"result.json\"]");
        assertThat(answer.get("remarks").toString())
                .contains("--batch-size: another value changes what the job learns");
        assertThat(JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0).artifacts())
                .as("what it learned is kept, not compared")
                .containsValue("model.ckpt");
    }

    private static final String COMPRESSING = """
            import gzip
            with gzip.open("out.gz", "wb") as out:
                out.write(b"x" * 100)
            print("processed 100 bytes")
            """;

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void aChangeOfTheCodeIsAPatchThatGitTakes() throws Exception {
        Requires.program("git");
        script(COMPRESSING);
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "as it stands");
        JsonNode answer =
                Cli.in(folder, "init", "--json", "--", "python3", "job.py").json("init");

        JsonNode change = answer.get("changes").get(0);
        assertThat(change.get("name").asText()).isEqualTo("gzip-level");
        assertThat(change.get("places").toString()).isEqualTo("[\"job.py:2\"]");
        git("apply", "--check", change.get("patch").asText());
        JobSpec job = JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0);
        assertThat(job.contributions())
                .singleElement()
                .satisfies(offered -> assertThat(offered.idea()).contains("input-light-compression"));
        assertThat(job.source().orElseThrow().editable()).containsExactly("job.py");
    }

    @Test
    void theJavaExampleIsReadAsItStands() throws Exception {
        Requires.program("git");
        Files.copy(Path.of("src/main/jvm/Tally.java"), folder.resolve("Tally.java"));
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "as it stands");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        JsonNode answer = Cli.in(folder, "init", "--json", "--", java, "Tally.java", "2000")
                .json("init");

        assertThat(answer.get("changes").findValuesAsText("name")).containsExactly("buffered-input", "buffered-output");
        assertThat(answer.get("work_units").asText()).contains("records");
        assertThat(answer.get("family").asText()).isEqualTo("Tally");
    }

    @Test
    void theExampleOfTwoProcessesIsReadAsItStands() throws Exception {
        Files.copy(Path.of("src/main/python/train_parallel.py"), folder.resolve("train_parallel.py"));
        JsonNode answer = Cli.in(folder, "init", "--dry", "--json", "--", "python3", "train_parallel.py")
                .json("init");

        assertThat(answer.get("levers").findValuesAsText("name")).contains("no-sync");
    }

    @Test
    void aCompiledProgramIsBuiltAgainForAChangeOfItsSource() throws Exception {
        for (String program : List.of("git", "make", "gcc")) {
            Requires.program(program);
        }
        Files.writeString(folder.resolve("count.c"), """
                #include <stdio.h>
                int main(void) {
                    for (int i = 1; i <= 3; i++) {
                        printf("processed %d records\\n", i);
                        fflush(stdout);
                    }
                }
                """);
        Files.writeString(folder.resolve("Makefile"), "count: count.c\n");
        Files.writeString(folder.resolve(".gitignore"), "count\n");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "as it stands");
        assertThat(new ProcessBuilder("make", "-s")
                        .directory(folder.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        JsonNode answer = Cli.in(folder, "init", "--json", "--", "./count").json("init");

        assertThat(answer.get("changes").findValuesAsText("name")).containsExactly("flush-less");
        assertThat(JobsFile.read(folder.resolve("amdahl.yaml"))
                        .jobs()
                        .get(0)
                        .source()
                        .orElseThrow()
                        .build())
                .containsExactly("make");
    }

    @Test
    void aChangeThatGitDoesNotHaveIsSaidAndNotOffered() throws Exception {
        script(COMPRESSING);
        Cli none = Cli.in(folder, "init", "--", "python3", "job.py");
        assertThat(none.out())
                .contains(
                        "is not the top of a git repository: compress by the lightest level of gzip (job.py:2). Run git init");

        Requires.program("git");
        script("print(1)\n");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "another program");
        script(COMPRESSING);
        Cli other = Cli.in(folder, "init", "--force", "--", "python3", "job.py");
        assertThat(other.out())
                .contains(
                        "not offered: compress by the lightest level of gzip, because it does not apply to what git has: ");
        assertThat(JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0).contributions())
                .isEmpty();
    }
}
