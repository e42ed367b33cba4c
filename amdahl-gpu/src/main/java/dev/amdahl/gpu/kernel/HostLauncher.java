package dev.amdahl.gpu.kernel;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A candidate as a file of a program: its text, then {@code extern "C" int TASK_launch(inputs, output, sizes, void *stream)}, which
 * launches its kernels as its comments say and returns CUDA's error code, 0 for none. NVRTC is not shown that function.
 */
public final class HostLauncher {
    private static final Pattern CEILING = Pattern.compile("\\bceil\\s*\\(");
    private static final Pattern EXTREME = Pattern.compile("\\b(min|max)\\s*\\(");

    private HostLauncher() {}

    /** Returns whether a candidate's source can be called by a host: one in Triton cannot. */
    public static boolean takes(String source) {
        return !TritonForm.isOne(source);
    }

    /**
     * Returns the file.
     *
     * @throws IllegalArgumentException if the source does not say how it is launched
     */
    public static String file(KernelTask task, String source) {
        CandidateForm form = CandidateForm.parse(source, task.dimensions());
        List<String> pointers = Stream.concat(task.inputs().stream().map(KernelTask.Input::name), Stream.of("output"))
                .toList();
        String parameters = Stream.of(
                        task.inputs().stream()
                                .map(input -> "const " + input.type().text() + " *" + input.name()),
                        Stream.of("float *output"),
                        task.dimensions().stream().map(name -> "int " + name))
                .flatMap(each -> each)
                .collect(Collectors.joining(", "));
        String arguments = Stream.concat(pointers.stream(), task.dimensions().stream())
                .map(name -> "&" + name)
                .collect(Collectors.joining(", "));
        String launches = form.rules().stream().map(rule -> launch(form, rule)).collect(Collectors.joining());
        return String.format(Locale.ROOT, """
                %s
                #ifndef __CUDACC_RTC__
                // How a host launches it, by the lines "//@ launch" above.
                #include <math.h>
                static inline long amdahl_min(long a, long b) { return a < b ? a : b; }
                static inline long amdahl_max(long a, long b) { return a > b ? a : b; }
                extern "C" int %s_launch(%s, void *stream) {
                    void *arguments[] = {%s};
                    cudaError_t failure = cudaSuccess;
                %s    return (int) failure;
                }
                #endif
                """, source.strip(), task.name(), parameters, arguments, launches);
    }

    /** Shared memory beyond 48 KiB has to be asked for. */
    private static String launch(CandidateForm form, CandidateForm.Rule rule) {
        String entry = form.entries().get(rule.entry());
        String shared = inC(rule.shared());
        String asked = String.format(Locale.ROOT, """
                    if (failure == cudaSuccess)
                        failure = cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) (%s));
                """, entry, shared);
        String launched = String.format(Locale.ROOT, """
                    if (failure == cudaSuccess)
                        failure = cudaLaunchKernel(%s, dim3(%s), dim3(%s), arguments, (size_t) (%s), (cudaStream_t) stream);
                """, entry, sides(rule.grid()), sides(rule.block()), shared);
        return (shared.equals("0") ? "" : asked) + launched;
    }

    private static String sides(List<String> expressions) {
        return expressions.stream()
                .map(each -> "(unsigned) (" + inC(each) + ")")
                .collect(Collectors.joining(", "));
    }

    /** A quotient of whole numbers below 2^31 is rounded up rightly in double precision. */
    private static String inC(String expression) {
        String text = CEILING.matcher(expression.strip()).replaceAll("(long) ceil(1.0 * ");
        return EXTREME.matcher(text).replaceAll("amdahl_$1(");
    }
}
