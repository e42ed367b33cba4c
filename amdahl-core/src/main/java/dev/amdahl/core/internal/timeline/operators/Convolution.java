package dev.amdahl.core.internal.timeline.operators;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a convolution: each element of the output is a sum of as many products as the filter has elements, those of one group; of a
 * transposed one, each of the input. The gradients of the input and of the filter cost as much each.
 */
final class Convolution {
    private static final int STRIDE = 3;
    private static final int PADDING = 4;
    private static final int DILATION = 5;
    private static final int TRANSPOSED = 6;
    private static final int ADDED = 7;

    private Convolution() {}

    /** @param isBackward whether the inputs are a gradient, and then those of the convolution itself */
    static @Nullable OperatorCost cost(Operands in, boolean isBackward) {
        int shift = isBackward ? 1 : 0;
        List<Long> x = in.shape(shift);
        List<Long> w = in.shape(shift + 1);
        if (x.size() < 3 || x.size() != w.size()) {
            return null;
        }
        boolean isTransposed = in.value(shift + TRANSPOSED).equals("True");
        double out =
                isBackward ? in.elements(0) : in.hasValues() ? Operands.product(output(in, x, w, isTransposed)) : 0;
        if (out <= 0) {
            return null;
        }
        double one = 2 * (isTransposed ? in.elements(shift) : out) * Operands.product(w.subList(1, w.size()));
        TensorType type = in.type(shift);
        double moved = in.elements(shift) + in.elements(shift + 1) + out;
        return new OperatorCost(
                isBackward ? 2 * one : one,
                type == null ? 0 : (isBackward ? 2 : 1) * moved * type.bytes(),
                type == null ? "" : type.word());
    }

    private static List<Long> output(Operands in, List<Long> x, List<Long> w, boolean isTransposed) {
        int dimensions = x.size() - 2;
        List<Long> stride = values(in.value(STRIDE), dimensions, 1);
        List<Long> padding = values(in.value(PADDING), dimensions, 0);
        List<Long> dilation = values(in.value(DILATION), dimensions, 1);
        List<Long> added = values(in.value(ADDED), dimensions, 0);
        List<Long> output = new ArrayList<>(List.of(x.get(0), isTransposed ? w.get(1) : w.get(0)));
        for (int i = 0; i < dimensions; i++) {
            long reach = dilation.get(i) * (w.get(i + 2) - 1);
            long length = x.get(i + 2);
            long step = Math.max(1, stride.get(i));
            output.add(Math.max(
                    0,
                    isTransposed
                            ? (length - 1) * step - 2 * padding.get(i) + reach + added.get(i) + 1
                            : Math.floorDiv(length + 2 * padding.get(i) - reach - 1, step) + 1));
        }
        return output;
    }

    /** Reads {@code [2, 2]}; one number stands for all dimensions. */
    private static List<Long> values(String text, int dimensions, long otherwise) {
        List<Long> values = new ArrayList<>();
        for (String one : text.split("[^0-9]+", -1)) {
            if (!one.isEmpty() && one.length() <= 9) {
                values.add(Long.parseLong(one));
            }
        }
        while (values.size() < dimensions) {
            values.add(values.isEmpty() ? otherwise : values.get(0));
        }
        return values;
    }
}
