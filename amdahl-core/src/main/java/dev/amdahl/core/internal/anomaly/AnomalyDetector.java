package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Watches the series of running jobs. Register each series once, then hand over its samples as they come, those of one job in the order
 * of their times. Keeps a fixed amount for each series, host and job, and allocates nothing for a sample that shows nothing. A
 * sample that was not taken must not be handed over: what is missing is unknown. Not thread-safe.
 */
public final class AnomalyDetector {
    private final WatchPolicy policy;
    private final Consumer<Anomaly> found;
    private final Map<String, JobState> jobs = new HashMap<>();
    private final Map<String, ErrorCounts> hosts = new TreeMap<>();
    private final Map<String, DeviceState> devices = new HashMap<>();
    private Series[] series = new Series[16];
    private int size;

    /** Returns a watcher that gives what it finds to that consumer, in the call that shows it. */
    public AnomalyDetector(WatchPolicy policy, Consumer<Anomaly> found) {
        this.policy = policy;
        this.found = found;
    }

    /**
     * Registers a series.
     *
     * @return its number, for {@link #accept}
     */
    public int series(Place place, Signal signal) {
        JobState job = jobs.computeIfAbsent(place.job(), name -> new JobState(policy));
        ErrorCounts host = hosts.computeIfAbsent(place.host(), name -> new ErrorCounts());
        DeviceState device = devices.computeIfAbsent(
                place.host() + '\n' + place.device() + '\n' + place.job(), name -> new DeviceState());
        job.hosts.add(place.host());
        if (size == series.length) {
            Series[] larger = new Series[2 * size];
            System.arraycopy(series, 0, larger, 0, size);
            series = larger;
        }
        series[size] = switch (signal) {
            case BUSY -> new BusySeries(place, job, device, policy, found);
            case MEMORY -> new MemorySeries(place, job, device, found);
            case CLOCK, REQUESTED_CLOCK, THROTTLED -> new ThrottleSeries(place, signal, job, device, found);
            case ECC_CORRECTED, ECC_UNCORRECTED ->
                new ErrorSeries(place, signal, job, host, policy.correctedAnHour(), found);
            case STEP -> new StepSeries(place, job, found);
            case FAILURE -> new FailureSeries(place, job, this);
            case LOSS, GRADIENT_NORM, STEP_SECONDS, RATE, OTHER -> new LevelSeries(place, signal, job, found);
        };
        return size++;
    }

    /** Takes a sample that belongs to no step. */
    public void accept(int number, long epochNanos, double value) {
        accept(number, epochNanos, -1, value);
    }

    /**
     * Takes a sample.
     *
     * @param number of the series
     * @param epochNanos its time
     * @param step of the job that it belongs to, -1 when not known
     * @param value NaN and infinite values are findings where a model makes them, and not measured where a device does
     */
    public void accept(int number, long epochNanos, long step, double value) {
        Series taker = series[number];
        JobState job = taker.job();
        if (job.hangsAt(epochNanos)) {
            hang(taker, epochNanos);
        }
        if (step >= 0) {
            job.progress(epochNanos, step);
        }
        taker.accept(epochNanos, step, value);
    }

    /** Says that it is now so late, where time passes and no sample comes. */
    public void tick(long epochNanos) {
        for (int i = 0; i < size; i++) {
            if (series[i].job().hangsAt(epochNanos)) {
                hang(series[i], epochNanos);
            }
        }
    }

    private static void hang(Series series, long nanos) {
        JobState job = series.job();
        series.find(
                Kind.HANG,
                series.span(job.stepNanos(), nanos, 1, job.step()),
                new Anomaly.Change(job.usualNanos() / 1e9, (nanos - job.stepNanos()) / 1e9),
                String.format(
                        Locale.ROOT,
                        "no step for %.0f s after step %d; a step usually takes %.1f s%s",
                        (nanos - job.stepNanos()) / 1e9,
                        job.step(),
                        job.usualNanos() / 1e9,
                        Double.isNaN(job.busy) ? "" : ", devices " + Math.round(100 * job.busy) + " % busy"));
    }

    /**
     * Says that a job or a device failed: names each host of the job on which memory errors were counted before.
     *
     * @param place with the host if it is known, else all hosts of the job are asked
     * @param text what was said of it, which is data; it gives the cause where no errors do
     */
    public void failed(Place place, long epochNanos, long step, String text) {
        JobState job = jobs.computeIfAbsent(place.job(), name -> new JobState(policy));
        long hours = Math.max(1, policy.beforeFailure().toHours());
        Series here = new StepSeries(place, job, found);
        boolean any = false;
        for (Map.Entry<String, ErrorCounts> host : hosts.entrySet()) {
            boolean concerned = place.host().isEmpty()
                    ? job.hosts.contains(host.getKey())
                    : place.host().equals(host.getKey());
            long corrected = concerned ? host.getValue().corrected(epochNanos, hours) : 0;
            long uncorrected = concerned ? host.getValue().uncorrected(epochNanos, hours) : 0;
            if (corrected + uncorrected > 0) {
                any = true;
                Place named = new Place(place.job(), host.getKey(), place.device(), place.series());
                new StepSeries(named, job, found)
                        .find(
                                Kind.ECC_BEFORE_FAILURE,
                                here.span(epochNanos, epochNanos, 1, step),
                                new Anomaly.Change(0, corrected + uncorrected),
                                String.format(
                                        Locale.ROOT,
                                        "failed after %d uncorrected and %d corrected memory errors on host %s within %d hours",
                                        uncorrected,
                                        corrected,
                                        host.getKey().isEmpty() ? "(not named)" : host.getKey(),
                                        hours));
            }
        }
        if (!any) {
            here.find(
                    Kind.FAILURE,
                    here.span(epochNanos, epochNanos, 1, step),
                    new Anomaly.Change(Double.NaN, Double.NaN),
                    Triage.ofWords(text),
                    text.isEmpty() ? "failed" : "failed: " + text);
        }
    }

    /** Returns what each series held, in the order of registration. */
    public List<SeriesCoverage> coverage() {
        List<SeriesCoverage> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(series[i].covered());
        }
        return all;
    }
}
