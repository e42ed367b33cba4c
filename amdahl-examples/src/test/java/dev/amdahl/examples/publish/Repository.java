package dev.amdahl.examples.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A repository with one commit of one file, work that is not committed, hooks that must not run, and a bare remote. */
public record Repository(Path folder) {
    /** A patch of its file. */
    public static final String DIFF =
            "--- a/src/Batch.java\n+++ b/src/Batch.java\n@@ -1,2 +1,2 @@\n-one(row);\n+all(rows);\n end();\n";

    /** Makes it below that folder. */
    public static Repository in(Path folder) throws IOException, InterruptedException {
        Repository made = new Repository(folder);
        Files.createDirectories(made.work().resolve("src"));
        git(folder, "init", "-q", "--bare", "remote.git");
        git(made.work(), "init", "-q", "-b", "main");
        Files.writeString(made.work().resolve("src/Batch.java"), "one(row);\nend();\n");
        git(made.work(), "add", ".");
        git(made.work(), "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "first");
        git(made.work(), "remote", "add", "origin", "../remote.git");
        git(made.work(), "push", "-q", "origin", "main");
        Files.writeString(made.work().resolve("src/Batch.java"), "half done\n");
        for (String hook : List.of("pre-commit", "pre-push", "post-checkout", "commit-msg")) {
            Path file = made.work().resolve(".git/hooks").resolve(hook);
            Files.writeString(file, "#!/bin/sh\ntouch '" + folder.resolve("hooked") + "'\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return made;
    }

    /** Returns the user's tree. */
    public Path work() {
        return folder.resolve("work");
    }

    Path remote() {
        return folder.resolve("remote.git");
    }

    SourceTree source(String... editable) {
        return new SourceTree(work(), "main", "0", List.of(), List.of(editable));
    }

    /** Nothing of the user's is other than it was. */
    public void isUntouched() throws IOException, InterruptedException {
        assertThat(git(work(), "status", "--porcelain")).isEqualTo("M src/Batch.java");
        assertThat(Files.readString(work().resolve("src/Batch.java"))).isEqualTo("half done\n");
        assertThat(git(work(), "branch", "--format=%(refname:short)")).isEqualTo("main");
        assertThat(git(work(), "worktree", "list").lines()).hasSize(1);
        assertThat(folder.resolve("hooked")).doesNotExist();
    }

    /** Returns what git prints, which must succeed. */
    public static String git(Path at, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Requires.program("git").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(at.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
        return said;
    }
}
