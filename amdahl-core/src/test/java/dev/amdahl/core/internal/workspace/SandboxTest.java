package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands in a real sandbox. */
final class SandboxTest {
    private static final SandboxLimits SMALL = new SandboxLimits(512L << 20, 64, 32L << 20, 64L << 20, 16L << 20);
    private static final String SECRET = "hunter2";

    @TempDir
    Path folder;

    private Path tree = Path.of("");
    private Path arm = Path.of("");

    @BeforeEach
    void makeFolders() throws IOException {
        Requires.program("bwrap");
        tree = Files.createDirectories(folder.resolve("tree"));
        arm = Files.createDirectories(folder.resolve("arm"));
        Files.createDirectories(arm.resolve("run"));
        Files.createDirectories(arm.resolve("output"));
        Files.writeString(tree.resolve("input.txt"), "12\n");
        Files.createDirectories(tree.resolve("results"));
        Files.writeString(tree.resolve("results/old.txt"), "old\n");
        Files.writeString(folder.resolve("outside.txt"), SECRET);
    }

    private Sandbox sandbox(SandboxLimits limits) {
        return Sandbox.probed(folder, SandboxPolicy.DEFAULT.with(limits));
    }

    private Ended start(List<String> command) {
        return Program.run(command, tree, environment(), Duration.ofSeconds(60));
    }

    private Map<String, String> environment() {
        return new HashMap<>(Map.of(
                "PATH",
                "/usr/bin:/bin",
                "TOKEN",
                SECRET,
                "WORKERS",
                "4",
                "AMDAHL_SEED",
                "7",
                "AMDAHL_RUN_DIR",
                arm.resolve("run").toString(),
                "AMDAHL_OUTPUT",
                arm.resolve("output").toString(),
                "AMDAHL_METRICS",
                arm.resolve("metrics.json").toString()));
    }

    private Ended run(String script) {
        return start(
                sandbox(SMALL).running(List.of("sh", "-c", script), List.of("WORKERS"), List.of("results/new.txt")));
    }

    @Test
    void aRunSeesItsTreeAndNothingElseOfTheMachine() {
        Ended ended = run("cat input.txt; echo workers=$WORKERS seed=$AMDAHL_SEED token=$TOKEN; pwd; "
                + "tr '\\0' ' ' </proc/1/environ; ls /proc | grep -c '^[0-9]'; ls -A /etc " + folder
                + " 2>&1; cat /proc/net/dev | wc -l; id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status; "
                + "unshare -U true 2>&1 || echo no namespaces");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .startsWith("12\nworkers=4 seed=7 token=\n/work\n")
                .contains("cannot access '" + folder)
                .contains("\n65534\n", "CapEff:\t0000000000000000", "NoNewPrivs:\t1", "no namespaces")
                .doesNotContain(SECRET, "passwd");
    }

