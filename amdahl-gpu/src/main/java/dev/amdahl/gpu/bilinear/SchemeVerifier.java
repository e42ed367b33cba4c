package dev.amdahl.gpu.bilinear;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.util.Optional;

/**
 * The environment in which algorithms are judged: a candidate is the text of a scheme ({@link SchemeText}), correct if all equations hold.
 * Nothing is measured here. Immutable, thread-safe.
 */
public final class SchemeVerifier implements Verifier {
    private final Format format;
    private final Ring ring;

    /** Of schemes of one format. */
    public SchemeVerifier(Format format, Ring ring) {
        this.format = requireNonNull(format);
        this.ring = requireNonNull(ring);
    }

    @Override
    public Finding verify(Candidate candidate) {
        Scheme scheme;
        try {
            scheme = SchemeText.parse(candidate.source());
        } catch (InvalidInputException unreadable) {
            return Finding.stopped(Stage.NONE, String.valueOf(unreadable.getMessage()));
        }
        if (!scheme.format().equals(format)) {
            return Finding.stopped(Stage.NONE, "a scheme of " + scheme.format() + ", asked for was " + format);
        }
        Optional<String> wrong = scheme.wrongEquation(ring);
        if (wrong.isPresent()) {
            return Finding.stopped(Stage.FORMED, "over " + ring + " " + wrong.get());
        }
        return Finding.stopped(Stage.CORRECT, "exact over " + ring + ", rank " + scheme.rank());
    }
}
