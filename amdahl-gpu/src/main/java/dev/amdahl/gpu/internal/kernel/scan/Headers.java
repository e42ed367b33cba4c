package dev.amdahl.gpu.internal.kernel.scan;

import java.util.LinkedHashMap;
import java.util.List;
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

    private static final String FLOATS = """
            #pragma once
            #define FLT_RADIX 2
            #define FLT_DIG 6
            #define FLT_MANT_DIG 24
            #define FLT_MAX_EXP 128
            #define FLT_MIN_EXP (-125)
            #define FLT_MAX 3.402823466e+38F
            #define FLT_MIN 1.175494351e-38F
            #define FLT_EPSILON 1.192092896e-07F
            #define DBL_DIG 15
            #define DBL_MANT_DIG 53
            #define DBL_MAX 1.7976931348623157e+308
            #define DBL_MIN 2.2250738585072014e-308
            #define DBL_EPSILON 2.2204460492503131e-16
            """;

    private static final String LIMITS = """
            #pragma once
            #define CHAR_BIT 8
            #define SCHAR_MAX 127
            #define SCHAR_MIN (-SCHAR_MAX - 1)
            #define UCHAR_MAX 255
            #define SHRT_MAX 32767
            #define SHRT_MIN (-SHRT_MAX - 1)
            #define USHRT_MAX 65535
            #define INT_MAX 2147483647
            #define INT_MIN (-INT_MAX - 1)
            #define UINT_MAX 4294967295U
            #define LLONG_MAX 9223372036854775807LL
            #define LLONG_MIN (-LLONG_MAX - 1)
            #define ULLONG_MAX 18446744073709551615ULL
            """;

    private static final String NUMBERS = """
            #pragma once
            #ifdef __CUDACC_RTC__
            #define INFINITY __builtin_bit_cast(float, 0x7f800000)
            #define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000LL)
            #define NAN __builtin_bit_cast(float, 0x7fffffff)
            #else
            #define INFINITY __builtin_inff()
            #define HUGE_VAL __builtin_inf()
            #define NAN __builtin_nanf("")
            #endif
            #define HUGE_VALF INFINITY
            #define M_E 2.7182818284590452354
            #define M_LOG2E 1.4426950408889634074
            #define M_LOG10E 0.43429448190325182765
            #define M_LN2 0.69314718055994530942
            #define M_LN10 2.30258509299404568402
            #define M_PI 3.14159265358979323846
            #define M_PI_2 1.57079632679489661923
            #define M_PI_4 0.78539816339744830962
            #define M_1_PI 0.31830988618379067154
            #define M_2_PI 0.63661977236758134308
            #define M_2_SQRTPI 1.12837916709551257390
            #define M_SQRT2 1.41421356237309504880
            #define M_SQRT1_2 0.70710678118654752440
            """;

    /** What CUDA's own compiler gives each text without being asked; a text may include it again. */
    public static final List<String> ALWAYS = List.of("math.h", "float.h", "limits.h", "stdint.h");

    private Headers() {}

    /** Returns the text of those that stand in most kernels by habit; what they declare for a device is there without them. */
    public static Map<String, String> byHabit() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : new String[] {
            "cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "stddef.h", "cstddef"
        }) {
            texts.put(name, "#pragma once\n");
        }
        texts.put("stdint.h", INTEGERS);
        texts.put("float.h", FLOATS);
        texts.put("limits.h", LIMITS);
        texts.put("math.h", NUMBERS);
        for (String name : ALWAYS) {
            texts.put("c" + name.substring(0, name.length() - 2), "#include <" + name + ">\n");
        }
        return texts;
    }
}
