package dev.amdahl.core.internal.workspace;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An arm with another command and with files that must stay as they are. */
record ConfinedArm(ArmRequest arm, List<String> command, Optional<Path> harness) implements ArmRequest {
    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public Map<String, String> environment() {
        return arm.environment();
    }

    @Override
    public Optional<Path> directory() {
        return arm.directory();
    }

    @Override
    public Duration timeLimit() {
        return arm.timeLimit();
    }

    @Override
    public long outputLimitBytes() {
        return arm.outputLimitBytes();
    }

    @Override
    public long seed() {
        return arm.seed();
    }

    @Override
    public boolean isTraced() {
        return arm.isTraced();
    }

    @Override
    public List<String> outputs() {
        return arm.outputs();
    }

    @Override
    public List<String> keep() {
        return arm.keep();
    }

    @Override
    public Optional<String> schedule() {
        return arm.schedule();
    }

    @Override
    public Map<String, ValueSource> measures() {
        return arm.measures();
    }
}
