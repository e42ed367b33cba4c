package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real git repository with a program in it, made in a folder of a test. */
record Repository(Path folder) {
    static final String FASTER = """
            diff --git a/src/main.txt b/src/main.txt
            --- a/src/main.txt
            +++ b/src/main.txt
            @@ -1,2 +1,2 @@
             one
            -slow
            +fast
            """;

    static Repository in(Path folder) throws IOException {
        Requires.program("git");
        Repository repository = new Repository(Files.createDirectories(folder));
        repository.git("init", "-q", "-b", "main");
        repository.write("src/main.txt", "one\nslow\n");
        repository.write("build.sh", "#!/bin/sh\ncat src/main.txt > built.txt\necho did build\n");
        assertThat(folder.resolve("build.sh").toFile().setExecutable(true)).isTrue();
        return repository.commit();
    }

    Repository write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    Repository commit() {
        git("add", "-A");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "c");
        return this;
    }

    String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Program.Ended ended = Program.run(
                command,
                folder,
                Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString(), "GIT_CONFIG_NOSYSTEM", "1"),
                Duration.ofMinutes(1));
        assertThat(ended.exitCode()).as(ended.output()).isZero();
        return ended.output();
    }

    SourceTree source(String... build) {
        return new SourceTree(folder, "HEAD", "0", List.of(build), List.of("src/**"));
    }

    BuildRequest request(String... build) {
        return new Request(source(build), Optional.empty());
    }

    BuildRequest request(String diff, List<String> build) {
        return new Request(source(build.toArray(String[]::new)), Optional.of(patch(diff)));
    }

    BuildRequest unvouched(String diff, List<String> build) {
        BuildRequest vouched = request(diff, build);
        return new BuildRequest() {
            @Override
            public SourceTree source() {
                return vouched.source();
            }

            @Override
            public Optional<PatchChange> patch() {
                return vouched.patch();
            }

            @Override
            public boolean isVouchedFor() {
                return false;
            }
        };
    }

    static PatchChange patch(String diff) {
        return new PatchChange(diff, List.of("src/main.txt"));
    }

    private record Request(SourceTree source, Optional<PatchChange> patch) implements BuildRequest {}
}
