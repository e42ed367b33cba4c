package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Makes sources as a host would. */
final class PrometheusSource {
    private PrometheusSource() {}

    static FleetSource with(String url, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("url", url);
        return new PrometheusFleetSourceFactory().create(new Context(settings));
    }

    private record Context(Map<String, String> settings) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public RandomGenerator random() {
            return RandomGenerator.getDefault();
        }

        @Override
        public Path directory() {
            return Path.of("");
        }
    }
}
