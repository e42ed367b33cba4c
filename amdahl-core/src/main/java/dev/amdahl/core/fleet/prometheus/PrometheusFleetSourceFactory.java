package dev.amdahl.core.fleet.prometheus;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;

/**
 * Creates a source over the server named by the setting {@code url}; the others are {@code token_env}, {@code token_file}, {@code
 * selector}, {@code activity}, {@code power}, {@code job_labels}, {@code family_label}, {@code owner_label}, {@code family_pattern},
 * {@code step}, {@code scrape_interval}, {@code lookback}, {@code timeout} and {@code most_bytes}. Stateless.
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
        return new PrometheusFleetSource(PrometheusSettings.of(context), context.clock());
    }
}
