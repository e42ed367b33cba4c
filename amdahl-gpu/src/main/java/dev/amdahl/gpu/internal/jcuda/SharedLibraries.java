package dev.amdahl.gpu.internal.jcuda;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds CUDA's shared libraries: the folders of the setting, of the environment, of Python's wheels, of toolkits, of the system, and
 * at last the loader's cache. Immutable.
 */
final class SharedLibraries {
    private static final List<String> PYTHONS = List.of("lib/python3*/site-packages", "lib/python3*/dist-packages");

    private final List<Path> folders;
    private final List<Path> cached;

    private SharedLibraries(List<Path> folders, List<Path> cached) {
        this.folders = folders;
        this.cached = cached;
    }

    /**
     * Returns those of this machine.
     *
     * @param setting folders to look into first, parted as in a class path; empty text for none
     */
    static SharedLibraries ofMachine(String setting, Map<String, String> environment) {
        Set<Path> folders = new LinkedHashSet<>(paths(setting));
        folders.addAll(paths(environment.getOrDefault("LD_LIBRARY_PATH", "")));
        for (String home : List.of("CUDA_HOME", "CUDA_PATH")) {
            paths(environment.getOrDefault(home, "")).forEach(toolkit -> folders.add(toolkit.resolve("lib64")));
        }
        folders.addAll(wheels(environment));
        folders.addAll(below(Path.of("/usr/local"), "cuda*/lib64"));
        folders.addAll(below(Path.of("/usr/local"), "cuda*/targets/x86_64-linux/lib"));
        folders.add(Path.of("/usr/local/nvidia/lib64"));
        folders.add(Path.of("/usr/lib/x86_64-linux-gnu"));
        folders.add(Path.of("/usr/lib64"));
        return new SharedLibraries(List.copyOf(folders), loaderCache(Path.of("/etc/ld.so.cache")));
    }

    /** Returns the first file of that name. */
    Optional<Path> find(String name) {
        return Stream.concat(
                        folders.stream().map(folder -> folder.resolve(name)),
                        cached.stream().filter(file -> file.endsWith(name)))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Returns the first file whose name matches a glob, in the folder of another file. */
    static Optional<Path> beside(Path file, String glob) {
        return Optional.ofNullable(file.toAbsolutePath().getParent())
                .flatMap(folder -> matching(folder, glob).stream().findFirst());
    }

    private static List<Path> wheels(Map<String, String> environment) {
        List<Path> pythons = new ArrayList<>();
        for (String prefix : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            pythons.addAll(paths(environment.getOrDefault(prefix, "")));
        }
        paths(environment.getOrDefault("PATH", "")).stream()
                .filter(folder -> Files.isExecutable(folder.resolve("python3")))
                .map(Path::getParent)
                .filter(Objects::nonNull)
                .forEach(pythons::add);
        paths(environment.getOrDefault("HOME", "")).forEach(home -> pythons.add(home.resolve(".local")));
        pythons.addAll(List.of(Path.of("/usr/local"), Path.of("/usr"), Path.of("/opt/conda")));
        List<Path> wheels = new ArrayList<>();
        for (Path prefix : pythons) {
            for (String packages : PYTHONS) {
                wheels.addAll(below(prefix, packages + "/nvidia/*/lib"));
            }
        }
        return wheels;
    }

    /** Paths below a folder, by a glob for each level; the latest version first. */
    private static List<Path> below(Path folder, String globs) {
        List<Path> found = List.of(folder);
        for (String glob : globs.split("/", -1)) {
            found = found.stream().flatMap(one -> matching(one, glob).stream()).toList();
        }
        return found;
    }

    private static List<Path> matching(Path folder, String glob) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            return StreamSupport.stream(entries.spliterator(), false)
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns the paths within the loader's cache, which holds them as zero-terminated text. */
    private static List<Path> loaderCache(Path file) {
        if (!Files.isReadable(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return Arrays.stream(text.split("\0", -1))
                    .filter(path -> path.startsWith("/") && path.contains(".so") && path.contains("/lib"))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<Path> paths(String text) {
        return Arrays.stream(text.split(File.pathSeparator, -1))
                .filter(path -> !path.isBlank())
                .map(Path::of)
                .toList();
    }
}
