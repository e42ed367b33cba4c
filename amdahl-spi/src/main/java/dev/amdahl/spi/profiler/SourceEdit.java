package dev.amdahl.spi.profiler;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.List;

/**
 * A change of a program that can be tried, made by its syntax tree.
 *
 * @param name what is changed, such as {@code gzip-level}; each at most once in a program
 * @param title the same in words
 * @param idea the id of the idea that it carries out
 * @param addresses the classes it may relieve, main one first
 * @param needsDevice whether it can help only where the program computes on an accelerator
 * @param places where, such as {@code train.py:14}
 * @param diff a unified diff with paths relative to the folder, as {@code git apply} takes it
 */
public record SourceEdit(
        String name,
        String title,
        String idea,
        List<Bottleneck> addresses,
        boolean needsDevice,
        List<String> places,
        String diff) {
    public SourceEdit {
        addresses = List.copyOf(addresses);
        places = List.copyOf(places);
    }
}
