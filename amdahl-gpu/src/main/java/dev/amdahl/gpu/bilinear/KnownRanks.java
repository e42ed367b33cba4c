package dev.amdahl.gpu.bilinear;

import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The lowest ranks that have been published, by sides in any order, over the integers: column Z of the list of A. Perminov's
 * FastMatrixMultiplication as of July 2026, which follows the catalogue of A. Sedoglavic (fmm.univ-lille.fr). Over the integers modulo 2 the
 * same, or less where it is known: A. Fawzi and others (Nature 610, 2022) for 4x4x4, M. Kauers and J. Moosbauer (2022) for 4x4x5, Y. Arai
 * and others (2024) for 4x5x5. Where coefficients may be halves 2x4x5 has 32 and 4x4x4 has 48. Others may be lower by now. Immutable.
 */
public final class KnownRanks {
    private static final Map<String, Integer> ANY_RING = Map.ofEntries(
            Map.entry("222", 7),
            Map.entry("223", 11),
            Map.entry("224", 14),
            Map.entry("225", 18),
            Map.entry("226", 21),
            Map.entry("233", 15),
            Map.entry("234", 20),
            Map.entry("235", 25),
            Map.entry("244", 26),
            Map.entry("245", 33),
            Map.entry("255", 40),
            Map.entry("333", 23),
            Map.entry("334", 29),
            Map.entry("335", 36),
            Map.entry("336", 42),
            Map.entry("344", 38),
            Map.entry("345", 47),
            Map.entry("346", 54),
            Map.entry("355", 58),
            Map.entry("356", 68),
            Map.entry("444", 49),
            Map.entry("445", 61),
            Map.entry("446", 73),
            Map.entry("455", 76),
            Map.entry("456", 90),
            Map.entry("555", 93),
            Map.entry("556", 110),
            Map.entry("566", 130),
            Map.entry("666", 153));

    private static final Map<String, Integer> MODULO_2 = Map.of("444", 47, "445", 60, "455", 73);

    private KnownRanks() {}

    /** Returns the lowest published rank of a format, with a vector as a factor that of the definition; empty where none is listed. */
    public static OptionalInt of(Format format, Ring ring) {
        if (Math.min(format.n(), Math.min(format.m(), format.p())) == 1) {
            return OptionalInt.of(format.n() * format.m() * format.p());
        }
        String sides = IntStream.of(format.n(), format.m(), format.p())
                .sorted()
                .mapToObj(Integer::toString)
                .collect(Collectors.joining());
        Integer rank = ring == Ring.Z2 && MODULO_2.containsKey(sides) ? MODULO_2.get(sides) : ANY_RING.get(sides);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }
}
