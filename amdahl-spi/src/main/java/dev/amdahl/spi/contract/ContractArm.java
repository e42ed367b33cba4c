package dev.amdahl.spi.contract;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An arm that asks for nothing but its command. */
record ContractArm(String name, List<String> command) implements ArmRequest {
    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public Optional<Path> directory() {
        return Optional.empty();
    }

    @Override
    public Duration timeLimit() {
        return Duration.ofMinutes(2);
    }

    @Override
    public long outputLimitBytes() {
        return 1 << 16;
    }

    @Override
    public long seed() {
        return 1;
    }

    @Override
    public boolean isTraced() {
        return false;
    }

    @Override
    public List<String> outputs() {
        return List.of();
    }

    @Override
    public List<String> keep() {
        return List.of();
    }

    @Override
    public Map<String, ValueSource> measures() {
        return Map.of();
    }
}
