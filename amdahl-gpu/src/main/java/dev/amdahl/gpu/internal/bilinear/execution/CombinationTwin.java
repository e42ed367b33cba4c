package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.HalfFloat;
import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.TwinArguments;
import java.util.Arrays;

/** What a combination's kernel does, a row of a block's threads at a time. Stateless, thread-safe. */
final class CombinationTwin implements KernelTwin {
    private final Combination combination;
    private final int[][] taken;

    CombinationTwin(Combination combination) {
        this.combination = combination;
        taken = combination.weights().stream().map(Combination::taken).toArray(int[][]::new);
    }

    @Override
    public void run(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        Place place = new Place(arguments, combination.gridColumns(), blockY, blockX * grid.threadsX());
        int width = Math.min(grid.threadsX(), place.blockColumns - place.column);
        Sums sums = sums(arguments, width);
        for (int output = 0; output < taken.length; output++) {
            int to = combination.isGather() ? place.inBlock(output) : place.inMatrix(output);
            int count = combination.isGather() ? width : place.inside(output, width);
            if (count <= 0) {
                continue;
            }
            sums.begin(to, count);
            for (int input : taken[output]) {
                int weight = combination.weights().get(output)[input];
                if (combination.isGather()) {
                    int there = place.inside(input, count);
                    sums.add(weight, place.inMatrix(input), to, there);
                } else {
                    sums.add(weight, place.inBlock(input), to, count);
                }
            }
            sums.end(to, count);
        }
    }

    private Sums sums(TwinArguments arguments, int width) {
        ElementType<?> type = combination.type();
        if (type == ElementType.FLOAT64) {
            return new Doubles(arguments.doubles(0), arguments.doubles(1));
        }
        if (type == ElementType.FLOAT32) {
            return new Floats(arguments.floats(0), arguments.floats(1));
        }
        return new Halves(arguments.shorts(0), arguments.shorts(1), width, type == ElementType.BFLOAT16);
    }

    /** Where a row of threads reads and writes. */
    private static final class Place {
        private final int offset;
        private final int rows;
        private final int columns;
        private final int stride;
        private final int blockRows;
        private final int blockColumns;
        private final int gridColumns;
        private final int row;
        private final int column;

        Place(TwinArguments arguments, int gridColumns, int row, int column) {
            offset = Math.toIntExact(arguments.int64(2));
            rows = arguments.int32(3);
            columns = arguments.int32(4);
            stride = arguments.int32(5);
            blockRows = arguments.int32(6);
            blockColumns = arguments.int32(7);
            this.gridColumns = gridColumns;
            this.row = row;
            this.column = column;
        }

        int inBlock(int block) {
            return (block * blockRows + row) * blockColumns + column;
        }

        int inMatrix(int block) {
            return offset
                    + (block / gridColumns * blockRows + row) * stride
                    + block % gridColumns * blockColumns
                    + column;
        }

        /** Returns how many of so many entries the matrix has there. */
        int inside(int block, int width) {
            boolean isRow = block / gridColumns * blockRows + row < rows;
            return isRow ? Math.max(0, Math.min(width, columns - block % gridColumns * blockColumns - column)) : 0;
        }
    }

    /** Weighted sums of stretches of one array into another. */
    private interface Sums {
        void begin(int to, int count);

        void add(int weight, int from, int to, int count);

        default void end(int to, int count) {}
    }

    private static final class Doubles implements Sums {
        private final double[] source;
        private final double[] target;

        Doubles(double[] source, double[] target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(target, to, to + count, 0);
        }

        @Override
        public void add(int weight, int from, int to, int count) {
            double factor = weight;
            for (int j = 0; j < count; j++) {
                target[to + j] += factor * source[from + j];
            }
        }
    }

    private static final class Floats implements Sums {
        private final float[] source;
        private final float[] target;

        Floats(float[] source, float[] target) {
            this.source = source;
            this.target = target;
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(target, to, to + count, 0);
        }

        @Override
        public void add(int weight, int from, int to, int count) {
            float factor = weight;
            for (int j = 0; j < count; j++) {
                target[to + j] += factor * source[from + j];
            }
        }
    }

    private static final class Halves implements Sums {
        private final short[] source;
        private final short[] target;
        private final float[] sums;
        private final boolean isBfloat;

        Halves(short[] source, short[] target, int width, boolean isBfloat) {
            this.source = source;
            this.target = target;
            this.isBfloat = isBfloat;
            sums = new float[width];
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(sums, 0);
        }

        @Override
        public void add(int weight, int from, int to, int count) {
            for (int j = 0; j < count; j++) {
                short bits = source[from + j];
                sums[j] += weight * (isBfloat ? HalfFloat.ofBfloat16(bits) : HalfFloat.ofFloat16(bits));
            }
        }

        @Override
        public void end(int to, int count) {
            for (int j = 0; j < count; j++) {
                target[to + j] = isBfloat ? HalfFloat.toBfloat16(sums[j]) : HalfFloat.toFloat16(sums[j]);
            }
        }
    }
}
