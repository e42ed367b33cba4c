package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.refine.RefineLimits;
import dev.amdahl.core.refine.Refined;
import dev.amdahl.core.refine.Refinement;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeText;
import dev.amdahl.gpu.bilinear.execution.BreakEven;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Speedup;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A hypothesis with a prediction: a scheme on blocks is that much faster than the plain product on this device. The prediction is made
 * from measured rates before the pairs are run. Immutable.
 *
 * @param scheme what is tried
 * @param n rows of the square matrices
 * @param type arithmetic
 * @param backend where it runs
 * @param device what that is
 * @param predicted by the rates of the plain product and of copies
 * @param found by paired runs; where they show a gain, by fresh ones once more
 */
record BilinearTrial(
        Scheme scheme, int n, String type, String backend, String device, BreakEven predicted, Finding found) {
    private static final int REPETITIONS = 5;
    private static final long LEAST_COPY = 64L << 20;

    /** What became of the prediction. */
    enum Outcome {
        /** The runs show the sign that was predicted. */
        CONFIRMED,
        /** They show the other sign, or wrong results. */
        REFUTED,
        /** They show neither. */
        OPEN
    }

    /** Predicts, then runs the pairs. */
    static <A, C> BilinearTrial run(
            ComputeBackend backend,
            GemmType<A, C> type,
            Scheme scheme,
            int n,
            int pairs,
            long seed,
            Recorder recorder) {
        BreakEven predicted = BreakEven.of(
                scheme,
                type.factor().bytes(),
                type.product().bytes(),
                DeviceRates.gemm(backend, type, n, REPETITIONS, seed).perSecond(),
                DeviceRates.copy(
                                backend,
                                Math.max(
                                        LEAST_COPY,
                                        (long) n * n * type.product().bytes()),
                                REPETITIONS)
                        .perSecond());
        Candidate candidate = new Candidate(
                scheme.format() + "-rank-" + scheme.rank() + "-n-" + n + "-" + type,
                "",
                SchemeText.of(scheme),
                String.format(Locale.ROOT, "predicted: %.3f times as fast as the plain product", predicted.speedup(n)));
        Refined refined = new Refinement(
                        earlier -> List.of(candidate),
                        new SchemeContest<>(backend, type, n, pairs, seed),
                        recorder,
                        Clock.systemUTC())
                .run(RefineLimits.of(1, Duration.ofDays(1)));
        Finding found = refined.retest().orElseGet(() -> first(refined.attempts()));
        return new BilinearTrial(
                scheme, n, type.toString(), backend.name(), backend.device().name(), predicted, found);
    }

    private static Finding first(List<Attempt> attempts) {
        return attempts.get(0).finding();
    }

    Outcome outcome() {
        return found.speedup()
                .map(speedup -> outcome(predicted.speedup(n), speedup))
                .orElse(Outcome.REFUTED);
    }

    static Outcome outcome(double predicted, Speedup measured) {
        if (measured.lower() <= 1 && measured.upper() >= 1) {
            return Outcome.OPEN;
        }
        return measured.lower() > 1 == predicted > 1 ? Outcome.CONFIRMED : Outcome.REFUTED;
    }

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("format", scheme.format().toString());
        json.put("rank", scheme.rank());
        json.put("n", n);
        json.put("type", type);
        json.put("backend", backend);
        json.put("device", device);
        json.put("plain_flops_per_second", predicted.rate());
        json.put("copy_bytes_per_second", predicted.bandwidth());
        json.set("break_even_rows", Json.number(predicted.rows()));
        json.put("predicted_speedup", predicted.speedup(n));
        found.speedup().ifPresent(speedup -> {
            json.put("speedup", speedup.ratio());
            json.set("interval", Json.array(List.of(speedup.lower(), speedup.upper()), Json::number));
            json.put("p", speedup.p());
            json.put("pairs", speedup.pairs());
            json.put("plain_seconds", speedup.baselineSeconds());
            json.put("scheme_seconds", speedup.candidateSeconds());
        });
        json.put("finding", found.feedback());
        json.put("prediction", outcome().name());
        return Answer.of(json, text());
    }

    private String text() {
        return String.format(
                Locale.ROOT,
                "%s with %d multiplications, n = %d, %s on %s (%s)%n"
                        + "predicted  %.3f times as fast: plain product %.1f GFLOP/s, copies %.1f GB/s; gains from n = %.0f%n"
                        + "measured   %s%n"
                        + "prediction %s%n",
                scheme.format(),
                scheme.rank(),
                n,
                type,
                backend,
                Table.clean(device),
                predicted.speedup(n),
                predicted.rate() / 1e9,
                predicted.bandwidth() / 1e9,
                predicted.rows(),
                found.feedback(),
                outcome());
    }
}
