package dev.amdahl.core.internal.timeline.operators;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a tensor's elements.
 *
 * @param word short, such as {@code bf16}; the name of a declared peak where the type has one
 * @param bytes of an element
 */
public record TensorType(String word, int bytes) {
    private static final TensorType FP8 = new TensorType("fp8", 1);

    private static final Map<String, TensorType> KNOWN = Map.ofEntries(
            Map.entry("double", new TensorType("fp64", 8)),
            Map.entry("float", new TensorType("fp32", 4)),
            Map.entry("c10::Half", new TensorType("fp16", 2)),
            Map.entry("c10::BFloat16", new TensorType("bf16", 2)),
            Map.entry("c10::Float8_e4m3fn", FP8),
            Map.entry("c10::Float8_e4m3fnuz", FP8),
            Map.entry("c10::Float8_e5m2", FP8),
            Map.entry("c10::Float8_e5m2fnuz", FP8),
            Map.entry("c10::complex<float>", new TensorType("complex64", 8)),
            Map.entry("long int", new TensorType("int64", 8)),
            Map.entry("long", new TensorType("int64", 8)),
            Map.entry("int", new TensorType("int32", 4)),
            Map.entry("short int", new TensorType("int16", 2)),
            Map.entry("short", new TensorType("int16", 2)),
            Map.entry("signed char", new TensorType("int8", 1)),
            Map.entry("unsigned char", new TensorType("uint8", 1)),
            Map.entry("bool", new TensorType("bool", 1)));

    /** Returns the type by the name that the framework records; null if it is no type of a tensor. */
    static @Nullable TensorType of(String name) {
        return KNOWN.get(name);
    }
}
