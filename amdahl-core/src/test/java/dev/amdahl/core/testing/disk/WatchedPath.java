package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A path of the real file system that says it belongs to the watched one. Immutable. */
final class WatchedPath implements Path {
    private final WatchedFileSystem system;
    private final Path real;

    WatchedPath(WatchedFileSystem system, Path real) {
        this.system = system;
        this.real = real;
    }

    static Path real(Path path) {
        return path instanceof WatchedPath watched ? watched.real : path;
    }

    private Path watched(Path path) {
        return new WatchedPath(system, path);
    }

    private @Nullable Path watchedOrNull(@Nullable Path path) {
        return path == null ? null : watched(path);
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
        return watchedOrNull(real.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
        return watchedOrNull(real.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
        return watchedOrNull(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return watched(real.getName(index));
    }

    @Override
    public Path subpath(int begin, int end) {
        return watched(real.subpath(begin, end));
    }

    @Override
    public boolean startsWith(Path other) {
        return real.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return real.endsWith(real(other));
    }

    @Override
    public Path normalize() {
        return watched(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return watched(real.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return watched(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return watched(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return watched(real.toRealPath(options));
    }

    @Override
    public WatchKey register(WatchService service, WatchEvent.Kind<?>[] kinds, WatchEvent.Modifier... modifiers)
            throws IOException {
        return real.register(service, kinds, modifiers);
    }

    @Override
    public int compareTo(Path other) {
        return real.compareTo(real(other));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WatchedPath path && real.equals(path.real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