    /** A Python that lies in it is shown, and nothing beside that. */
    @Test
    void ofAHomeNoFileIsSeen() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));
        try (Stream<Path> all = Files.list(home)) {
            List<String> files = all.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();

            assertThat(run("ls -A " + home + "; true").output().lines()).doesNotContainAnyElementsOf(files);
        }
    }

    @Test
    void aRunCannotChangeItsTreeAndBringsItsOutputBack() throws IOException {
        Ended ended = run("echo 13 >input.txt; rm results/old.txt; echo x >results/new.txt; echo y >new.txt; "
                + "ln -s /etc/passwd link; echo z >$AMDAHL_OUTPUT/z; echo '{\"work_units\": 3}' >$AMDAHL_METRICS; "
                + "echo 1 >/dev/new; echo 1 >/usr/new; echo 1 >/new; true");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output().split("Read-only file system|Device or resource busy", -1))
                .hasSize(6);
        assertThat(tree.resolve("input.txt")).hasContent("12");
        assertThat(tree.resolve("results")).isDirectoryContaining("glob:**old.txt");
        assertThat(tree.resolve("new.txt")).doesNotExist();
        assertThat(arm.resolve("run/results/new.txt")).hasContent("x");
        assertThat(arm.resolve("run/new.txt")).hasContent("y");
        assertThat(arm.resolve("output/z")).hasContent("z");
        assertThat(arm.resolve("metrics.json")).content().contains("work_units");
        assertThat(Files.exists(arm.resolve("run/link"), java.nio.file.LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void aLinkThatABuildLeftInTheTreeLeadsNowhere() throws IOException {
        Files.createSymbolicLink(tree.resolve("leak"), folder.resolve("outside.txt"));

        assertThat(run("cat leak").output()).contains("No such file").doesNotContain(SECRET);
    }

    @Test
    void compilersWorkInABuildThatSeesNoRepository() throws IOException {
        Requires.program("gcc");
        Files.writeString(tree.resolve("a.c"), "int main(void) { return 0; }\n");
        Files.writeString(
                tree.resolve("A.java"),
                "class A { public static void main(String[] a) { System.out.println(6 * 7); } }\n");
        Files.writeString(tree.resolve(".git"), "gitdir: " + folder);
        String script =
                "gcc -O1 -o a a.c && ./a && javac A.java && java -Xmx64m -cp . A && cat .git; echo $HOME; ls $HOME";

        Ended ended =
                start(sandbox(SMALL.withMemory(2L << 30)).building(List.of("sh", "-c", script), Duration.ofMinutes(1)));

        assertThat(ended.output()).startsWith("42\n").doesNotContain("gitdir").endsWith("/tmp\n");
        assertThat(tree.resolve("a")).isExecutable();
        assertThat(tree.resolve("A.class")).exists();
    }

    @Test
    void aDaemonEndsWithItsCommand() {
        String name = "sleep 6" + Long.toString(System.nanoTime() % 1_000_000);

        assertThat(run("setsid " + name + " >/dev/null 2>&1 & exit 0").exitCode())
                .isZero();

        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(name)))
                .isEmpty();
    }

    @Test
    void whatIsStoppedWithAllItsProcessesInUseIsToldByThem() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(sandbox(SMALL)
                .running(
                        List.of(
                                "sh",
                                "-c",
                                "mkfifo hold; (sh -c 'while :; do sleep 600 & done' 2>/dev/null); : >full; read line <hold"),
                        List.of(),
                        List.of()));
        command.replaceAll(word -> word.startsWith("group=") ? "group=none" : word);
        ProcessBuilder builder = new ProcessBuilder(command).directory(tree.toFile());
        builder.environment().putAll(environment());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        while (process.isAlive() && !Files.exists(arm.resolve("run/full"))) {
            LockSupport.parkNanos(1_000_000);
        }
        process.destroy();
        process.waitFor();

        assertThat(folder.resolve("said")).content().contains("out of processes, at most 64");
        assertThat(arm.resolve("limit")).hasContent("processes, at most 64");
    }

    @Test
    void whatCannotBeShownMeansNoSandbox() {
        SandboxPolicy policy = new SandboxPolicy(
                SandboxPolicy.Scope.UNVOUCHED, SMALL, List.of(folder.resolve("nothing here")), List.of());

        assertThatThrownBy(() -> Sandbox.probed(folder, policy))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("nothing here");
        assertThat(sandbox(SMALL).enforced()).contains("memory", "processes");
    }

    @Test
    void pythonIsTheOneOfWhoeverRunsTheLoop() throws IOException {
        Requires.program("python3");
        List<String> command = List.of("sh", "-c", "python3 -c 'import sys, json; print(sys.prefix)'");
        String own = Program.run(command, tree, Map.of("PATH", System.getenv("PATH")), Duration.ofSeconds(60))
                .output();
        Sandbox sandbox = sandbox(SMALL);

        assertThat(own).startsWith("/");
        assertThat(start(sandbox.running(command, List.of(), List.of())).output())
                .isEqualTo(own);
        assertThat(start(sandbox.building(command, Duration.ofMinutes(1))).output())
                .isEqualTo(own);
    }

    @Test
    void dataIsShownToRunsAndToNoBuild() throws IOException {
        Path data = Files.writeString(folder.resolve("numbers"), "1 2 3");
        Path tools = Files.writeString(folder.resolve("tools"), "a compiler");
        Sandbox sandbox = Sandbox.probed(
                folder, new SandboxPolicy(SandboxPolicy.Scope.UNVOUCHED, SMALL, List.of(tools), List.of(data)));
        List<String> command = List.of("sh", "-c", "cat " + tools + "; cat " + data);

        assertThat(start(sandbox.running(command, List.of(), List.of())).output())
                .isEqualTo("a compiler1 2 3");
        assertThat(start(sandbox.building(command, Duration.ofMinutes(1))).output())
                .startsWith("a compiler")
                .contains("numbers: No such file");
    }

    @Test
    void anUnprivilegedUserIsHeldAsWell() throws IOException {
        Requires.program("setpriv");
        Sandbox sandbox = sandbox(SMALL);
        List<String> command = new ArrayList<>();
        if (sandbox.enforced().contains("as nobody")) {
            command.addAll(List.of("setpriv", "--reuid=1234", "--regid=1234", "--clear-groups", "--"));
        }
        command.addAll(
                sandbox.running(List.of("sh", "-c", "id -u; echo 1 >input.txt; echo a >a.txt"), List.of(), List.of()));
        command.replaceAll(word -> word.startsWith("group=") ? "group=none" : word);
        for (Path opened : List.of(
                folder,
                folder.resolve("sandbox.sh"),
                folder.resolve("sandbox.bpf"),
                tree,
                arm,
                arm.resolve("run"),
                arm.resolve("output"))) {
            Files.setPosixFilePermissions(opened, java.nio.file.attribute.PosixFilePermissions.fromString("rwxrwxrwx"));
        }

        Ended ended = start(command);

        assertThat(ended.output()).startsWith("65534\n").contains("Read-only file system");
        assertThat(arm.resolve("run/a.txt")).hasContent("a");
        assertThat(tree.resolve("input.txt")).hasContent("12");
    }

    @Test
    void whatARunLeavesGivesNobodyItsRightsAndCanBeReadByItsOwner() throws IOException {
        Ended ended = run(
                "cp /bin/sh shell; chmod 6755 shell; mkdir -p deep/er; echo 1 >deep/er/file; chmod 000 deep/er deep; "
                        + "cp /bin/sh $AMDAHL_OUTPUT/shell; chmod u+s $AMDAHL_OUTPUT/shell; cp /bin/sh /box/shell; chmod u+s /box/shell");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        for (String file : List.of("run/shell", "output/shell", "box/shell")) {
            assertThat((int) Files.getAttribute(arm.resolve(file), "unix:mode") & 06000)
                    .as(file)
                    .isZero();
        }
        assertThat(Files.getPosixFilePermissions(arm.resolve("run/deep"))).hasSize(3);
        assertThat(Files.getPosixFilePermissions(arm.resolve("run/deep/er"))).hasSize(3);
    }

    @Test
    void whatABuildLeavesGivesNobodyItsRightsAndCanBeReadByItsOwner() throws IOException {
        String script = "cp /bin/sh shell; chmod 6755 shell; mkdir closed; echo 1 >closed/file; chmod 000 closed";

        Ended ended = start(sandbox(SMALL).building(List.of("sh", "-c", script), Duration.ofMinutes(1)));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat((int) Files.getAttribute(tree.resolve("shell"), "unix:mode") & 06000)
                .isZero();
        assertThat(Files.getPosixFilePermissions(tree.resolve("closed"))).hasSize(3);
    }

    @Test
    void fiveThousandEntriesThatABuildLeftAreAllThereAndReadOnly() throws IOException {
        for (int i = 0; i < 5000; i++) {
            Files.writeString(tree.resolve("object " + i), i + "\n");
        }
        Files.writeString(tree.resolve(".git"), "gitdir: " + folder);

        Ended ended = run("cat object* | sort -n | uniq | wc -l; cat input.txt; echo 1 >results/new.txt; "
                + "for i in 7 4999; do echo x >\"object $i\"; done 2>/dev/null; cat /tree/.git .git; echo end");

        assertThat(ended.output()).startsWith("5000\n12\n").endsWith("end\n").doesNotContain("gitdir", "maximum");
        assertThat(tree.resolve("object 7")).hasContent("7");
        assertThat(tree.resolve("object 4999")).hasContent("4999");
        assertThat(arm.resolve("run/results/new.txt")).hasContent("1");
    }

    @Test
    void keyringsOfTheSessionAreOutOfReach() throws IOException {
        Requires.program("gcc");
        Files.writeString(tree.resolve("a.c"), """
                #include <errno.h>
                #include <stdio.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                int main(void) {
                    long calls[] = {SYS_add_key, SYS_request_key, SYS_keyctl, SYS_userfaultfd, 425, 426, 427};
                    for (int i = 0; i < 7; i++) {
                        errno = 0;
                        long got = syscall(calls[i], "user", "answer", "42", 2, -3);
                        printf("%d ", got == -1 && errno == EPERM);
                    }
                    printf("%d\\n", getpid() > 0);
                }
                """);

        Ended ended = start(sandbox(SMALL.withMemory(1L << 30))
                .building(List.of("sh", "-c", "gcc -o a a.c && ./a"), Duration.ofMinutes(1)));

        assertThat(ended.output()).endsWith("1 1 1 1 1 1 1 1\n");
    }
}
