package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.gpu.BilinearTrial.Product;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.AlikeSchemes;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.internal.bilinear.execution.SchemeExecutor;
import dev.amdahl.gpu.internal.bilinear.execution.SchemeExecutor.Form;
import dev.amdahl.spi.refine.Speedup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * {@code bilinear --by-time}: schemes that differ in rank by at most one, and in additions, each with its sums as they are and with shared
 * ones, are timed beside the plain product on the device that is open; the fastest is timed again, since the best of many was also lucky.
 *
 * @param product what is timed, and on what
 * @param forms in the order of the search
 * @param times of each, beside the plain product
 * @param fastest index of the one that is kept
 * @param again its times on fresh turns
 */
record BilinearTimes(Product product, List<Form> forms, List<Speedup> times, int fastest, Speedup again) {
    private static final int TURNS = 9;
    private static final int AGAIN = 15;
    private static final int RATE_REPETITIONS = 3;
    private static final int BOUND = 2;

    /** Schemes of about that rank, each on so many levels. */
    static List<Form> forms(Scheme scheme, int count, int levels, long seed) {
        return AlikeSchemes.of(scheme, count, seed).stream()
                .flatMap(each -> List.of(new Form(each, levels, false), new Form(each, levels, true)).stream())
                .toList();
    }

    static <A, C> BilinearTimes of(
            ComputeBackend backend, GemmType<A, C> type, Product product, List<Form> forms, long seed) {
        try (Bench<A, C> bench = new Bench<>(backend, type, product.n(), seed)) {
            List<Speedup> times = new ArrayList<>();
            for (Form form : forms) {
                times.add(bench.time(form, TURNS));
            }
            int fastest = times.indexOf(times.stream()
                    .max(Comparator.comparingDouble(Speedup::ratio))
                    .orElseThrow());
            return new BilinearTimes(product, forms, times, fastest, bench.time(forms.get(fastest), AGAIN));
        }
    }

    /** Two factors of whole numbers, their plain product, and room for another. */
    private static final class Bench<A, C> implements DeviceResource {
        private final ComputeBackend backend;
        private final GemmType<A, C> type;
        private final int n;
        private final int repetitions;
        private final Deque<DeviceResource> open = new ArrayDeque<>();
        private final DeviceBuffer<A> left;
        private final DeviceBuffer<A> right;
        private final DeviceBuffer<C> plain;
        private final DeviceBuffer<C> product;

        Bench(ComputeBackend backend, GemmType<A, C> type, int n, long seed) {
            this.backend = backend;
            this.type = type;
            this.n = n;
            double rate =
                    DeviceRates.gemm(backend, type, n, RATE_REPETITIONS, seed).perSecond();
            repetitions = ProductArms.Effort.of(2.0 * n * n * n / rate).repetitions();
            SplittableRandom random = new SplittableRandom(seed);
            long entries = (long) n * n;
            try {
                left = opened(backend.allocate(type.factor(), entries));
                right = opened(backend.allocate(type.factor(), entries));
                plain = opened(backend.allocate(type.product(), entries));
                product = opened(backend.allocate(type.product(), entries));
                draw(left, random);
                draw(right, random);
            } catch (RuntimeException failed) {
                close();
                throw failed;
            }
        }

        private <T extends DeviceResource> T opened(T resource) {
            open.push(resource);
            return resource;
        }

        private void draw(DeviceBuffer<A> buffer, SplittableRandom random) {
            double[] row = new double[n];
            for (int i = 0; i < n; i++) {
                Arrays.setAll(row, j -> random.nextInt(-BOUND, BOUND + 1));
                buffer.upload(type.factor().of(row), 0, (long) i * n, n);
            }
        }

