package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ElementType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the CUDA C++ of a combination: a thread for each place in a block, all sums unrolled. Immutable. */
final class CombinationText {
    private static final String BEGIN = """
            extern "C" __global__ void %s(const %s* __restrict__ from, %s* __restrict__ to, long long offset,
                int rows, int columns, int stride, int blockRows, int blockColumns)
            {
                const int j = blockIdx.x * blockDim.x + threadIdx.x;
                const int i = blockIdx.y;
                if (j >= blockColumns) return;
                const long long size = (long long) blockRows * blockColumns;
                const long long at = (long long) i * blockColumns + j;
            """;
    private static final String IS_INSIDE = "(%1$d * blockRows + i < rows && %2$d * blockColumns + j < columns)";
    private static final String ENTRY = "[offset + (%1$dLL * blockRows + i) * stride + %2$dLL * blockColumns + j]";

    private final Combination combination;

    CombinationText(Combination combination) {
        this.combination = combination;
    }

    @Override
    public String toString() {
        String element = element();
        StringBuilder text = new StringBuilder(conversions());
        text.append(BEGIN.formatted(Combination.ENTRY, element, element));
        for (int input = 0; input < combination.inputs(); input++) {
            text.append("    const ").append(sum()).append(" x").append(input).append(" = ");
            text.append(combination.isGather() ? inside(input) + " ? load(from" + entry(input) + ") : 0" : block(input))
                    .append(";\n");
        }
        int next = combination.inputs();
        for (int[] pair : combination.sums().pairs()) {
            text.append("    const %s x%d = x%d %s x%d;\n"
                    .formatted(sum(), next++, pair[0], pair[2] < 0 ? "-" : "+", pair[1]));
        }
        List<int[]> weights = combination.sums().weights();
        for (int output = 0; output < weights.size(); output++) {
            String value = "store(" + sum(weights.get(output)) + ");\n";
            text.append(
                    combination.isGather()
                            ? "    to[" + output + "LL * size + at] = " + value
                            : "    if " + inside(output) + " to" + entry(output) + " = " + value);
        }
        return text.append("}\n").toString();
    }

    private static String block(int input) {
        return "load(from[" + input + "LL * size + at])";
    }

    private String inside(int block) {
        return IS_INSIDE.formatted(block / combination.gridColumns(), block % combination.gridColumns());
    }

    private String entry(int block) {
        return ENTRY.formatted(block / combination.gridColumns(), block % combination.gridColumns());
    }

    private static String sum(int[] weights) {
        String sum = IntStream.of(Combination.taken(weights))
                .mapToObj(input -> weights[input] + " * x" + input)
                .collect(Collectors.joining(" + "))
                .replace("+ -1 * ", "- ")
                .replace("+ -", "- ");
        return sum.isEmpty() ? "0" : sum.replaceAll("(?<![0-9])1 \\* ", "");
    }

    private String sum() {
        return combination.type() == ElementType.FLOAT64 ? "double" : "float";
    }

    private String element() {
        if (combination.type() == ElementType.FLOAT16 || combination.type() == ElementType.BFLOAT16) {
            return "unsigned short";
        }
        return sum();
    }

    private String conversions() {
        if (combination.type() == ElementType.FLOAT16) {
            return """
                static __device__ float load(unsigned short x) { float y; asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x)); return y; }
                static __device__ unsigned short store(float x) { unsigned short y; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x)); return y; }
                """;
        }
        if (combination.type() == ElementType.BFLOAT16) {
            return """
                static __device__ float load(unsigned short x) { return __uint_as_float((unsigned) x << 16); }
                static __device__ unsigned short store(float x) {
                    unsigned bits = __float_as_uint(x);
                    if ((bits & 0x7fffffffu) > 0x7f800000u) return (unsigned short) (bits >> 16 | 0x40u);
                    return (unsigned short) ((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
                }
                """;
        }
        return "static __device__ %1$s load(%1$s x) { return x; }\nstatic __device__ %1$s store(%1$s x) { return x; }\n"
                .formatted(sum());
    }
}
