package dev.amdahl.core.internal.workspace;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a command names that a sandbox does not show by itself: scripts and other files by its words, and its program as this process finds
 * it, with the installation that the program is part of.
 *
 * @param command the same with its program named by its place, where a sandbox would take another
 * @param files plain files and folders, absolute
 */
record NamedFiles(List<String> command, List<Path> files) {
    private static final List<Path> SHOWN = List.of(Path.of("/usr"), Path.of("/bin"), Path.of("/sbin"));

    static NamedFiles of(List<String> command) {
        Set<Path> files = new LinkedHashSet<>();
        List<String> words = new ArrayList<>(command);
        Optional<Path> program = program(command.get(0)).filter(NamedFiles::isHidden);
        program.ifPresent(found -> {
            words.set(0, found.toString());
            files.addAll(installations(found));
        });
        command.stream()
                .skip(1)
                .flatMap(word -> path(word).stream())
                .filter(file -> Files.isRegularFile(file) && isHidden(file))
                .forEach(files::add);
        return new NamedFiles(List.copyOf(words), List.copyOf(files));
    }

    /**
     * Returns the Python that this process would start by that name, where a sandbox would start another: a venv's, conda's, pyenv's. Its words are
     * its place alone.
     */
    static Optional<NamedFiles> python(String name) {
        return program(name)
                .filter(NamedFiles::isHidden)
                .map(found -> new NamedFiles(List.of(found.toString()), installations(found)))
                .filter(python -> python.files().stream().anyMatch(Files::isDirectory));
    }

    private static List<Path> installations(Path program) {
        return Stream.concat(Stream.of(program), real(program).stream())
                .map(NamedFiles::installation)
                .filter(NamedFiles::isHidden)
                .distinct()
                .toList();
    }

    private static Optional<Path> program(String name) {
        Stream<String> places = name.contains("/")
                ? Stream.of(name)
                : Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> folder + "/" + name);
        return places.flatMap(place -> path(place).stream())
                .filter(NamedFiles::isProgram)
                .findFirst()
                .map(NamedFiles::behindShim);
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** A shim of pyenv looks for the program that its version file names, and would find nothing in a sandbox. */
    private static Path behindShim(Path program) {
        Path root = program.resolveSibling("..").normalize();
        try {
            if (program.startsWith(root.resolve("shims")) && Files.isRegularFile(root.resolve("version"))) {
                String version = Files.readString(root.resolve("version"))
                        .lines()
                        .findFirst()
                        .orElse("")
                        .strip();
                Path meant =
                        root.resolve("versions").resolve(version).resolve("bin").resolve(program.getFileName());
                return isProgram(meant) ? meant : program;
            }
        } catch (IOException | InvalidPathException unknown) {
            return program;
        }
        return program;
    }

    private static Optional<Path> path(String word) {
        try {
            return word.indexOf('\n') >= 0
                    ? Optional.empty()
                    : Optional.of(Path.of(word).toAbsolutePath().normalize());
        } catch (InvalidPathException no) {
            return Optional.empty();
        }
    }

    private static Optional<Path> real(Path program) {
        try {
            return Optional.of(program.toRealPath());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Returns the folder of a Python with its libraries; of any other program itself: beside it may lie anything. */
    private static Path installation(Path program) {
        Path folder = program.resolveSibling("..").normalize();
        boolean isEnvironment =
                Files.exists(folder.resolve("pyvenv.cfg")) || Files.isDirectory(folder.resolve("conda-meta"));
        return isEnvironment || (isPython(program) && hasLibraries(folder.resolve("lib"))) ? folder : program;
    }

    private static boolean isPython(Path program) {
        return !Files.isSymbolicLink(program)
                && program.getFileName().toString().startsWith("python");
    }

    private static boolean hasLibraries(Path folder) {
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(folder, "python[0-9]*")) {
            return libraries.iterator().hasNext();
        } catch (IOException none) {
            return false;
        }
    }

    private static boolean isHidden(Path file) {
        return SHOWN.stream().noneMatch(file::startsWith);
    }
}
