package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.TwinArguments;

/** The arguments of one launch, arrays for buffers. */
final class CpuArguments implements TwinArguments {
    private final String kernel;
    private final Object[] values;

    CpuArguments(String kernel, KernelArgument... arguments) {
        this.kernel = kernel;
        this.values = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            values[i] = value(arguments[i]);
        }
    }

    private static Object value(KernelArgument argument) {
        if (argument instanceof KernelArgument.Buffer pointer) {
            if (pointer.element() != 0) {
                throw new DeviceException(Fault.UNSUPPORTED, "a twin is given whole buffers, not the middle of one");
            }
            return CpuBuffer.of(pointer.buffer()).array();
        } else if (argument instanceof KernelArgument.Int32 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Int64 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Float32 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Float64 number) {
            return number.value();
        }
        throw new IllegalStateException("an argument of no known kind: " + argument);
    }

    private <T> T at(int position, Class<T> type) {
        if (position >= values.length) {
            throw new DeviceException(
                    Fault.LAUNCH,
                    "kernel " + kernel + " was given " + values.length + " arguments and asks for one at position "
                            + position);
        }
        if (!type.isInstance(values[position])) {
            throw new DeviceException(
                    Fault.LAUNCH,
                    "kernel " + kernel + ", argument " + position + ": expected " + type.getSimpleName() + ", was "
                            + values[position].getClass().getSimpleName());
        }
        return type.cast(values[position]);
    }

    @Override
    public byte[] bytes(int position) {
        return at(position, byte[].class);
    }

    @Override
    public short[] shorts(int position) {
        return at(position, short[].class);
    }

    @Override
    public int[] ints(int position) {
        return at(position, int[].class);
    }

    @Override
    public long[] longs(int position) {
        return at(position, long[].class);
    }

    @Override
    public float[] floats(int position) {
        return at(position, float[].class);
    }

    @Override
    public double[] doubles(int position) {
        return at(position, double[].class);
    }

    @Override
    public int int32(int position) {
        return at(position, Integer.class);
    }

    @Override
    public long int64(int position) {
        return at(position, Long.class);
    }

    @Override
    public float float32(int position) {
        return at(position, Float.class);
    }

    @Override
    public double float64(int position) {
        return at(position, Double.class);
    }
}
