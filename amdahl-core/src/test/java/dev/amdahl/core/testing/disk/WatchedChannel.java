package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A file channel whose changes a disk sees. As thread-safe as a real one for reading; writes go one at a time. */
final class WatchedChannel extends FileChannel {
    private final FileChannel real;
    private final Path file;
    private final Disk disk;
    private final boolean isAppending;

    WatchedChannel(FileChannel real, Path file, Disk disk, boolean isAppending) {
        this.real = real;
        this.file = file;
        this.disk = disk;
        this.isAppending = isAppending;
    }

    @Override
    public synchronized int write(ByteBuffer source) throws IOException {
        long position = isAppending ? real.size() : real.position();
        byte[] bytes = bytes(source);
        try {
            disk.before(Disk.Operation.WRITE, file);
        } catch (HalfWritten e) {
            written(position, bytes, real.write(ByteBuffer.wrap(bytes, 0, bytes.length / 2)));
            throw e;
        }
        int count = real.write(source);
        written(position, bytes, count);
        return count;
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) throws IOException {
        byte[] bytes = bytes(source);
        try {
            disk.before(Disk.Operation.WRITE, file);
        } catch (HalfWritten e) {
            written(position, bytes, real.write(ByteBuffer.wrap(bytes, 0, bytes.length / 2), position));
            throw e;
        }
        int count = real.write(source, position);
        written(position, bytes, count);
        return count;
    }

    private static byte[] bytes(ByteBuffer source) {
        byte[] bytes = new byte[source.remaining()];
        source.duplicate().get(bytes);
        return bytes;
    }

    private void written(long position, byte[] bytes, int count) {
        disk.written(file, position, Arrays.copyOf(bytes, count));
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            while (sources[i].hasRemaining()) {
                count += write(sources[i]);
            }
        }
        return count;
    }

    @Override
    public synchronized FileChannel truncate(long size) throws IOException {
        disk.before(Disk.Operation.TRUNCATE, file);
        real.truncate(size);
        disk.truncated(file, size);
        return this;
    }

    @Override
    public synchronized void force(boolean metaData) throws IOException {
        disk.before(Disk.Operation.FORCE, file);
        disk.forced(file);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(count, 1 << 20));
        int read = source.read(bytes);
        return read <= 0 ? 0 : write(bytes.flip(), position);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        if (mode != MapMode.READ_ONLY) {
            throw new UnsupportedOperationException("a disk does not see what is written to memory");
        }
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean isShared) throws IOException {
        return real.lock(position, size, isShared);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean isShared) throws IOException {
        return real.tryLock(position, size, isShared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
