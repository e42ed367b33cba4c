package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Device;
import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.PluginContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives the samples of a server's series themselves, in the order of their times; what the server carries forward is none of them.
 * Thread-safe.
 */
public final class PrometheusSamples {
    private static final Duration AT_ONCE = Duration.ofMinutes(10);

    private final PrometheusSettings settings;
    private final PrometheusApi api;
    private final String metrics;

    private PrometheusSamples(PrometheusSettings settings, Collection<String> metrics) {
        this.settings = settings;
        this.api = new PrometheusApi(settings);
        this.metrics = String.join("|", metrics);
    }

    /**
     * One sample.
     *
     * @param job that holds the device, empty text for none
     * @param family of that job, empty text for none
     * @param value may be NaN or infinite
     */
    public record Sample(
            String metric, String job, String family, String host, String device, long epochNanos, double value) {}

    /**
     * Returns those of some metrics.
     *
     * @param context settings as {@link PrometheusFleetSourceFactory} takes them
     * @throws dev.amdahl.spi.InvalidInputException for a wrong setting
     */
    public static PrometheusSamples of(PluginContext context, Collection<String> metrics) {
        return new PrometheusSamples(PrometheusSettings.of(context), metrics);
    }

    /** Returns the server's present. */
    public Instant now() {
        return api.now();
    }

    /**
     * The samples after {@code from} up to {@code to}, ten minutes in memory at a time.
     *
     * @throws dev.amdahl.spi.AmdahlException USER or TRANSIENT, as the server answers
     */
    public void read(Instant from, Instant to, Consumer<Sample> taker) {
        for (Instant begin = from; begin.isBefore(to); begin = begin.plus(AT_ONCE)) {
            Instant end = begin.plus(AT_ONCE).isBefore(to) ? begin.plus(AT_ONCE) : to;
            part(begin, end, taker);
        }
    }

    private void part(Instant from, Instant to, Consumer<Sample> taker) {
        long millis = Duration.between(from, to).toMillis();
        List<Sample> samples = new ArrayList<>();
        try {
            // A millisecond short, as in Chunk; times are kept in milliseconds, so nothing falls between two parts.
            api.samples(
                    "{__name__=~\"" + metrics + "\"" + (settings.selector().isEmpty() ? "" : ", " + settings.selector())
                            + "}[" + Math.max(1, millis - 1) + "ms]",
                    to,
                    new Matrix.Sink() {
                        private String metric = "";
                        private Device device = new Device("", "", "");
                        private Optional<Holder> holder = Optional.empty();

                        @Override
                        public void series(Map<String, String> labels) {
                            metric = labels.getOrDefault("__name__", "");
                            device = settings.labels().device(labels);
                            holder = settings.labels().holder(labels);
                        }

                        @Override
                        public void point(double epochSeconds, double value) {
                            samples.add(new Sample(
                                    metric,
                                    holder.map(Holder::id).orElse(""),
                                    holder.map(Holder::family).orElse(""),
                                    device.host(),
                                    device.name(),
                                    Math.round(epochSeconds * 1000) * 1_000_000,
                                    value));
                        }
                    });
        } catch (AnswerTooLargeException e) {
            if (millis < 2000) {
                throw e;
            }
            Instant middle = from.plusMillis(millis / 2);
            part(from, middle, taker);
            part(middle, to, taker);
            return;
        }
        samples.sort(Comparator.comparingLong(Sample::epochNanos));
        samples.forEach(taker);
    }
}
