package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.TwinArguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a launch on the played driver: memory is seen as an array while the twin runs, and written back. */
final class PlayedArguments implements TwinArguments {
    private final List<Object> values;
    private final List<SparseMemory> memories;
    private final Map<Integer, Object> arrays = new HashMap<>();

    /** A value that is a {@link SparseMemory} stands for a pointer. */
    PlayedArguments(List<Object> values) {
        this.values = List.copyOf(values);
        this.memories = new ArrayList<>();
        values.forEach(value -> memories.add(value instanceof SparseMemory memory ? memory : new SparseMemory(0)));
    }

    private <A> A array(int position, ElementType<A> type) {
        SparseMemory memory = memories.get(position);
        Object seen = arrays.computeIfAbsent(position, at -> {
            A array = type.array(Math.toIntExact(memory.bytes / type.bytes()));
            int whole = type.lengthOf(array) * type.bytes();
            SparseMemory.into(array, memory.read(0, whole));
            return array;
        });
        @SuppressWarnings("unchecked")
        A array = (A) seen;
        return array;
    }

    void writeBack() {
        arrays.forEach((position, array) -> memories.get(position).write(0, SparseMemory.bytes(array)));
    }

    @Override
    public byte[] bytes(int position) {
        return array(position, ElementType.INT8);
    }

    @Override
    public short[] shorts(int position) {
        return array(position, ElementType.FLOAT16);
    }

    @Override
    public int[] ints(int position) {
        return array(position, ElementType.INT32);
    }

    @Override
    public long[] longs(int position) {
        return array(position, ElementType.INT64);
    }

    @Override
    public float[] floats(int position) {
        return array(position, ElementType.FLOAT32);
    }

    @Override
    public double[] doubles(int position) {
        return array(position, ElementType.FLOAT64);
    }

    @Override
    public int int32(int position) {
        return (Integer) values.get(position);
    }

    @Override
    public long int64(int position) {
        return (Long) values.get(position);
    }

    @Override
    public float float32(int position) {
        return (Float) values.get(position);
    }

    @Override
    public double float64(int position) {
        return (Double) values.get(position);
    }
}
