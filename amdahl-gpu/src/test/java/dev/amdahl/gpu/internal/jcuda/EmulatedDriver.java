package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Grid;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;

/**
 * A driver that runs CUDA C++ on the processor, in a process of its own: each buffer ends at a page that may not be touched, or begins at
 * one; new memory and shared memory are poisoned; blocks and threads run in drawn orders. Products are played.
 */
final class EmulatedDriver extends RecordingCudaApi {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ADDRESSES = 1L << 40;
    private static final long PAGE = 4096;
    private static final long ALIGNMENT = 16;
    private static final int MAX_THREADS = 1024;
    private static final int CACHE_BYTES = 1 << 18;
    private static final double MAX_PRODUCT = 1e9;
    private static final int MAX_SHARED = 227 << 10;
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    private static final long ALLOCATE = 0;
    private static final long FREE = 1;
    private static final long LOAD = 2;
    private static final long FUNCTION = 3;
    private static final long LAUNCH = 4;

    private final boolean endsAtGuard;
    private final Path file;
    private final FileChannel channel;
    private final Process process;
    private final DataInputStream answers;
    private int allowedShared = 48 << 10;
    private long next = PAGE;
    private long seed;

    /**
     * @param endsAtGuard whether buffers end at a page that may not be touched; else they begin at one
     * @param seed of the orders
     */
    EmulatedDriver(boolean endsAtGuard, long seed) throws IOException {
        this.endsAtGuard = endsAtGuard;
        this.seed = seed;
        freeBytes = 4L << 30;
        Path beside = Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        file = Files.createTempFile(beside, "amdahl-device", "");
        channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.write(ByteBuffer.wrap(new byte[1]), ADDRESSES - 1);
        process = new ProcessBuilder(EmulatedBuilds.driver().toString(), file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = new DataInputStream(process.getInputStream());
    }

    /** Asks the process; an end without an answer is the loss of the context. */
    private long ask(long operation, byte[] words) {
        try {
            ByteBuffer asked = ByteBuffer.allocate(16 + words.length).order(ByteOrder.LITTLE_ENDIAN);
            asked.putLong(operation).putLong(words.length / Long.BYTES).put(words);
            process.getOutputStream().write(asked.array());
            process.getOutputStream().flush();
            return Long.reverseBytes(answers.readLong());
        } catch (IOException ended) {
            return lose(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
        }
    }

    private static byte[] words(long... values) {
        ByteBuffer words = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            words.putLong(value);
        }
        return words.array();
    }

    /** A text behind some words, ended and filled up with zeros. */
    private static byte[] words(String text, long... before) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = before.length * Long.BYTES + (bytes.length / Long.BYTES + 1) * Long.BYTES;
        return ByteBuffer.allocate(length).put(words(before)).put(bytes).array();
    }

    /** Memory in the file. */
    private final class Placed extends SparseMemory {
        private final long page;
        private final long length;
        private final long at;

        Placed(long bytes) {
            super(bytes);
            page = next;
            length = (bytes + PAGE - 1) / PAGE * PAGE;
            next += length + PAGE;
            long end = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            at = endsAtGuard ? page + length - end : page;
            ask(ALLOCATE, words(page, length));
        }

        @Override
        byte[] read(long from, int count) {
            ByteBuffer read = ByteBuffer.allocate(count);
            try {
                while (read.hasRemaining()) {
                    channel.read(read, at + from + read.position());
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            return read.array();
        }

        @Override
        void write(long to, byte[] written) {
            ByteBuffer from = ByteBuffer.wrap(written);
            try {
                while (from.hasRemaining()) {
                    channel.write(from, at + to + from.position());
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        void discard() {
            ask(FREE, words(page, length));
        }
    }

    @Override
    SparseMemory memoryOf(long bytes) {
        return new Placed(bytes);
    }

    @Override
    public int deviceName(String[] name, int device) {
        name[0] = "Emulated device";
        return 0;
    }

    /** A cache so small that a few copies of a test's buffers are several times as large. */
    @Override
    public int deviceAttribute(int[] value, int attribute, int device) {
        int status = super.deviceAttribute(value, attribute, device);
        value[0] = attribute == CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE ? CACHE_BYTES : value[0];
        return status;
    }

    /** A product that takes long to play is left out. */
    @Override
    public int multiply(long blas, Gemm gemm) {
        return (double) gemm.rows() * gemm.columns() * gemm.depth() > MAX_PRODUCT ? 0 : super.multiply(blas, gemm);
    }

    /** The module's name is the library's number. */
    @Override
    public int loadModule(long[] module, byte[] image) {
        long library = ask(LOAD, words(new String(image, StandardCharsets.UTF_8)));
        return library < 0
                ? CUresult.CUDA_ERROR_INVALID_IMAGE
                : super.loadModule(module, Long.toString(library).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int function(long[] function, long module, String entry) {
        function[0] = ask(FUNCTION, words(EmulatedBuilds.CALL + entry, Long.parseLong(named(module))));
        return function[0] < 0 ? CUresult.CUDA_ERROR_NOT_FOUND : 0;
    }

    @Override
    public int allowShared(long function, int bytes) {
        if (bytes > MAX_SHARED) {
            return CUresult.CUDA_ERROR_INVALID_VALUE;
        }
        allowedShared = Math.max(allowedShared, bytes);
        return 0;
    }

    @Override
    int execute(long function, Grid grid, List<Object> values) {
        if (grid.threadsX() * grid.threadsY() * grid.threadsZ() > MAX_THREADS || grid.sharedBytes() > allowedShared) {
            return CUresult.CUDA_ERROR_INVALID_VALUE;
        }
        seed += SEED_STEP;
        List<Long> words = new ArrayList<>(List.of(function, seed >>> 1));
        for (int part : List.of(
                grid.blocksX(),
                grid.blocksY(),
                grid.threadsX(),
                grid.threadsY(),
                grid.sharedBytes(),
                grid.blocksZ(),
                grid.threadsZ())) {
            words.add((long) part);
        }
        for (Object value : values) {
            words.add(value instanceof Memory ? 1L : 0L);
            words.add(bits(value));
        }
        long status = ask(LAUNCH, words(words.stream().mapToLong(word -> word).toArray()));
        return status == 0 || status == CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
                ? (int) status
                : lose(CUresult.CUDA_ERROR_LAUNCH_FAILED);
    }

    private long bits(Object value) {
        if (value instanceof Memory pointer) {
            return ((Placed) memory(pointer.handle())).at + pointer.at();
        } else if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return ((Number) value).longValue();
    }

    @Override
    public int releasePrimaryContext(int device) {
        try {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
            channel.close();
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return super.releasePrimaryContext(device);
    }
}
