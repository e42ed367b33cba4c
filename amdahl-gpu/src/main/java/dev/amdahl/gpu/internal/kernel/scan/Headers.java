package dev.amdahl.gpu.internal.kernel.scan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Headers that kernels include. */
public final class Headers {
    /** Those of CUDA's toolkit that a kernel may need; a compiler finds them in the toolkit's folder. */
    public static final Set<String> OF_TOOLKIT = Set.of("cuda_fp16.h", "cuda_bf16.h", "mma.h", "math_constants.h");

    private static final String INTEGERS = """
            #pragma once
            typedef signed char int8_t;
            typedef unsigned char uint8_t;
            typedef short int16_t;
            typedef unsigned short uint16_t;
            typedef int int32_t;
            typedef unsigned int uint32_t;
            typedef long long int64_t;
            typedef unsigned long long uint64_t;
            """;

    private static final String LIMITS = """
            #pragma once
            #define FLT_MAX 3.402823466e+38F
            #define FLT_MIN 1.175494351e-38F
            #define FLT_EPSILON 1.192092896e-07F
            #define INT_MAX 2147483647
            #define INT_MIN (-INT_MAX - 1)
            #define UINT_MAX 4294967295U
            """;

    private Headers() {}

    /** Returns the text of those that stand in most kernels by habit; what they declare for a device is there without them. */
    public static Map<String, String> byHabit() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : new String[] {
            "cuda.h",
            "cuda_runtime.h",
            "cuda_runtime_api.h",
            "device_launch_parameters.h",
            "math.h",
            "cmath",
            "stddef.h",
            "cstddef"
        }) {
            texts.put(name, "#pragma once\n");
        }
        for (String name : new String[] {"stdint.h", "cstdint"}) {
            texts.put(name, INTEGERS);
        }
        for (String name : new String[] {"float.h", "cfloat", "limits.h", "climits"}) {
            texts.put(name, LIMITS);
        }
        return texts;
    }
}
