package dev.amdahl.gpu.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sizes of one input of a task, in the order of its dimensions.
 *
 * @param sizes each above 0
 */
public record Shape(List<Integer> sizes) {
    public Shape {
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty() || sizes.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("sizes are above 0, were " + sizes);
        }
    }

    /** With these sizes. */
    public static Shape of(Integer... sizes) {
        return new Shape(List.of(sizes));
    }

    int at(int dimension) {
        return sizes.get(dimension);
    }

    Shape with(int dimension, int size) {
        List<Integer> changed = new ArrayList<>(sizes);
        changed.set(dimension, size);
        return new Shape(changed);
    }

    /** Returns the same with half of its largest size. */
    Shape halved() {
        int largest = sizes.indexOf(Collections.max(sizes));
        return with(largest, Math.max(1, at(largest) / 2));
    }

    @Override
    public String toString() {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
