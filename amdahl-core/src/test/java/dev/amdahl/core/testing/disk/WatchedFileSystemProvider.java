package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The real file system with every change shown to a {@link Disk}. The JVM makes it the default if the system property {@code
 * java.nio.file.spi.DefaultFileSystemProvider} names it; {@code amdahl.disk}, as {@link FailingDisk#of} reads it, then says
 * which disk it begins with. Thread-safe.
 */
public final class WatchedFileSystemProvider extends FileSystemProvider {
    private static volatile @Nullable Disk chosen;

    private final FileSystemProvider real;
    private final WatchedFileSystem system;

    /** Called by the JVM, with the real one. */
    public WatchedFileSystemProvider(FileSystemProvider real) {
        this.real = real;
        this.system = new WatchedFileSystem(this, real.getFileSystem(URI.create("file:///")));
    }

    /** From now on, changes are shown to that disk. */
    public static void use(Disk disk) {
        chosen = disk;
    }

    static Disk disk() {
        Disk disk = chosen;
        if (disk == null) {
            @Nullable String told = System.getProperty("amdahl.disk");
            disk = told == null ? Disk.SOUND : FailingDisk.of(told);
            chosen = disk;
        }
        return disk;
    }

    private static Path real(Path path) {
        return WatchedPath.real(path);
    }

    @Override
    public String getScheme() {
        return real.getScheme();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) throws IOException {
        return real.newFileSystem(uri, settings);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        return new WatchedPath(system, real.getPath(uri));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return isWriting(options)
                ? newFileChannel(path, options, attributes)
                : real.newByteChannel(real(path), options, attributes);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path file = real(path).toAbsolutePath();
        Disk disk = disk();
        if (!isWriting(options)) {
            return new WatchedChannel(real.newFileChannel(file, options, attributes), file, disk, false);
        }
        disk.before(Disk.Operation.OPEN, file);
        FileChannel channel = real.newFileChannel(file, options, attributes);
        disk.opened(file);
        if (options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
            disk.truncated(file, 0);
        }
        return new WatchedChannel(channel, file, disk, options.contains(StandardOpenOption.APPEND));
    }

    private static boolean isWriting(Set<? extends OpenOption> options) {
        return options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> found =
                real.newDirectoryStream(real(folder), path -> filter.accept(new WatchedPath(system, path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> paths = found.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return paths.hasNext();
                    }

                    @Override
                    public Path next() {
                        return new WatchedPath(system, paths.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                found.close();
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        disk().before(Disk.Operation.OPEN, real(folder).toAbsolutePath());
        real.createDirectory(real(folder), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        Path file = real(path).toAbsolutePath();
        Disk disk = disk();
        disk.before(Disk.Operation.DELETE, file);
        real.delete(file);
        disk.deleted(file);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        disk().before(Disk.Operation.WRITE, real(target).toAbsolutePath());
        real.copy(real(source), real(target), options);
        disk().opened(real(target).toAbsolutePath());
        disk().written(real(target).toAbsolutePath(), 0, Files.readAllBytes(real(target)));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        Path from = real(source).toAbsolutePath();
        Path to = real(target).toAbsolutePath();
        Disk disk = disk();
        disk.before(Disk.Operation.RENAME, to);
        real.move(from, to, options);
        disk.renamed(from, to);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(real(one), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        real.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes) throws IOException {
        real.createSymbolicLink(real(link), real(target), attributes);
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
        return new WatchedPath(system, real.readSymbolicLink(real(link)));
    }
}
