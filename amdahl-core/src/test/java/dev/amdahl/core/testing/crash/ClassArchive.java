package dev.amdahl.core.testing.crash;

import com.google.common.base.Splitter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The class path of children, packed, with an archive of the classes that a loop loads: a child then starts in half the time. */
final class ClassArchive {
    private ClassArchive() {}

    /** The options of a child that loads from there; without an archive where this machine makes none. */
    static List<String> options(Path folder, String classPath) {
        try {
            Files.createDirectories(folder);
            String packed = packed(folder, classPath);
            Path archive = folder.resolve("classes.jsa");
            CrashWorld world = new CrashWorld(Files.createDirectories(folder.resolve("trained")), CrashJobs.FILES);
            Repository.create(world.folder().resolve("repository"));
            new Children(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", packed)).run(world, "");
            return Files.exists(archive)
                    ? List.of("-XX:SharedArchiveFile=" + archive, "-cp", packed)
                    : List.of("-cp", classPath);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM archives what it loads from files, not from folders. */
    private static String packed(Path folder, String classPath) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : Splitter.on(File.pathSeparatorChar).split(classPath)) {
            Path place = Path.of(entry);
            if (Files.isDirectory(place)) {
                Path jar = folder.resolve(entries.size() + ".jar");
                pack(place, jar);
                entries.add(jar.toString());
            } else if (Files.exists(place)) {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (Stream<Path> tree = Files.walk(classes);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : tree.filter(Files::isRegularFile).collect(Collectors.toList())) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
