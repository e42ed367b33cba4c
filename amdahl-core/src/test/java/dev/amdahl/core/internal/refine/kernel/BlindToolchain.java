package dev.amdahl.core.internal.refine.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A toolchain that looks at nothing: what is left are the guards of the running process. */
record BlindToolchain(Toolchain seeing) implements Toolchain {
    @Override
    public String sourceName() {
        return seeing.sourceName();
    }

    @Override
    public Optional<HackReport> scan(String source) {
        return Optional.empty();
    }

    @Override
    public void prepare(Path folder) throws IOException {
        seeing.prepare(folder);
    }

    @Override
    public List<String> build() {
        return seeing.build();
    }

    @Override
    public Optional<HackReport> inspect(Path folder) {
        return Optional.empty();
    }

    @Override
    public List<String> serve(Path folder, Path arena, Duration processorTime) {
        return seeing.serve(folder, arena, processorTime);
    }

    @Override
    public List<Path> evaluator(Path folder) throws IOException {
        return seeing.evaluator(folder);
    }

    @Override
    public boolean copiesBuffers() {
        return seeing.copiesBuffers();
    }

    @Override
    public int warmUps() {
        return seeing.warmUps();
    }
}
