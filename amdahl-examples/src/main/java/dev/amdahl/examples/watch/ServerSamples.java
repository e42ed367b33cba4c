package dev.amdahl.examples.watch;

import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.core.internal.fleet.prometheus.PrometheusSamples;
import dev.amdahl.core.internal.fleet.prometheus.PrometheusSamples.Sample;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.job.Anomaly.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Samples of DCGM exporters from a Prometheus server, of devices that a job holds. Not thread-safe. */
public final class ServerSamples {
    private static final Map<String, Signal> METRICS = Map.ofEntries(
            Map.entry("DCGM_FI_PROF_GR_ENGINE_ACTIVE", Signal.BUSY),
            Map.entry("DCGM_FI_DEV_GPU_UTIL", Signal.BUSY),
            Map.entry("DCGM_FI_DEV_FB_USED", Signal.MEMORY),
            Map.entry("DCGM_FI_DEV_SM_CLOCK", Signal.CLOCK),
            Map.entry("DCGM_FI_DEV_APP_SM_CLOCK", Signal.REQUESTED_CLOCK),
            Map.entry("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", Signal.THROTTLED),
            Map.entry("DCGM_FI_DEV_CLOCKS_EVENT_REASONS", Signal.THROTTLED),
            Map.entry("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", Signal.ECC_CORRECTED),
            Map.entry("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", Signal.ECC_UNCORRECTED),
            Map.entry("DCGM_FI_DEV_XID_ERRORS", Signal.FAILURE));
    private static final String FINE = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";
    private static final String COARSE = "DCGM_FI_DEV_GPU_UTIL";
    private static final Duration LATE = Duration.ofSeconds(5);

    private final PrometheusSamples server;
    private final Feed feed;
    private final Map<String, Boolean> hasFine = new HashMap<>();
    private final Map<String, String> families = new HashMap<>();

    /** Returns those of the server that the settings name. */
    public ServerSamples(PluginContext context, Feed feed) {
        this.server = PrometheusSamples.of(context, METRICS.keySet());
        this.feed = feed;
    }

    /** Reads the time up to the server's present; gives that. */
    public Instant read(Duration back) {
        Instant now = server.now();
        server.read(now.minus(back), now, this::sample);
        return now;
    }

    /**
     * Goes on from there until a time; samples that reach the server more than five seconds late are missed, and while it does not
     * answer nothing is known.
     *
     * @param trouble told when the server does not answer
     */
    public void follow(
            Instant from, Duration every, Clock clock, Instant until, Runnable tick, Consumer<String> trouble) {
        Instant next = from;
        while (clock.instant().isBefore(until) && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(every.toNanos());
            try {
                Instant end = server.now().minus(LATE);
                if (next.isBefore(end)) {
                    server.read(next, end, this::sample);
                    next = end;
                }
                tick.run();
            } catch (UnavailableException e) {
                trouble.accept(String.valueOf(e.getMessage()));
            }
        }
    }

    private void sample(Sample sample) {
        if (sample.job().isEmpty()) {
            return;
        }
        families.putIfAbsent(sample.job(), sample.family());
        String device = sample.host() + '\n' + sample.device();
        if (sample.metric().equals(FINE)) {
            hasFine.put(device, true);
        }
        boolean isCoarser = sample.metric().equals(COARSE) && hasFine.containsKey(device);
        Signal signal = METRICS.getOrDefault(sample.metric(), Signal.OTHER);
        if (signal != Signal.OTHER && !isCoarser) {
            feed.sample(
                    new Place(sample.job(), sample.host(), sample.device(), sample.metric()),
                    signal,
                    OptionalLong.of(sample.epochNanos()),
                    -1,
                    Units.of(signal, sample.metric(), sample.value()));
        }
    }

    /** Returns the families of the jobs that were seen, by job. */
    public Map<String, String> families() {
        return families;
    }
}
