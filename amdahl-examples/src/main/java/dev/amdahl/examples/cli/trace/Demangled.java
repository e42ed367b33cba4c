package dev.amdahl.examples.cli.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The names and the plain template arguments of a symbol as C++ compilers for Linux write it ({@code _ZN…}); what is not understood ends
 * the reading, so that any text has an answer. Not thread-safe, used once.
 */
final class Demangled {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("DF16b", "bf16"),
            Map.entry("DF16_", "fp16"),
            Map.entry("f", "float"),
            Map.entry("d", "double"),
            Map.entry("i", "int"),
            Map.entry("j", "unsigned int"),
            Map.entry("l", "long"),
            Map.entry("m", "unsigned long"),
            Map.entry("h", "unsigned char"),
            Map.entry("b", "bool"),
            Map.entry("a", "int8"),
            Map.entry("v", "void"));

    private final String text;
    private int at;

    private Demangled(String text, int at) {
        this.text = text;
        this.at = at;
    }

    static String of(String symbol) {
        Demangled reading = new Demangled(symbol, symbol.startsWith("_ZN") ? 3 : 2);
        List<String> names = new ArrayList<>();
        while (reading.at < symbol.length() && "KLrV".indexOf(symbol.charAt(reading.at)) >= 0) {
            reading.at++;
        }
        for (String name = reading.name(); !name.isEmpty(); name = reading.name()) {
            names.add(name + reading.arguments());
        }
        return names.isEmpty() ? symbol : String.join("::", names);
    }

    /** Returns a name with its length before it; empty if there is none. */
    private String name() {
        int digits = at;
        while (digits < text.length() && digits < at + 4 && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        if (digits == at) {
            return "";
        }
        int length = Integer.parseInt(text.substring(at, digits));
        if (length == 0 || digits + length > text.length()) {
            return "";
        }
        at = digits + length;
        String name = text.substring(digits, at);
        return name.startsWith("_GLOBAL__N") ? "(anonymous namespace)" : name;
    }

    private String arguments() {
        if (at >= text.length() || text.charAt(at) != 'I') {
            return "";
        }
        at++;
        List<String> arguments = new ArrayList<>();
        while (at < text.length() && text.charAt(at) != 'E') {
            String argument = argument();
            if (argument.isEmpty()) {
                return arguments.isEmpty() ? "" : "<" + String.join(", ", arguments) + ", …>";
            }
            arguments.add(argument);
        }
        at++;
        return "<" + String.join(", ", arguments) + ">";
    }

    private String argument() {
        if (text.charAt(at) == 'L') {
            int end = text.indexOf('E', at);
            if (end < 0 || end - at < 3 || !text.substring(at + 2, end).matches("n?\\d+")) {
                return "";
            }
            String value = text.substring(at + 2, end).replace('n', '-');
            boolean isTruth = text.charAt(at + 1) == 'b';
            at = end + 1;
            return isTruth ? value.equals("0") ? "false" : "true" : value;
        }
        for (Map.Entry<String, String> type : TYPES.entrySet()) {
            if (text.startsWith(type.getKey(), at)) {
                at += type.getKey().length();
                return type.getValue();
            }
        }
        String name = name();
        return name.isEmpty() ? "" : name + arguments();
    }
}
