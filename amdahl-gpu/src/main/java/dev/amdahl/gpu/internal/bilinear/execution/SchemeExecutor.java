package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Multiplies matrices by a scheme on blocks: one pass that makes all combinations of each factor, a product for each multiplication (plain,
 * or by the scheme again where it goes more than one level deep), one pass that adds them up. Matrices whose sides the blocks do not
 * divide are read as if edged with zeros. Takes
 * {@code rank} blocks of memory for each factor and for the products. Used by the thread that opened the backend.
 *
 * @param <A> the host array of the factors
 * @param <C> the host array of the product
 */
public final class SchemeExecutor<A, C> implements DeviceResource {
    private static final int THREADS = 256;
    private static final int MAX_ROWS = 65_535;

    private final ComputeBackend backend;
    private final GemmType<A, C> type;
    private final int rank;
    private final Optional<SchemeExecutor<A, C>> inner;
    private final Deque<DeviceResource> open = new ArrayDeque<>();
    private final Side<A> left;
    private final Side<A> right;
    private final Side<C> product;

    /**
     * How a scheme is carried out.
     *
     * @param scheme exact over the integers
     * @param levels how deep, at least 1
     * @param isShared whether what several sums have in common is added once
     */
    public record Form(Scheme scheme, int levels, boolean isShared) {
        /** Returns how many additions of blocks it takes on one level. */
        public int additions() {
            return combinations(GemmType.FP64).stream()
                    .mapToInt(combination -> combination.sums().additions())
                    .sum();
        }

        /** Of the left factor, of the right one, and of the product. */
        private List<Combination> combinations(GemmType<?, ?> type) {
            Format format = scheme.format();
            return Stream.of(
                            Combination.gather(type.factor(), scheme.left(), format.n(), format.m()),
                            Combination.gather(type.factor(), scheme.right(), format.m(), format.p()),
                            Combination.scatter(type.product(), scheme.product(), format.n(), format.p()))
                    .map(combination -> isShared ? combination.shared() : combination)
                    .toList();
        }
    }

    /** One level deep, every sum on its own. */
    public SchemeExecutor(ComputeBackend backend, Scheme scheme, GemmType<A, C> type, int n, int m, int p) {
        this(backend, new Form(scheme, 1, false), type, n, m, p);
    }

    /**
     * For an n x m times an m x p matrix.
     *
     * @throws IllegalArgumentException if the scheme is not exact over the integers, a side or the levels are not above 0, or a
     *     block has more than 65,535 rows
     * @throws dev.amdahl.gpu.DeviceException if there is no room
     */
    public SchemeExecutor(ComputeBackend backend, Form form, GemmType<A, C> type, int n, int m, int p) {
        Scheme scheme = form.scheme();
        if (form.levels() < 1) {
            throw new IllegalArgumentException("a scheme of " + scheme.format() + " on " + form.levels() + " levels");
        }
        if (!scheme.isExact(Ring.Z)) {
            throw new IllegalArgumentException(
                    "a scheme of " + scheme.format() + " that is not exact over the integers");
        }
        List<Combination> combinations = form.combinations(type);
        Format format = scheme.format();
        int rows = blocks(n, format.n());
        int inside = blocks(m, format.m());
        int columns = blocks(p, format.p());
        this.backend = backend;
        this.type = type;
        rank = scheme.rank();
        try {
            left = new Side<>(
                    combinations.get(0),
                    opened(backend.allocate(type.factor(), (long) rank * rows * inside)),
                    rows,
                    inside);
            right = new Side<>(
                    combinations.get(1),
                    opened(backend.allocate(type.factor(), (long) rank * inside * columns)),
                    inside,
                    columns);
            product = new Side<>(
                    combinations.get(2),
                    opened(backend.allocate(type.product(), (long) rank * rows * columns)),
                    rows,
                    columns);
            Form next = new Form(scheme, form.levels() - 1, form.isShared());
            inner = next.levels() == 0
                    ? Optional.empty()
                    : Optional.of(opened(new SchemeExecutor<>(backend, next, type, rows, inside, columns)));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private static int blocks(int side, int count) {
        if (side < 1 || side > (long) MAX_ROWS * count) {
            throw new IllegalArgumentException(
                    "a side of " + side + " in " + count + " blocks; give 1 to " + (long) MAX_ROWS * count);
        }
        return (side + count - 1) / count;
    }

    private <T extends DeviceResource> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    /** One matrix and its blocks. */
    private final class Side<T> {
        private final Combination combination;
        private final DeviceBuffer<T> blocks;
        private final int rows;
        private final int columns;
        private final Kernel kernel;

        Side(Combination combination, DeviceBuffer<T> blocks, int rows, int columns) {
            this.combination = combination;
            this.blocks = blocks;
            this.rows = rows;
            this.columns = columns;
            kernel = opened(backend.compile(combination.kernel()));
        }

        DeviceMatrix<T> block(int index) {
            return new DeviceMatrix<>(blocks, (long) index * rows * columns, rows, columns, columns);
        }

        void combine(DeviceMatrix<T> matrix) {
            if (matrix.rows() > rows * combination.gridRows()
                    || matrix.columns() > columns * combination.gridColumns()) {
                throw new IllegalArgumentException("a matrix of " + matrix.rows() + " x " + matrix.columns()
                        + " is larger than what was opened for");
            }
            Grid grid = new Grid((columns + THREADS - 1) / THREADS, rows, THREADS, 1, 0);
            kernel.launch(
                    grid,
                    KernelArgument.of(combination.isGather() ? matrix.buffer() : blocks),
                    KernelArgument.of(combination.isGather() ? blocks : matrix.buffer()),
                    KernelArgument.of(matrix.offset()),
                    KernelArgument.of(matrix.rows()),
                    KernelArgument.of(matrix.columns()),
                    KernelArgument.of(matrix.stride()),
                    KernelArgument.of(rows),
                    KernelArgument.of(columns));
        }
    }

    /**
     * c = a b, enqueued.
     *
     * @throws IllegalArgumentException if the shapes do not fit, or are not those it was opened for
     */
    public void multiply(DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c) {
        if (a.columns() != b.rows() || a.rows() != c.rows() || b.columns() != c.columns()) {
            throw new IllegalArgumentException("the shapes do not fit: " + a.rows() + " x " + a.columns() + " times "
                    + b.rows() + " x " + b.columns() + " into " + c.rows() + " x " + c.columns());
        }
        left.combine(a);
        right.combine(b);
        for (int r = 0; r < rank; r++) {
            if (inner.isPresent()) {
                inner.get().multiply(left.block(r), right.block(r), product.block(r));
            } else {
                backend.multiply(type, left.block(r), right.block(r), product.block(r));
            }
        }
        product.combine(c);
    }

    @Override
    public void close() {
        DeviceResource.unwind(open);
    }
}
