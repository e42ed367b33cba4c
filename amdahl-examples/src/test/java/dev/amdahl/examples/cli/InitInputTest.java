package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code init} reads beside a command, and what it says of jobs that it cannot do much with. */
final class InitInputTest {
    private static final String JOB = """
            import argparse
            p = argparse.ArgumentParser()
            p.add_argument("--config", default="config.yaml")
            p.add_argument("--log-every", type=int, default=1)
            p.parse_args()
            print("processed 100 records")
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needs() {
        Requires.program("python3");
        Requires.program("setsid");
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor())
                .isZero();
    }

    private Cli init(String... words) throws Exception {
        String[] all = new String[words.length + 1];
        all[0] = "init";
        System.arraycopy(words, 0, all, 1, words.length);
        return Cli.in(folder, all);
    }

    @Test
    void aValueOfAConfigurationIsAPatchThatGitTakes() throws Exception {
        Requires.program("git");
        file("job.py", JOB);
        file("config.yaml", "_base_: base.yaml\nloader: &l\n  prefetch: 2\ndata: {num_workers: 3}  # few\n");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "as it stands");
        Cli cli = init("--", "python3", "job.py");

        assertThat(cli.out())
                .contains(
                        "set data.num_workers to 1, now 3",
                        "config.yaml:4",
                        "config.yaml: includes another file (_base_), which is not read",
                        "config.yaml: values under an anchor (&) apply in several places");
        git("apply", "--check", "amdahl.changes/data-num-workers-1.patch");
        JobSpec job = JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0);
        assertThat(job.contributions())
                .allSatisfy(offered -> assertThat(offered.idea()).contains("input-more-workers"))
                .isNotEmpty();
        assertThat(job.source().orElseThrow().editable()).containsExactly("config.yaml");
    }

    @Test
    void aProgramThatCMakeBuiltIsBuiltSoAgain() throws Exception {
        Requires.program("git");
        Files.createDirectories(folder.resolve("build"));
        Files.copy(Path.of("/bin/true"), folder.resolve("build/prog"), StandardCopyOption.COPY_ATTRIBUTES);
        file("build/CMakeCache.txt", "CMAKE_BUILD_TYPE:STRING=Debug\n");
        file("CMakeLists.txt", "project(prog C)\nadd_executable(prog p.c)\n");
        file(".gitignore", "build\n");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-qm", "as it stands");
        JsonNode answer = init("--dry", "--json", "--", "build/prog").json("init");

        assertThat(answer.get("changes").findValuesAsText("name"))
                .containsExactly("cc-optimize", "cc-native", "cc-fast-math", "cc-lto");
        git("apply", "--check", "amdahl.changes/cc-optimize.patch");
        JobSpec job = JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0);
        assertThat(job.source().orElseThrow().build())
                .containsExactly("sh", "-c", "cmake -S . -B ./build -DCMAKE_BUILD_TYPE=Debug && cmake --build ./build");
    }

    @Test
    void aConfigurationOfHydraIsWordsOfTheCommand() throws Exception {
        file("job.py", """
                import hydra
                @hydra.main(version_base=None, config_path="conf", config_name="main")
                def run(cfg):
                    print(cfg)
                """);
        Files.createDirectories(folder.resolve("conf/data"));
        file("conf/main.yaml", "defaults: [{data: small}]\nlog_every: 5\n");
        file("conf/data/small.yaml", "num_workers: 3\n");
        JsonNode answer = init("--dry", "--json", "--", "python3", "job.py", "log_every=2")
                .json("init");

        assertThat(answer.get("command").toString())
                .isEqualTo("[\"python3\",\"job.py\",\"log_every=2\",\"data.num_workers=3\"]");
        assertThat(answer.get("levers").get(0).get("found").asText()).isEqualTo("conf/data/small.yaml:1 (hydra)");
        assertThat(JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0).levers())
                .anyMatch(lever -> lever.name().equals("data.num-workers"));
    }

    @Test
    void aPodWhoseProgramIsNotHereIsReadAndNotRun() throws Exception {
        file("pod.yaml", """
                kind: Pod
                metadata: {name: far}
                spec:
                  containers:
                    - command: [python3, /app/far.py, --num-workers=7]
                      resources: {limits: {nvidia.com/gpu: 4}}
                """);
        Cli cli = init("pod.yaml");

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("not run, because the program of pod.yaml is not in this folder", "command:3 (word)");
        JobSpec job = JobsFile.read(folder.resolve("amdahl.yaml")).jobs().get(0);
        assertThat(job.accelerators()).isEqualTo(new Accelerators("gpu", 4));
        assertThat(job.directory()).isEmpty();
    }

    @Test
    void theJobsOfAFleetAreReadAsTheyWereSubmitted() throws Exception {
        file("job.py", JOB);
        file("job.sbatch", "#!/bin/bash\n#SBATCH -c 2\npython3 job.py --log-every 2\n");
        String rows = """
                family,submitted,started,ended,accelerators,utilisation,submit_line,work_dir
                eval,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T09:00:00Z,2,0.1,sbatch old.sbatch,FOLDER
                eval,2026-01-02T00:00:00Z,2026-01-02T00:00:00Z,2026-01-02T09:00:00Z,2,0.1,sbatch -p gpu job.sbatch,FOLDER
                gone,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T05:00:00Z,2,0.1,sbatch gone.sbatch,FOLDER
                away,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T04:00:00Z,2,0.1,sbatch x.sbatch,/no/such/folder
                mute,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T03:00:00Z,2,0.1,,
                least,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2,0.1,python3 job.py,FOLDER
                """;
        file("fleet.csv", rows.replace("FOLDER", folder.toString()));
        JsonNode answer = init("--fleet", "fleet.csv", "--top", "4", "--json").json("init");

        assertThat(answer.get("missing").toString())
                .contains(
                        "gone: run line 4: was submitted by 'sbatch gone.sbatch', whose script is no longer here",
                        "away: run line 5: ran in /no/such/folder, which is not here",
                        "mute: run line 6: has no command in its record");
        List<JobSpec> jobs = JobsFile.read(folder.resolve("amdahl.yaml")).jobs();
        assertThat(jobs).singleElement().satisfies(job -> {
            assertThat(job.family()).isEqualTo("eval");
            assertThat(job.command()).containsExactly("python3", "job.py", "--log-every=2");
            assertThat(job.accelerators().count()).isEqualTo(2);
        });
        assertThat(init("--force", "--fleet", "fleet.csv", "--family", "least").out())
                .contains("least, from the command line", "log-every");
        assertThat(init("--force", "--fleet", "fleet.csv", "--family", "none").err())
                .contains("--fleet: has no such family");
        assertThat(init("--force", "--fleet", "fleet.csv", "--", "x").err())
                .contains("--fleet and a command are given; give one of them");
    }

    @Test
    void aJobThatAsksForASecretIsSaid() throws Exception {
        file("job.py", "token = input('token: ')\n");
        assertThat(init("--", "python3", "job.py").err())
                .contains("ended with exit code 1: EOFError")
                .contains("run it by hand until it succeeds");
    }

    @Test
    void aJobThatWritesIntoItsOwnSourceOrFetchesAnewIsSaid() throws Exception {
        file("settings.py", "RUNS = 0\n");
        file("job.py", """
                import os, pathlib
                text = pathlib.Path("settings.py").read_text()
                pathlib.Path("settings.py").write_text(text + "RUNS += 1\\n")
                if not os.path.exists("cache/model.bin"):
                    os.makedirs("cache", exist_ok=True)
                    pathlib.Path("cache/model.bin").write_text("fetched")
                print("done")
                """);
        assertThat(init("--", "python3", "job.py").out())
                .contains(
                        "settings.py existed before and was overwritten",
                        "what the runs wrote (cache/model.bin) was moved to");
    }

    @Test
    void anOptionOfTwoParsersIsLeftOut() throws Exception {
        file("job.py", """
                import argparse
                a = argparse.ArgumentParser()
                a.add_argument("--log-every", type=int, default=1)
                b = argparse.ArgumentParser()
                b.add_argument("--log-every", type=int, default=7)
                a.parse_args()
                """);
        assertThat(init("--dry", "--", "python3", "job.py").out())
                .contains(
                        "--log-every is declared with different defaults in job.py:3 (argparse) and job.py:5 (argparse)");
    }

    @Test
    void anOptionThatIsGivenTwiceCountsAsItsLast() throws Exception {
        file("job.py", JOB);
        JsonNode answer = init("--dry", "--json", "--", "python3", "job.py", "--log-every", "9", "--log-every=4")
                .json("init");
        assertThat(answer.get("command").toString())
                .isEqualTo("[\"python3\",\"job.py\",\"--log-every\",\"9\",\"--log-every=4\"]");
        assertThat(answer.get("levers").get(0).get("current").asText()).isEqualTo("--log-every=4");
    }

    @Test
    void wordsOfTheVirtualMachineAreLevers() throws Exception {
        file("Job.java", "class Job { public static void main(String[] a) { System.out.println(1); } }\n");
        JsonNode answer = init("--dry", "--json", "--", "java", "-XX:+UseG1GC", "-Xmx64m", "Job.java")
                .json("init");
        assertThat(answer.get("levers").findValuesAsText("current")).startsWith("-XX:+UseG1GC", "-Xmx64m");
        assertThat(answer.get("levers").toString()).doesNotContain("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");
        assertThat(answer.get("levers").get(1).get("values").toString()).isEqualTo("[\"-Xmx128m\",\"-Xmx256m\"]");
        JsonNode plain =
                init("--force", "--dry", "--json", "--", "java", "Job.java").json("init");
        assertThat(plain.get("levers").findValuesAsText("name")).contains("java-tool-options", "jdk-java-options");
    }

    @Test
    void binariesAndManifestsOfNothingAreRefused() throws Exception {
        Files.write(folder.resolve("data.bin"), new byte[] {1, 0, 2});
        file("service.yaml", "kind: Service\n");
        assertThat(init("data.bin").err()).contains("data.bin: is neither a script nor a program that may be run");
        assertThat(init("service.yaml").err())
                .contains("service.yaml: has no Kubernetes object that starts pods and can be read here");
        assertThat(init("--", "jupyter", "run", "a.ipynb").err()).contains("a.ipynb: is a notebook");
    }
}
