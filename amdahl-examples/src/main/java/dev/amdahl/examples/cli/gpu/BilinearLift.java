package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.gpu.bilinear.HenselLift;
import dev.amdahl.gpu.bilinear.Lift;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeRun;
import java.util.Locale;
import java.util.Optional;

/**
 * What becomes of an exact scheme: it is lifted where it holds modulo 2, and carried out on the host where it holds.
 *
 * @param scheme exact over the ring
 * @param ring where it was looked for
 * @param lift over the integers or with a denominator; empty where none was found
 * @param run of the lift, or modulo 2
 */
record BilinearLift(Scheme scheme, Ring ring, Optional<Lift> lift, SchemeRun run) {
    private static final int ATTEMPTS = 10;

    static BilinearLift of(Scheme scheme, Ring ring, long seed) {
        Optional<Lift> lift = ring == Ring.Z ? Optional.of(new Lift(scheme, 1)) : HenselLift.of(scheme, seed, ATTEMPTS);
        SchemeRun run =
                lift.map(found -> SchemeRun.whole(found, seed)).orElseGet(() -> SchemeRun.modulo2(scheme, seed));
        return new BilinearLift(scheme, ring, lift, run);
    }

    /** Returns the scheme over the integers, if it has one. */
    static Optional<Scheme> whole(SchemeJson file, long seed) {
        return file.ring() == Ring.Z || !file.scheme().isExact(Ring.Z2)
                ? Optional.of(file.scheme())
                : HenselLift.of(file.scheme(), seed, ATTEMPTS)
                        .filter(lift -> lift.denominator() == 1)
                        .map(Lift::scheme);
    }

    void addTo(ObjectNode json) {
        if (ring == Ring.Z2) {
            json.put("lifts", lift.isPresent());
            lift.ifPresent(found -> json.put("lift_denominator", found.denominator())
                    .set("lift", new SchemeJson(found.scheme(), Ring.Z).json()));
        }
        json.putObject("run")
                .put("field", lift.isPresent() ? "z" : "z2")
                .put("rows", run.rows())
                .put("multiplications", run.multiplications())
                .put("definition", run.definition())
                .put("equal", run.isEqual());
    }

    String text() {
        String lifted = lift.map(found -> found.denominator() == 1
                        ? "yes, to the integers, coefficients up to "
                                + found.scheme().largestCoefficient()
                        : "yes, with the denominator " + found.denominator())
                .orElseGet(() -> HenselLift.existsModulo4(scheme)
                        ? "no lift found in " + ATTEMPTS + " attempts: it holds modulo 2 only, as far as these tell"
                        : "no, it holds modulo 2 only: it has no lift even modulo 4");
        return (ring == Ring.Z2 ? "lifts     " + lifted + "\n" : "")
                + String.format(
                        Locale.ROOT,
                        "run       %s, two levels, %d rows: %,d multiplications for %,d, %s%n",
                        lift.isPresent() ? "over the integers" : "modulo 2",
                        run.rows(),
                        run.multiplications(),
                        run.definition(),
                        run.isEqual() ? "equal to the definition" : "NOT equal to the definition");
    }
}
