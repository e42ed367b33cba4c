package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.experiment.AbResult;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeText;
import dev.amdahl.gpu.internal.bilinear.execution.BreakEven;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the loop made of a hypothesis with a prediction: a scheme on blocks is that much faster than the plain product on this device. The
 * prediction comes from rates that were measured before the trials.
 *
 * @param product what was compared
 * @param rates of the plain product and of copies, as measured now
 * @param speedup that was predicted before the first trial
 * @param hypothesis its id in the ledger
 * @param state where it stands there
 * @param found what the trials say
 */
record BilinearTrial(
        Product product, BreakEven rates, double speedup, String hypothesis, String state, ComparisonResult found) {
    private static final int REPETITIONS = 5;
    private static final long MIN_COPY = 64L << 20;
    private static final Pattern PREDICTED = Pattern.compile("predicted (\\d{1,9}\\.\\d{3}) times");

    /**
     * A product of square matrices on a device.
     *
     * @param scheme what is tried
     * @param n rows
     * @param type arithmetic
     * @param backend where it runs
     * @param device what that is
     * @param levels how deep the scheme goes
     */
    record Product(Scheme scheme, int n, String type, String backend, String device, int levels) {

        /** Returns the workload's name. */
        String family() {
            return "product of " + n + " rows, " + type + " on " + backend + " (" + device + ")";
        }

        /** Returns what a hypothesis about it says; {@link #predicted} reads it back. */
        String title(double speedup) {
            return String.format(
                    Locale.ROOT, "%s instead of the plain product, predicted %.3f times as fast", variant(), speedup);
        }

        /** Returns the scheme's name. */
        String variant() {
            return scheme.format() + "-rank-" + scheme.rank() + "-"
                    + Integer.toHexString(SchemeText.of(scheme).hashCode())
                    + (levels == 1 ? "" : "-levels-" + levels);
        }
    }

    /** What became of the prediction. */
    enum Outcome {
        /** The trials show what was predicted, in sign. */
        CONFIRMED,
        /** They show the other sign, no such effect, or wrong results. */
        REFUTED,
        /** They show neither. */
        OPEN
    }

    /** From rates measured now. */
    static <A, C> BreakEven predict(ComputeBackend backend, GemmType<A, C> type, Product product, long seed) {
        int n = product.n();
        long bytes = Math.max(MIN_COPY, (long) n * n * type.product().bytes());
        return BreakEven.of(
                        product.scheme(),
                        type.factor().bytes(),
                        type.product().bytes(),
                        DeviceRates.gemm(backend, type, n, REPETITIONS, seed).perSecond(),
                        DeviceRates.copy(backend, bytes, REPETITIONS).perSecond())
                .deep(product.levels());
    }

    static BilinearTrial of(Product product, BreakEven rates, LedgerView view, Dossier dossier) {
        return new BilinearTrial(
                product,
                rates,
                predicted(dossier.hypothesis().title()).orElseThrow(),
                dossier.id(),
                dossier.state().name(),
                ComparisonResult.of(view, dossier));
    }

    /** Returns what a title predicts; empty for another hypothesis. */
    static OptionalDouble predicted(String title) {
        Matcher said = PREDICTED.matcher(title);
        return said.find() ? OptionalDouble.of(Double.parseDouble(said.group(1))) : OptionalDouble.empty();
    }

    Outcome outcome() {
        return outcome(speedup, found);
    }

    static Outcome outcome(double predicted, ComparisonResult found) {
        return switch (found.decision()) {
            case WIN -> predicted > 1 ? Outcome.CONFIRMED : Outcome.REFUTED;
            case LOSS -> predicted < 1 ? Outcome.CONFIRMED : Outcome.REFUTED;
            case REFUTED -> Outcome.REFUTED;
            case EQUIVALENT -> isWithin(1 / predicted, found.lower(), found.upper()) ? Outcome.OPEN : Outcome.REFUTED;
            case NOT_SEEN, INCONCLUSIVE, INSUFFICIENT, INVALID -> Outcome.OPEN;
        };
    }

    private static boolean isWithin(double ratio, OptionalDouble lower, OptionalDouble upper) {
        return ratio >= lower.orElse(Double.NEGATIVE_INFINITY) && ratio <= upper.orElse(Double.POSITIVE_INFINITY);
    }

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("format", product.scheme().format().toString());
        json.put("rank", product.scheme().rank());
        json.put("n", product.n());
        json.put("type", product.type());
        json.put("backend", product.backend());
        json.put("device", product.device());
        json.put("plain_flops_per_second", rates.rate());
        json.put("copy_bytes_per_second", rates.bandwidth());
        json.set("break_even_rows", Json.number(rates.rows()));
        json.put("predicted_speedup", speedup);
        json.put("hypothesis", hypothesis);
        json.put("state", state);
        json.setAll(new AbResult(found, List.of()).json());
        json.put("prediction", outcome().name());
        return Answer.of(json, text());
    }

    private String text() {
        return String.format(
                Locale.ROOT,
                "%s with %d multiplications, n = %d, %s on %s (%s)%n"
                        + "predicted  %.3f times as fast: plain product %.1f GFLOP/s, copies %.1f GB/s; gains from n = %.0f%n"
                        + "prediction %s%n"
                        + "%s",
                product.scheme().format(),
                product.scheme().rank(),
                product.n(),
                product.type(),
                product.backend(),
                Table.clean(product.device()),
                speedup,
                rates.rate() / 1e9,
                rates.bandwidth() / 1e9,
                rates.rows(),
                String.join(": ", List.of(outcome().name(), state)),
                new AbResult(found, List.of()).text());
    }
}