        /** Turns A B, B A, A B, ... after one of each, whose outputs have to be equal. */
        Speedup time(Form form, int turns) {
            double[] baseline = new double[turns];
            double[] candidate = new double[turns];
            try (SchemeExecutor<A, C> executor = new SchemeExecutor<>(backend, form, type, n, n, n)) {
                Runnable bySchemes = () -> executor.multiply(square(left), square(right), square(product));
                Runnable byDefinition = () -> backend.multiply(type, square(left), square(right), square(plain));
                seconds(byDefinition);
                seconds(bySchemes);
                requireEqual(form);
                for (int turn = 0; turn < turns; turn++) {
                    if (turn % 2 == 0) {
                        baseline[turn] = seconds(byDefinition);
                        candidate[turn] = seconds(bySchemes);
                    } else {
                        candidate[turn] = seconds(bySchemes);
                        baseline[turn] = seconds(byDefinition);
                    }
                }
            }
            return PairedTimes.speedup(baseline, candidate);
        }

        private <T> DeviceMatrix<T> square(DeviceBuffer<T> buffer) {
            return DeviceMatrix.of(buffer, n, n);
        }

        private double seconds(Runnable work) {
            double seconds = backend.seconds(() -> {
                for (int i = 0; i < repetitions; i++) {
                    work.run();
                }
            });
            return Math.max(seconds, Double.MIN_NORMAL);
        }

        private void requireEqual(Form form) {
            C expected = type.product().array(n);
            C found = type.product().array(n);
            for (int i = 0; i < n; i++) {
                plain.download((long) i * n, expected, 0, n);
                product.download((long) i * n, found, 0, n);
                if (!isEqual(type.product().values(expected), type.product().values(found))) {
                    throw new IllegalStateException(
                            "row " + i + " of the product by " + form.scheme().format() + " of rank "
                                    + form.scheme().rank() + " is not that of the plain one");
                }
            }
        }

        /** A zero has no sign here. */
        private static boolean isEqual(double[] expected, double[] found) {
            return IntStream.range(0, expected.length).allMatch(i -> expected[i] == found[i]);
        }

        @Override
        public void close() {
            DeviceResource.unwind(open);
        }
    }

    SchemeJson kept() {
        return new SchemeJson(forms.get(fastest).scheme(), Ring.Z);
    }

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("format", product.scheme().format().toString());
        json.put("n", product.n());
        json.put("type", product.type());
        json.put("backend", product.backend());
        json.put("device", product.device());
        json.put("turns", TURNS);
        json.set(
                "candidates",
                Json.array(IntStream.range(0, forms.size()).boxed().toList(), i -> json(forms.get(i), times.get(i))));
        json.set("fastest", json(forms.get(fastest), again));
        json.put("fastest_turns", AGAIN);
        json.set("scheme", kept().json());
        return Answer.of(json, text());
    }

    private static ObjectNode json(Form form, Speedup times) {
        return Json.object()
                .put("rank", form.scheme().rank())
                .put("additions", form.additions())
                .put("shared", form.isShared())
                .put("levels", form.levels())
                .put("speedup", times.ratio())
                .put("lower", times.lower())
                .put("upper", times.upper());
    }

    private String text() {
        Table table = new Table("rank", "additions", "sums", "levels", "x plain", "from", "to");
        for (int i = 0; i < forms.size(); i++) {
            row(table, forms.get(i), times.get(i));
        }
        Form kept = forms.get(fastest);
        return String.format(
                        Locale.ROOT,
                        "%s, n = %d, %s on %s (%s), %d turns each beside the plain product%n",
                        product.scheme().format(),
                        product.n(),
                        product.type(),
                        product.backend(),
                        Table.clean(product.device()),
                        TURNS)
                + table
                + String.format(
                        Locale.ROOT,
                        "kept       rank %d, %d additions, sums %s: %.3f times as fast as the plain product [%.3f, %.3f]"
                                + " in %d fresh turns%n",
                        kept.scheme().rank(),
                        kept.additions(),
                        sums(kept),
                        again.ratio(),
                        again.lower(),
                        again.upper(),
                        AGAIN);
    }

    private static void row(Table table, Form form, Speedup times) {
        table.row(
                Integer.toString(form.scheme().rank()),
                Integer.toString(form.additions()),
                sums(form),
                Integer.toString(form.levels()),
                String.format(Locale.ROOT, "%.3f", times.ratio()),
                String.format(Locale.ROOT, "%.3f", times.lower()),
                String.format(Locale.ROOT, "%.3f", times.upper()));
    }

    private static String sums(Form form) {
        return form.isShared() ? "shared" : "plain";
    }
}
