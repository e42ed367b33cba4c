package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.gpu.BilinearTrial.Product;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.internal.bilinear.execution.SchemeExecutor;
import dev.amdahl.gpu.internal.bilinear.execution.SchemeExecutor.Form;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The arms of a comparison of products: by the device's own product, or by a scheme on blocks, as {@value #VARIABLE} says. Both multiply
 * the same matrices of small whole numbers, drawn from the seed of the trial, so that their outputs must be equal in every arithmetic.
 * Used by the thread that opened the backend.
 *
 * @param <A> the host array of the factors
 * @param <C> the host array of the product
 */
final class ProductArms<A, C> implements DeviceResource {
    static final String VARIABLE = "PRODUCT";
    static final String PLAIN = "plain";
    static final String OUTPUT = "product";

    private static final int BOUND = 2;
    private static final double NANOS = 1e-9;

    /**
     * How much an arm does.
     *
     * @param repetitions products of one turn
     * @param turns of each arm
     */
    record Effort(int repetitions, int turns) {
        private static final double TURN_SECONDS = .005;
        private static final double ARM_SECONDS = .5;
        private static final int MAX_REPETITIONS = 256;
        private static final int MIN_TURNS = 2;
        private static final int MAX_TURNS = 8;

        /** For products of so many seconds: turns that are long to the clock, and enough of them for what disturbs to even out. */
        static Effort of(double each) {
            int repetitions = count(TURN_SECONDS / each, 1, MAX_REPETITIONS);
            return new Effort(repetitions, count(ARM_SECONDS / (each * repetitions), MIN_TURNS, MAX_TURNS));
        }

        private static int count(double wanted, int least, int most) {
            return (int) Math.max(least, Math.min(most, Math.ceil(wanted)));
        }

        int products() {
            return repetitions * turns;
        }
    }

    private final ComputeBackend backend;
    private final GemmType<A, C> type;
    private final int n;
    private final Effort effort;
    private final Clock clock;
    private final Deque<DeviceResource> open = new ArrayDeque<>();
    private final DeviceBuffer<A> left;
    private final DeviceBuffer<A> right;
    private final DeviceBuffer<C> product;
    private final SchemeExecutor<A, C> executor;

    ProductArms(ComputeBackend backend, GemmType<A, C> type, Product compared, Effort effort, Clock clock) {
        this.backend = backend;
        this.type = type;
        this.n = compared.n();
        this.effort = effort;
        this.clock = clock;
        long entries = (long) n * n;
        try {
            left = opened(backend.allocate(type.factor(), entries));
            right = opened(backend.allocate(type.factor(), entries));
            product = opened(backend.allocate(type.product(), entries));
            executor = opened(new SchemeExecutor<>(
                    backend, new Form(compared.scheme(), compared.levels(), false), type, n, n, n));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private <T extends DeviceResource> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    /**
     * Runs the arms of one trial in turns, A B, B A, A B, ..., so that what drifts meets both alike; their times are the device's, without
     * drawing and comparing.
     */
    List<ArmResult> run(List<ArmRequest> requests) {
        Instant started = clock.instant();
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        SplittableRandom random = new SplittableRandom(requests.get(0).seed());
        MessageDigest inputs = sha256();
        draw(left, random, inputs);
        draw(right, random, inputs);
        String drawn = HexFormat.of().formatHex(inputs.digest());
        double[] seconds = new double[requests.size()];
        String[] outputs = new String[requests.size()];
        for (int turn = 0; turn < effort.turns(); turn++) {
            for (int i = 0; i < seconds.length; i++) {
                int arm = turn % 2 == 0 ? i : seconds.length - 1 - i;
                seconds[arm] += seconds(requests.get(arm));
                outputs[arm] = turn == effort.turns() - 1 ? digest() : "";
            }
        }
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> ArmResult.succeeded(requests.get(i).name(), Math.max(seconds[i], NANOS))
                        .startedAt(started)
                        .work(effort.products())
                        .digest(OUTPUT, outputs[i])
                        .input(drawn)
                        .covariates(load < 0 ? Map.of() : Map.of(Covariate.LOAD_1M, load)))
                .toList();
    }

    private double seconds(ArmRequest request) {
        DeviceMatrix<A> a = DeviceMatrix.of(left, n, n);
        DeviceMatrix<A> b = DeviceMatrix.of(right, n, n);
        DeviceMatrix<C> c = DeviceMatrix.of(product, n, n);
        boolean isPlain = PLAIN.equals(request.environment().get(VARIABLE));
        return backend.seconds(() -> {
            for (int i = 0; i < effort.repetitions(); i++) {
                if (isPlain) {
                    backend.multiply(type, a, b, c);
                } else {
                    executor.multiply(a, b, c);
                }
            }
        });
    }

    private void draw(DeviceBuffer<A> buffer, SplittableRandom random, MessageDigest inputs) {
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
            Arrays.setAll(row, j -> random.nextInt(-BOUND, BOUND + 1));
            add(inputs, row);
            buffer.upload(type.factor().of(row), 0, (long) i * n, n);
        }
    }

    private String digest() {
        MessageDigest digest = sha256();
        C row = type.product().array(n);
        for (int i = 0; i < n; i++) {
            product.download((long) i * n, row, 0, n);
            add(digest, type.product().values(row));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** A zero has no sign here. */
    private static void add(MessageDigest digest, double[] row) {
        ByteBuffer bytes = ByteBuffer.allocate(row.length * Double.BYTES);
        for (double value : row) {
            bytes.putDouble(value == 0 ? 0 : value);
        }
        digest.update(bytes.array());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() {
        DeviceResource.unwind(open);
    }
}
