package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;

/**
 * Creates a source over the server named by the setting {@code url}; the others are {@code token-env}, {@code token-file}, {@code
 * selector}, {@code activity}, {@code power}, {@code job-labels}, {@code family-label}, {@code owner-label}, {@code family-pattern},
 * {@code step}, {@code scrape-interval}, {@code lookback}, {@code timeout},
 * {@code most-bytes}, {@code recorded} and {@code keep}. Stateless.
 */
public final class PrometheusFleetSourceFactory implements FleetSourceFactory {
    @Override
    public String name() {
        return "prometheus";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public FleetSource create(PluginContext context) {
        return new PrometheusFleetSource(
                PrometheusSettings.of(context), PrometheusSettings.identity(context), context.clock());
    }
}
