package dev.amdahl.profilers.internal.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServingProfilerTest extends ProfilerContract {
    private static final String REPORT = """
            {
              "requests" : 300,
              "objective" : "latency<=100ms",
              "goodput_per_second" : 12.0,
              "prefill_decode_interference" : null,
              "engine" : {"name" : "vllm", "running" : 7.5, "batch_capped_frac" : 0.9, "cache_used_frac" : null}
            }
            """;

    @Override
    protected Profiler profiler() {
        return new ServingProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(Files.writeString(directory.resolve("report.json"), REPORT), "serving");
    }

    @Test
    void whatWasNotMeasuredIsAbsent(@TempDir Path directory) throws IOException {
        Profile profile = profiler().read(write(directory), ProfileLimits.DEFAULT);

        assertThat(profile.counters()).isEqualTo(Map.of("batch_size", 7.5, "batch_capped_frac", .9));
        assertThat(profile.findings()).isEmpty();
    }

    @Test
    void noOtherReaderTakesItForItsOwn(@TempDir Path directory) throws IOException {
        Artifact report = write(directory);
        PluginContext context = new PluginContext() {
            @Override
            public Clock clock() {
                return Clock.systemUTC();
            }

            @Override
            public RandomGenerator random() {
                return new SplittableRandom(1);
            }

            @Override
            public Path directory() {
                return directory;
            }

            @Override
            public Map<String, String> settings() {
                return Map.of();
            }
        };

        assertThat(ServiceLoader.load(ProfilerFactory.class))
                .filteredOn(factory -> factory.create(context).reads(report))
                .extracting(ProfilerFactory::name)
                .containsExactly("serving");
    }

    @Test
    void anotherDocumentIsRefused(@TempDir Path directory) throws IOException {
        Artifact other = new Artifact(Files.writeString(directory.resolve("other.json"), "{}"), "serving");

        assertThat(profiler().reads(other)).isFalse();
        assertThatThrownBy(() -> profiler().read(other, ProfileLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a report of a load");
    }
}
