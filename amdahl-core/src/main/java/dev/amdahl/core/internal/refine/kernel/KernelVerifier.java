package dev.amdahl.core.internal.refine.kernel;

import static java.util.Objects.requireNonNull;

import com.google.common.hash.HashCode;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Judges kernels: form, build, right results on inputs drawn again each time, and speed against the baseline of the task. Thread-safe;
 * verifications wait for each other, so that they do not disturb each other's times.
 */
public final class KernelVerifier implements Verifier {
    private static final int MAX_BYTES = 1 << 16;

    private final KernelTask task;
    private final Language language;
    private final Toolchain toolchain;
    private final BuildDirectory workshop;
    private final VerificationSettings effort;
    private final LongSupplier seeds;

    /** @param seeds where inputs start from; whoever knows them in advance can write the answers down */
    public KernelVerifier(
            KernelTask task,
            Language language,
            BuildDirectory workshop,
            VerificationSettings effort,
            LongSupplier seeds) {
        this(task, language, workshop.toolchain(language), workshop, effort, seeds);
    }

    KernelVerifier(
            KernelTask task,
            Language language,
            Toolchain toolchain,
            BuildDirectory workshop,
            VerificationSettings effort,
            LongSupplier seeds) {
        this.task = requireNonNull(task);
        this.language = requireNonNull(language);
        this.toolchain = requireNonNull(toolchain);
        this.workshop = requireNonNull(workshop);
        this.effort = requireNonNull(effort);
        this.seeds = requireNonNull(seeds);
    }

    @Override
    public Finding verify(Candidate candidate) {
        String source = candidate.source();
        int length = source.getBytes(StandardCharsets.UTF_8).length;
        if (source.isBlank() || length > MAX_BYTES || source.indexOf('\0') >= 0) {
            return Finding.stopped(
                    Stage.NONE, "no source of 1 to " + MAX_BYTES + " bytes without zeros, but one of " + length);
        }
        Optional<HackReport> plain = toolchain.scan(source);
        if (plain.isPresent()) {
            return plain.get().at(Stage.FORMED);
        }
        synchronized (workshop) {
            try {
                Path place = workshop.fresh();
                try {
                    return built(place, source);
                } finally {
                    BuildDirectory.discard(place);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private Finding built(Path place, String source) throws IOException {
        Optional<String> failure = workshop.build(toolchain, place, source);
        if (failure.isPresent()) {
            return Finding.stopped(Stage.FORMED, "does not compile: " + failure.get());
        }
        Optional<HackReport> inside = toolchain.inspect(place);
        if (inside.isPresent()) {
            return inside.get().at(Stage.BUILT);
        }
        HashCode before = BuildDirectory.digest(toolchain.evaluator(place));
        RandomGenerator random = new SplittableRandom(seeds.getAsLong());
        Finding finding;
        try {
            finding = new PairedBenchmark(task, toolchain, workshop.enclosure(), effort, random)
                    .finding(place, workshop.baseline(task, language));
        } catch (CandidateRejectedException rejected) {
            finding = rejected.finding();
        }
        if (!BuildDirectory.digest(toolchain.evaluator(place)).equals(before)) {
            return new HackReport(Hack.EVALUATOR, "the runner or the kernel changed while it ran").at(Stage.BUILT);
        }
        return finding;
    }
}
