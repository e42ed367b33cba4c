package dev.amdahl.gpu.bilinear;

import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The lowest ranks that have been published, by sides in any order: A. Fawzi and others, Discovering faster matrix multiplication algorithms
 * with reinforcement learning (Nature 610, 2022), and over the integers modulo 2 also Y. Arai, Y. Ichikawa and K. Hukushima (2024) and
 * J. Moosbauer and M. Poole (2025). Others may be lower by now. Immutable.
 */
public final class KnownRanks {
    private static final Map<String, Integer> ANY_RING = Map.ofEntries(
            Map.entry("222", 7),
            Map.entry("223", 11),
            Map.entry("224", 14),
            Map.entry("225", 18),
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
            Map.entry("346", 56),
            Map.entry("355", 58),
            Map.entry("356", 71),
            Map.entry("444", 49),
            Map.entry("445", 62),
            Map.entry("446", 74),
            Map.entry("455", 76),
            Map.entry("456", 93),
            Map.entry("555", 97),
            Map.entry("556", 116));

    private static final Map<String, Integer> MODULO_2 =
            Map.of("444", 47, "445", 60, "455", 73, "555", 94, "566", 144, "666", 164);

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
