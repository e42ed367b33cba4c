package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.Deflater;

/** Serialises a model's state, writes it, forces it to disk and renames it into place; one thread at a time. */
final class Checkpoints {
    static final String FILE = "checkpoint.bin";

    private final Path folder;
    private final boolean inFloat;
    private final Lane lane;
    private final Digest digest = new Digest();
    private long bytesWritten;

    Checkpoints(Path folder, boolean inFloat, Lane lane) {
        this.folder = folder;
        this.inFloat = inFloat;
        this.lane = lane;
    }

    void save(int step, double[] state) {
        long begin = lane.begin();
        byte[] plain = serialise(step, state);
        byte[] packed = new byte[plain.length + 1024];
        int length = deflate(plain, packed);
        digest.add(packed, length);
        bytesWritten += length;
        lane.end(Category.CPU_OP, "serialise_state", begin);
        begin = lane.begin();
        try {
            write(ByteBuffer.wrap(packed, 0, length));
        } catch (IOException e) {
            throw new UncheckedIOException("checkpoint of step " + step + " could not be written to " + folder, e);
        }
        lane.end(Category.CPU_OP, "write_and_fsync", begin);
    }

    private byte[] serialise(int step, double[] state) {
        ByteBuffer bytes = ByteBuffer.allocate(8 + state.length * (inFloat ? Float.BYTES : Double.BYTES));
        bytes.putLong(step);
        for (double value : state) {
            if (inFloat) {
                bytes.putFloat((float) value);
            } else {
                bytes.putDouble(value);
            }
        }
        return bytes.array();
    }

    private static int deflate(byte[] plain, byte[] into) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(plain);
        deflater.finish();
        int length = deflater.deflate(into);
        boolean finished = deflater.finished();
        deflater.end();
        if (!finished) {
            throw new IllegalStateException("checkpoint grew while it was packed: " + plain.length + " bytes");
        }
        return length;
    }

    private void write(ByteBuffer bytes) throws IOException {
        Path temporary = folder.resolve(FILE + ".tmp");
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    String digest() {
        return digest.hex();
    }

    long bytesWritten() {
        return bytesWritten;
    }
}
