package dev.amdahl.gpu.bilinear;

import dev.amdahl.spi.InvalidInputException;
import java.util.Locale;

/** Where the equations of a scheme hold. */
public enum Ring {
    /** The integers: for matrices over any ring. */
    Z,
    /** The integers modulo 2: for matrices over rings of characteristic 2 only, unless it can be lifted. */
    Z2;

    /**
     * Reads {@code z} or {@code z2}.
     *
     * @param place where it was written
     * @throws InvalidInputException if it is neither
     */
    public static Ring parse(String place, String text) {
        for (Ring ring : values()) {
            if (ring.toString().equals(text)) {
                return ring;
            }
        }
        throw new InvalidInputException(place, "unknown field '" + text + "'", "write z or z2");
    }

    /** As it is written, {@code z} or {@code z2}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
