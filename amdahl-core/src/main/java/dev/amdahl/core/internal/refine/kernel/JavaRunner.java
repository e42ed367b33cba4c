package dev.amdahl.core.internal.refine.kernel;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The main class of the process that a kernel in Java runs in: calls it on arrays that it copies from a shared file, as the other end of
 * a pipe says. Neither the clock nor what is expected is here. Knows nothing but the JDK.
 */
final class JavaRunner {
    private static final int LOAD = 0;
    private static final int RUN = 1;
    private static final int STORE = 2;
    private static final int TOUCH = 3;

    private final FloatBuffer arena;
    private final Method kernel;
    private float[] a = {};
    private float[] b = {};
    private float[] out = {};

    private JavaRunner(FloatBuffer arena, Method kernel) {
        this.arena = arena;
        this.kernel = kernel;
    }

    /** Arguments: the file. */
    public static void main(String[] arguments) throws Exception {
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        try (FileChannel file =
                FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FloatBuffer arena = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size())
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
            Method kernel = Class.forName("Kernel")
                    .getDeclaredMethod("run", float[].class, float[].class, float[].class, int.class);
            kernel.setAccessible(true);
            new JavaRunner(arena, kernel).serve(new DataInputStream(System.in), answers);
        } catch (InvocationTargetException thrown) {
            System.err.println(thrown.getCause());
            Runtime.getRuntime().halt(6);
        } catch (ReflectiveOperationException | LinkageError missing) {
            System.err.println(missing);
            Runtime.getRuntime().halt(4);
        }
    }

    private void serve(DataInputStream calls, OutputStream answers) throws Exception {
        byte[] call = new byte[9 * Long.BYTES];
        ByteBuffer fields = ByteBuffer.wrap(call).order(ByteOrder.nativeOrder());
        while (true) {
            try {
                calls.readFully(call);
            } catch (EOFException end) {
                return;
            }
            step(fields);
            answers.write(call, Long.BYTES, Long.BYTES);
        }
    }

    private void step(ByteBuffer call) throws ReflectiveOperationException {
        int operation = (int) call.getLong(0);
        if (operation == LOAD) {
            a = loaded(call, 3, 6);
            b = loaded(call, 4, 7);
            out = loaded(call, 5, 8);
        } else if (operation == RUN) {
            kernel.invoke(null, a, b, out, (int) field(call, 2));
        } else if (operation == STORE) {
            arena.put((int) field(call, 8) / Float.BYTES, out);
            arena.put((int) field(call, 6) / Float.BYTES, a);
            arena.put((int) field(call, 7) / Float.BYTES, b);
        } else if (operation == TOUCH) {
            touch();
        }
    }

    private void touch() {
        int bits = 0;
        for (float value : a) {
            bits ^= Float.floatToRawIntBits(value);
        }
        for (float value : b) {
            bits ^= Float.floatToRawIntBits(value);
        }
        java.util.Arrays.fill(out, Float.intBitsToFloat(bits));
    }

    private float[] loaded(ByteBuffer call, int length, int offset) {
        float[] values = new float[(int) field(call, length)];
        arena.get((int) field(call, offset) / Float.BYTES, values);
        return values;
    }

    private static long field(ByteBuffer call, int index) {
        return call.getLong(index * Long.BYTES);
    }
}
