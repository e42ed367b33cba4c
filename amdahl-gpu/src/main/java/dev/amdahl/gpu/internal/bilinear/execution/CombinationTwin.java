package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.HalfFloat;
import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.TwinArguments;
import java.util.Arrays;
import java.util.List;

/** What a combination's kernel does, a row of a block's threads at a time. Stateless, thread-safe. */
final class CombinationTwin implements KernelTwin {
    private final Combination combination;
    private final int[][] taken;

    CombinationTwin(Combination combination) {
        this.combination = combination;
        taken = combination.sums().weights().stream().map(Combination::taken).toArray(int[][]::new);
    }

    @Override
    public void run(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        Place place = new Place(arguments, combination.gridColumns(), blockY, blockX * grid.threadsX());
        int width = Math.min(grid.threadsX(), place.blockColumns - place.column);
        Sums sums = sums(arguments, width);
        List<int[]> pairs = combination.sums().pairs();
        for (int k = 0; k < pairs.size(); k++) {
            int[] pair = pairs.get(k);
            addToPair(sums, place, k, 1, pair[0], width);
            addToPair(sums, place, k, pair[2], pair[1], width);
        }
        for (int output = 0; output < taken.length; output++) {
            int to = combination.isGather() ? place.inBlock(output) : place.inMatrix(output);
            int count = combination.isGather() ? width : place.inside(output, width);
            if (count <= 0) {
                continue;
            }
            sums.begin(to, count);
            for (int term : taken[output]) {
                int weight = combination.sums().weights().get(output)[term];
                if (term < combination.inputs()) {
                    sums.add(weight, from(place, term), to, there(place, term, count));
                } else {
                    sums.addPair(weight, term - combination.inputs(), to, count);
                }
            }
            sums.end(to, count);
        }
    }

    private void addToPair(Sums sums, Place place, int pair, int weight, int term, int width) {
        if (term < combination.inputs()) {
            sums.intoPair(pair, weight, from(place, term), there(place, term, width));
        } else {
            sums.pairIntoPair(pair, weight, term - combination.inputs(), width);
        }
    }

    private int from(Place place, int input) {
        return combination.isGather() ? place.inMatrix(input) : place.inBlock(input);
    }

    private int there(Place place, int input, int width) {
        return combination.isGather() ? place.inside(input, width) : width;
    }

    private Sums sums(TwinArguments arguments, int width) {
        ElementType<?> type = combination.type();
        int pairs = combination.sums().pairs().size();
        if (type == ElementType.FLOAT64) {
            return new Doubles(arguments.doubles(0), arguments.doubles(1), new double[pairs][width]);
        }
        if (type == ElementType.FLOAT32) {
            return new Floats(arguments.floats(0), arguments.floats(1), new float[pairs][width]);
        }
        return new Halves(
                arguments.shorts(0), arguments.shorts(1), new float[pairs + 1][width], type == ElementType.BFLOAT16);
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

    /** Weighted sums of stretches of one array into another, some of them by way of pairs. */
    private interface Sums {
        void begin(int to, int count);

        void add(int weight, int from, int to, int count);

        void addPair(int weight, int pair, int to, int count);

        void intoPair(int pair, int weight, int from, int count);

        void pairIntoPair(int pair, int weight, int other, int count);

        default void end(int to, int count) {}
    }

    /** Of arrays whose elements are summed as they are. */
    private abstract static class Plain<A> implements Sums {
        final A source;
        final A target;
        final A[] pairs;

        Plain(A source, A target, A[] pairs) {
            this.source = source;
            this.target = target;
            this.pairs = pairs;
        }

        abstract void sum(int weight, A from, int at, A to, int into, int count);

        @Override
        public void add(int weight, int from, int to, int count) {
            sum(weight, source, from, target, to, count);
        }

        @Override
        public void addPair(int weight, int pair, int to, int count) {
            sum(weight, pairs[pair], 0, target, to, count);
        }

        @Override
        public void intoPair(int pair, int weight, int from, int count) {
            sum(weight, source, from, pairs[pair], 0, count);
        }

        @Override
        public void pairIntoPair(int pair, int weight, int other, int count) {
            sum(weight, pairs[other], 0, pairs[pair], 0, count);
        }
    }

    private static final class Doubles extends Plain<double[]> {
        Doubles(double[] source, double[] target, double[][] pairs) {
            super(source, target, pairs);
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(target, to, to + count, 0);
        }

        @Override
        void sum(int weight, double[] from, int at, double[] to, int into, int count) {
            double factor = weight;
            for (int j = 0; j < count; j++) {
                to[into + j] += factor * from[at + j];
            }
        }
    }

    private static final class Floats extends Plain<float[]> {
        Floats(float[] source, float[] target, float[][] pairs) {
            super(source, target, pairs);
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(target, to, to + count, 0);
        }

        @Override
        void sum(int weight, float[] from, int at, float[] to, int into, int count) {
            add(weight, from, at, to, into, count);
        }

        private static void add(float weight, float[] from, int at, float[] to, int into, int count) {
            for (int j = 0; j < count; j++) {
                to[into + j] += weight * from[at + j];
            }
        }
    }

    private static final class Halves implements Sums {
        private final short[] source;
        private final short[] target;
        /** The last is the sum. */
        private final float[][] pairs;

        private final float[] sum;
        private final boolean isBfloat;

        Halves(short[] source, short[] target, float[][] pairs, boolean isBfloat) {
            this.source = source;
            this.target = target;
            this.pairs = pairs;
            this.isBfloat = isBfloat;
            sum = pairs[pairs.length - 1];
        }

        @Override
        public void begin(int to, int count) {
            Arrays.fill(sum, 0);
        }

        @Override
        public void add(int weight, int from, int to, int count) {
            load(weight, from, sum, count);
        }

        @Override
        public void addPair(int weight, int pair, int to, int count) {
            Floats.add(weight, pairs[pair], 0, sum, 0, count);
        }

        @Override
        public void intoPair(int pair, int weight, int from, int count) {
            load(weight, from, pairs[pair], count);
        }

        @Override
        public void pairIntoPair(int pair, int weight, int other, int count) {
            Floats.add(weight, pairs[other], 0, pairs[pair], 0, count);
        }

        private void load(int weight, int from, float[] to, int count) {
            for (int j = 0; j < count; j++) {
                short bits = source[from + j];
                to[j] += weight * (isBfloat ? HalfFloat.ofBfloat16(bits) : HalfFloat.ofFloat16(bits));
            }
        }

        @Override
        public void end(int to, int count) {
            for (int j = 0; j < count; j++) {
                target[to + j] = isBfloat ? HalfFloat.toBfloat16(sum[j]) : HalfFloat.toFloat16(sum[j]);
            }
        }
    }
}
