package dev.amdahl.profilers.internal.telemetry;

import java.util.Locale;

/** Reasons for a lower clock that take work away: power, heat, hardware; not idleness or a clock that somebody asked for. */
public final class ThrottleReasons {
    private static final long POWER_CAP = 0x4;
    private static final long HARDWARE = 0x8;
    private static final long SOFTWARE_THERMAL = 0x20;
    private static final long HARDWARE_THERMAL = 0x40;
    private static final long POWER_BRAKE = 0x80;
    private static final long HARMFUL = POWER_CAP | HARDWARE | SOFTWARE_THERMAL | HARDWARE_THERMAL | POWER_BRAKE;

    private ThrottleReasons() {}

    /** 1 or 0 from the driver's bits. */
    public static double ofBits(long bits) {
        return (bits & HARMFUL) == 0 ? 0 : 1;
    }

    /** 1 or 0 from a hexadecimal cell such as {@code 0x0000000000000004}, NaN for anything else. */
    static double ofHex(String cell) {
        String text = cell.strip().toLowerCase(Locale.ROOT);
        return text.matches("0x[0-9a-f]{1,16}") ? ofBits(Long.parseUnsignedLong(text.substring(2), 16)) : Double.NaN;
    }

    /** Returns whether a column of that name is one such reason. */
    static boolean isReason(String column) {
        String name = column.substring(column.indexOf('.') + 1);
        return switch (name) {
            case "sw_power_cap",
                    "hw_slowdown",
                    "sw_thermal_slowdown",
                    "hw_thermal_slowdown",
                    "hw_power_brake_slowdown" -> true;
            default -> false;
        };
    }

    /** 1 for {@code Active}, 0 for {@code Not Active}, NaN for a blank. */
    static double ofWord(String cell) {
        return switch (cell.strip().toLowerCase(Locale.ROOT)) {
            case "active" -> 1;
            case "not active" -> 0;
            default -> Double.NaN;
        };
    }
}
