package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import dev.amdahl.gpu.internal.cpu.CpuBackend;

/** The processor, but for what a test makes it do wrong. Used by one thread. */
class FaultyBackend implements ComputeBackend {
    private final ComputeBackend sound = new CpuBackend(1);
    private int fills;
    private int products;

    /** After the n-th fill of the march, from 1. */
    void afterFill(int n, DeviceBuffer<?> buffer) {}

    /** After the n-th product, from 1. */
    void afterProduct(int n, DeviceBuffer<?> product) {}

    static void flip(DeviceBuffer<?> buffer, long at, int bit) {
        if (buffer.download() instanceof int[] words) {
            words[(int) at] ^= 1 << bit;
            ints(buffer).upload(words);
        } else if (buffer.download() instanceof float[] numbers) {
            numbers[(int) at] = Float.intBitsToFloat(Float.floatToRawIntBits(numbers[(int) at]) ^ (1 << bit));
            floats(buffer).upload(numbers);
        } else {
            throw new IllegalArgumentException("no words: " + buffer.type());
        }
    }

    @SuppressWarnings("unchecked")
    private static DeviceBuffer<int[]> ints(DeviceBuffer<?> buffer) {
        return (DeviceBuffer<int[]>) buffer;
    }

    @SuppressWarnings("unchecked")
    private static DeviceBuffer<float[]> floats(DeviceBuffer<?> buffer) {
        return (DeviceBuffer<float[]>) buffer;
    }

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public Device device() {
        return sound.device();
    }

    @Override
    public <A> DeviceBuffer<A> allocate(ElementType<A> type, long length) {
        return sound.allocate(type, length);
    }

    @Override
    public <A> void copy(DeviceBuffer<A> from, DeviceBuffer<A> to) {
        sound.copy(from, to);
    }

    @Override
    public <A, C> void multiply(GemmType<A, C> type, DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c) {
        sound.multiply(type, a, b, c);
        afterProduct(++products, c.buffer());
    }

    @Override
    public void fill(DeviceBuffer<?> buffer, Pattern pattern) {
        sound.fill(buffer, pattern);
        afterFill(++fills, buffer);
    }

    @Override
    public PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern) {
        return sound.check(buffer, pattern);
    }

    @Override
    public Kernel compile(KernelSource source) {
        return sound.compile(source);
    }

    @Override
    public double seconds(Runnable work) {
        return sound.seconds(work);
    }

    @Override
    public void synchronize() {
        sound.synchronize();
    }

    @Override
    public void close() {
        sound.close();
    }

    /** One with room for so many bytes in all. */
    static FaultyBackend withRoom(long bytes) {
        return new FaultyBackend() {
            private long left = bytes;

            @Override
            public <A> DeviceBuffer<A> allocate(ElementType<A> type, long length) {
                if (length * type.bytes() > left) {
                    throw new DeviceException(DeviceException.Fault.OUT_OF_MEMORY, "no room");
                }
                left -= length * type.bytes();
                return super.allocate(type, length);
            }
        };
    }
}
