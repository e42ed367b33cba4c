package dev.amdahl.core.internal.timeline.operators;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a tensor's elements.
 *
 * @param word short, such as {@code bf16}; the name of a declared peak where the type has one
 * @param bytes of an element
 */
public record ElementType(String word, int bytes) {
    private static final ElementType FP8 = new ElementType("fp8", 1);

    private static final Map<String, ElementType> KNOWN = Map.ofEntries(
            Map.entry("double", new ElementType("fp64", 8)),
            Map.entry("float", new ElementType("fp32", 4)),
            Map.entry("c10::Half", new ElementType("fp16", 2)),
            Map.entry("c10::BFloat16", new ElementType("bf16", 2)),
            Map.entry("c10::Float8_e4m3fn", FP8),
            Map.entry("c10::Float8_e4m3fnuz", FP8),
            Map.entry("c10::Float8_e5m2", FP8),
            Map.entry("c10::Float8_e5m2fnuz", FP8),
            Map.entry("c10::complex<float>", new ElementType("complex64", 8)),
            Map.entry("long int", new ElementType("int64", 8)),
            Map.entry("long", new ElementType("int64", 8)),
            Map.entry("int", new ElementType("int32", 4)),
            Map.entry("short int", new ElementType("int16", 2)),
            Map.entry("short", new ElementType("int16", 2)),
            Map.entry("signed char", new ElementType("int8", 1)),
            Map.entry("unsigned char", new ElementType("uint8", 1)),
            Map.entry("bool", new ElementType("bool", 1)));

    /** Returns the type by the name that the framework records; null if it is no type of a tensor. */
    static @Nullable ElementType of(String name) {
        return KNOWN.get(name);
    }
}
