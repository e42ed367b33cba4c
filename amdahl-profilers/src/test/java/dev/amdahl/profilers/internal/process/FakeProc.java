package dev.amdahl.profilers.internal.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder that looks like {@code /proc}, of processes with one thread each. Not thread-safe. */
final class FakeProc {
    final Path root;

    FakeProc(Path root) {
        this.root = root;
    }

    /** Ticks of user time, of user time of reaped children, and voluntary switches; the rest is fixed. */
    FakeProc process(long pid, long parent, long started, long user, long childUser, long switches, String children) {
        write(pid + "/stat", stat(pid, parent, started, user, childUser));
        write(pid + "/io", "rchar: 9\nread_bytes: 4096\nwrite_bytes: " + user + "\n");
        write(pid + "/task/" + pid + "/stat", stat(pid, parent, started, user, childUser));
        write(
                pid + "/task/" + pid + "/status",
                "Name:\tx\nvoluntary_ctxt_switches:\t" + switches + "\nnonvoluntary_ctxt_switches:\t1\n");
        write(pid + "/task/" + pid + "/children", children);
        return this;
    }

    void remove(long pid) throws IOException {
        Files.walkFileTree(root.resolve(Long.toString(pid)), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    void write(String file, String text) {
        Path path = root.resolve(file);
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stat(long pid, long parent, long started, long user, long childUser) {
        return pid + " (a ) S 1 (b) S " + parent + " 1 1 0 -1 0 0 0 2 3 " + user + " 50 " + childUser + " 0 20 0 1 0 "
                + started + " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 7 0 0 0 0 0 0 0 0 0 0\n";
    }
}
