package dev.amdahl.core.internal.timeline.operators;

import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What an operator was called with: for each input its shape, its type and its value, as far as the trace tells; the shape of what is no
 * tensor is empty. Immutable.
 */
public final class Operands {
    private static final int MAX_DIGITS = 15;

    private final List<List<Long>> shapes;
    private final List<String> types;
    private final List<String> values;

    private Operands(List<List<Long>> shapes, List<String> types, List<String> values) {
        this.shapes = shapes;
        this.types = types;
        this.values = values;
    }

    /** Reads what {@link Lane#arguments} gives of an operator; whatever else is there has no inputs. */
    public static Operands of(String arguments) {
        int types = arguments.indexOf('|');
        int values = types < 0 ? -1 : arguments.indexOf('|', types + 1);
        if (values < 0) {
            return new Operands(List.of(), List.of(), List.of());
        }
        return new Operands(
                shapes(arguments.substring(0, types)),
                texts(arguments.substring(types + 1, values)),
                texts(arguments.substring(values + 1)));
    }

    /** Reads {@code [[8,4],[4],[]]}; of a list of tensors nothing is kept. */
    private static List<List<Long>> shapes(String text) {
        List<List<Long>> shapes = new ArrayList<>();
        List<Long> shape = new ArrayList<>();
        int depth = 0;
        int from = -1;
        boolean isList = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isDigit = c >= '0' && c <= '9';
            if (isDigit && from < 0) {
                from = i;
            } else if (!isDigit && from >= 0) {
                shape.add(i - from > MAX_DIGITS ? 0L : Long.parseLong(text.substring(from, i)));
                from = -1;
            }
            if (c == '[') {
                depth++;
                isList |= depth > 2;
            } else if (c == ']' && --depth == 1) {
                shapes.add(isList ? List.of() : List.copyOf(shape));
                shape.clear();
                isList = false;
            }
        }
        return List.copyOf(shapes);
    }

    /** Reads {@code [float;float;Scalar]}. */
    private static List<String> texts(String text) {
        return text.length() < 2
                ? List.of()
                : List.of(text.substring(1, text.length() - 1).split(";", -1));
    }

    int size() {
        return shapes.size();
    }

    /** Returns the shape of an input; empty for a scalar, for what is no tensor, and where there is none. */
    List<Long> shape(int i) {
        return i < shapes.size() ? shapes.get(i) : List.of();
    }

    /** Returns the type of an input; null where it is no tensor, or not told. */
    @Nullable
    TensorType type(int i) {
        return i < types.size() ? TensorType.of(types.get(i)) : null;
    }

    /** Returns whether the values of inputs were recorded. */
    boolean hasValues() {
        return !values.isEmpty();
    }

    /** Returns the value of an input as the framework writes it; empty for a tensor and where it is not told. */
    String value(int i) {
        return i < values.size() ? values.get(i) : "";
    }

    /** Returns how many elements an input has; 0 for what has no shape. */
    double elements(int i) {
        return shape(i).isEmpty() ? 0 : product(shape(i));
    }

    /** Returns how many bytes an input has; 0 where its shape or its type is not told. */
    double bytes(int i) {
        TensorType type = type(i);
        return type == null ? 0 : elements(i) * type.bytes();
    }

    static double product(List<Long> shape) {
        double product = 1;
        for (long length : shape) {
            product *= length;
        }
        return product;
    }

    /** Returns the shapes of the tensors, and the type of the first, for people: {@code 141x512 512x512 bf16}. */
    public String words() {
        StringJoiner words = new StringJoiner(" ");
        String first = "";
        for (int i = 0; i < shapes.size(); i++) {
            TensorType type = type(i);
            if (type != null && !shapes.get(i).isEmpty()) {
                StringJoiner shape = new StringJoiner("x");
                shapes.get(i).forEach(length -> shape.add(length.toString()));
                words.add(shape.toString());
                first = first.isEmpty() ? type.word() : first;
            }
        }
        return first.isEmpty() ? "" : words.add(first).toString();
    }
}
