package dev.amdahl.profilers.internal.jfr;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/** Fields of events, which differ between releases of the JDK. */
final class Fields {
    private static final Pattern PERIOD = Pattern.compile("^([1-9]\\d{0,9}) ?(ns|us|ms|s|m)$");

    private Fields() {}

    /** Returns a number from 0; empty where the event has none. */
    static OptionalDouble number(RecordedEvent event, String field) {
        if (!event.hasField(field)) {
            return OptionalDouble.empty();
        }
        Object value = event.getValue(field);
        double number = value instanceof Number found ? found.doubleValue() : Double.NaN;
        return number >= 0 && number < 1e18 ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    /** Returns a number from 0 to 1. */
    static OptionalDouble share(RecordedEvent event, String field) {
        OptionalDouble number = number(event, field);
        return number.isPresent() && number.getAsDouble() <= 1 ? number : OptionalDouble.empty();
    }

    static String text(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof String text ? text : "";
    }

    /** Returns a time span in seconds; 0 where the event has none or it is negative. */
    static double seconds(RecordedEvent event, String field) {
        Duration span = event.hasField(field) ? event.getDuration(field) : Duration.ZERO;
        return span.isNegative() ? 0 : span.getSeconds() + span.getNano() / 1e9;
    }

    /** Returns the name of a class; empty text where the event has none. */
    static String type(RecordedEvent event, String field) {
        boolean isClass = !field.isEmpty() && event.hasField(field);
        return isClass && event.getValue(field) instanceof RecordedClass found ? found.getName() : "";
    }

    /** {@code 20 ms} in seconds; empty for settings without a time, such as {@code everyChunk}. */
    static Optional<Double> period(String setting) {
        Matcher period = PERIOD.matcher(setting);
        if (!period.find()) {
            return Optional.empty();
        }
        double number = Double.parseDouble(period.group(1));
        return Optional.of(
                switch (period.group(2)) {
                    case "ns" -> number / 1e9;
                    case "us" -> number / 1e6;
                    case "ms" -> number / 1e3;
                    case "m" -> number * 60;
                    default -> number;
                });
    }
}
