package dev.amdahl.examples.cli.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names of kernels for people: the kernel, its functor and its types, without what all kernels of a framework share. Stateless; names
 * are untrusted text, and any text has a label.
 */
final class KernelLabel {
    private static final int MAX_READ = 2_000;
    private static final int MAX_LENGTH = 72;
    private static final int DIFFERENCE = 24;

    /** What is dropped and replaced, in order. */
    private static final Map<Pattern, String> SHORTER = shorter();

    private KernelLabel() {}

    private static Map<Pattern, String> shorter() {
        String[][] rows = {
            {"^void ", ""},
            {"\\(anonymous namespace\\)::", ""},
            {
                "\\b(std|at|c10|native|cuda|cudnn|cutlass|binary_internal|cub|thrust|detail|memory|function|kernel|device|gemm|cask_cudnn)::",
                ""
            },
            {"::operator\\(\\)\\([^()]*\\)( const)?", ""},
            {"::\\{lambda\\(\\)#\\d+\\}", ""},
            {"::\\{lambda\\(([^()]*)\\)#\\d+\\}", "($1)"},
            {"\\([^()<>]*(Tensor|Scalar|ScalarType)[^()<>]*\\)", ""},
            {", (array|Array)<char\\*, \\d+(ul)?>", ""},
            {", (Trivial)?OffsetCalculator<[^<>]*>", ""},
            {", (Load|Store)With(out)?Cast(<[^<>]*>)?", ""},
            {"\\(TensorIteratorBase&.*$", ""},
            {"BFloat16|__nv_bfloat16|bfloat16_t", "bf16"},
            {"\\bHalf\\b|__half\\b|half_t\\b", "fp16"},
            {"unsigned int", "u32"},
            {"(?<=\\d)ul?\\b", ""},
            {"\\b(vectorized|unrolled)_elementwise_kernel<", "elementwise<"},
            {"\\belementwise_kernel<", "elementwise<"},
            {"(gpu_kernel_impl(_nocast)?|opmath_symmetric_gpu_kernel_with_scalars)<", ""},
            {"\\s*>", ">"}
        };
        Map<Pattern, String> shorter = new LinkedHashMap<>();
        for (String[] row : rows) {
            shorter.put(Pattern.compile(row[0]), row[1]);
        }
        return shorter;
    }

    /** Labels of several names, of which no two are alike where the names are not. */
    static List<String> of(List<String> names) {
        Map<String, String> taken = new HashMap<>();
        List<String> labels = new ArrayList<>();
        for (String name : names) {
            String label = of(name);
            String other = taken.putIfAbsent(label, name);
            labels.add(other == null || other.equals(name) ? label : told(label, name, other, taken));
        }
        return labels;
    }

    /** Returns one name alone. */
    static String of(String name) {
        String text = name.length() > MAX_READ ? name.substring(0, MAX_READ) : name;
        text = text.startsWith("_Z") ? Demangled.of(text) : text;
        for (Map.Entry<Pattern, String> one : SHORTER.entrySet()) {
            text = one.getKey().matcher(text).replaceAll(one.getValue());
        }
        text = (text.startsWith("Mem") ? text : withoutArguments(text)).strip();
        return cut(text.isEmpty() ? name : text, MAX_LENGTH);
    }

    /** Without the list of arguments behind the name: what the last bracket closes. */
    private static String withoutArguments(String text) {
        int depth = 0;
        for (int i = text.length() - 1; i > 0 && text.endsWith(")"); i--) {
            depth += text.charAt(i) == ')' ? 1 : text.charAt(i) == '(' ? -1 : 0;
            if (depth == 0) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    /** With the first difference to the name that has the same label. */
    private static String told(String label, String name, String other, Map<String, String> taken) {
        int at = 0;
        while (at < Math.min(name.length(), other.length()) && name.charAt(at) == other.charAt(at)) {
            at++;
        }
        int from = Math.max(0, at - 4);
        String difference = name.substring(Math.min(from, name.length()), Math.min(name.length(), from + DIFFERENCE));
        String told = cut(label, MAX_LENGTH - DIFFERENCE - 4) + " […" + difference + "]";
        for (int i = 2; taken.containsKey(told) && !name.equals(taken.get(told)); i++) {
            told = cut(label, MAX_LENGTH - DIFFERENCE - 4) + " […" + difference + "] " + i;
        }
        taken.put(told, name);
        return told;
    }

    /** Returns a frame, or the name of a kernel as it is shown elsewhere. */
    static String place(String frame) {
        return frame.startsWith("_Z") ? of(frame) : TraceTables.cut(frame);
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }
}
