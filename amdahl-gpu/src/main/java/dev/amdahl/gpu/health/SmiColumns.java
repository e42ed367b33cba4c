package dev.amdahl.gpu.health;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns that a driver can be asked for, and how its rows are read. Immutable. */
final class SmiColumns {
    private static final List<String> IDENTITY = List.of("uuid", "name", "driver_version");

    private final Map<SmiField, String> names;
    private final List<SmiField> fields;

    private SmiColumns(Map<SmiField, String> names) {
        this.names = names;
        this.fields = List.copyOf(names.keySet());
    }

    /** Returns those that the text of {@code --help-query-gpu} names. */
    static SmiColumns knownIn(String help) {
        Map<SmiField, String> names = new LinkedHashMap<>();
        for (SmiField field : SmiField.values()) {
            field.knownIn(help).ifPresent(name -> names.put(field, name));
        }
        return new SmiColumns(names);
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Returns the option of {@code nvidia-smi}. */
    String query() {
        return Stream.concat(IDENTITY.stream(), names.values().stream())
                .collect(Collectors.joining(",", "--query-gpu=", ""));
    }

    /** Returns one row; empty if it is not one. What the device does not support is missing in it. */
    Optional<SmiReading> read(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != IDENTITY.size() + fields.size() || !cells[0].strip().startsWith("GPU-")) {
            return Optional.empty();
        }
        Map<SmiField, Double> numbers = new EnumMap<>(SmiField.class);
        for (int i = 0; i < fields.size(); i++) {
            SmiField field = fields.get(i);
            number(cells[IDENTITY.size() + i].strip()).ifPresent(number -> numbers.put(field, number));
        }
        return Optional.of(new SmiReading(cells[0].strip(), cells[1].strip(), cells[2].strip(), numbers));
    }

    private static OptionalDouble number(String cell) {
        if (cell.matches("-?\\d{1,12}(\\.\\d{1,6})?")) {
            return OptionalDouble.of(Double.parseDouble(cell));
        }
        if (cell.matches("0x[0-9a-fA-F]{1,16}")) {
            return OptionalDouble.of((double) Long.parseUnsignedLong(cell.substring(2), 16));
        }
        return switch (cell.toLowerCase(Locale.ROOT)) {
            case "active" -> OptionalDouble.of(1);
            case "not active" -> OptionalDouble.of(0);
            default -> OptionalDouble.empty();
        };
    }
}
