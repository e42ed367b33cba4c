package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The source tree of the one job that is built: a git repository of its own, and the patch that is offered for it. */
final class EmbedBatchRepository {
    static final String NAME = "embed-batch";
    static final String MAIN_CLASS = "EmbedBatch";
    static final String SOURCE = "src/EmbedBatch.java";
    static final String PATCH = "ideas/loop-order.patch";

    private static final List<String> GIT = List.of(
            "git",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.autocrlf=false",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "user.name=Quickstart",
            "-c",
            "user.email=quickstart@amdahl.invalid");
    private static final String DATE = "2024-01-01T00:00:00Z";

    private EmbedBatchRepository() {}

    /** Lays out and builds the tree; a repository that is there already is kept, so that its revision stays. */
    static void layOut(Path root, JavaTools tools) throws IOException {
        Path repository = Files.createDirectories(root.resolve(NAME));
        copy("ideas/loop-order.patch", root.resolve(PATCH));
        if (!Files.isDirectory(repository.resolve(".git/refs/heads")) || !hasCommit(repository)) {
            copy(NAME + "/" + SOURCE, repository.resolve(SOURCE));
            copy(NAME + "/gitignore", repository.resolve(".gitignore"));
            git(repository, "init", "--quiet", "--initial-branch=main");
            git(repository, "add", "--all");
            git(repository, "commit", "--quiet", "--message=Embed batches of rows");
        }
        Files.createDirectories(repository.resolve("build/classes"));
        run(repository, tools.compile(SOURCE));
    }

    private static boolean hasCommit(Path repository) {
        return Files.exists(repository.resolve(".git/refs/heads/main"))
                || Files.exists(repository.resolve(".git/packed-refs"));
    }

    /** Copies a file of the quickstart to where it is used. */
    static void copy(String resource, Path to) throws IOException {
        String name = "/quickstart/" + resource;
        try (InputStream in = EmbedBatchRepository.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " is missing from the class path");
            }
            Files.createDirectories(to.toAbsolutePath().getParent());
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void git(Path repository, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(GIT);
        command.addAll(List.of(arguments));
        run(repository, command);
    }

    private static void run(Path folder, List<String> command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("GIT_"));
        environment.putAll(Map.of(
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "GIT_CONFIG_GLOBAL",
                "/dev/null",
                "GIT_AUTHOR_DATE",
                DATE,
                "GIT_COMMITTER_DATE",
                DATE));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("command failed in " + folder + ": " + String.join(" ", command) + ": " + said);
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.get(0), e);
        }
    }
}
