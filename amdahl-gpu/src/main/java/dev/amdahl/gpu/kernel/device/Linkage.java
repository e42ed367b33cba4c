package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.kernel.device.KernelFailure.Kind;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a built kernel asks of its loader: nothing may run before the first launch, and nothing may be called but what the emulation header
 * declares and a compiler inserts. The text of a source can hide a name; what it is linked to cannot.
 */
final class Linkage {
    private static final Pattern AT_LOAD = Pattern.compile("INIT|FINI|IRELATIV|(?:pre)?init_array|fini_array|[cd]tors");
    private static final Pattern ON_DEVICE = Pattern.compile(
            "amdahl_\\w+|__tls_get_addr|mem(?:cpy|move|set|cmp)|strlen|rawmemchr"
                    + "|(?:exp|exp2|expm1|log|log1p|log2|log10|sqrt|cbrt|a?(?:sin|cos|tan)h?|sincos|atan2|pow|hypot|erfc?|tgamma"
                    + "|fmax|fmin|fabs|fdim|fma|fmod|remainder|copysign|ldexp|floor|ceil|trunc|round|rint|nearbyint)f?");

    /** Bytes of a section for variables, in hexadecimal digits. */
    private static final Pattern VARIABLES = Pattern.compile("VARIABLES 0*[1-9a-f][0-9a-f]*");

    private Linkage() {}

    /**
     * Prints a line for each symbol that a shared object leaves to others, for each thing in it that runs when it is loaded, and for each
     * section for variables.
     */
    static String command(String library) {
        return "readelf -W -S -d -r --dyn-syms " + library + " | sed -nE 's/.* UND ([^@ ]+).*/\\1/p;"
                + " s/.*\\.((pre)?init_array|fini_array|[cd]tors).*/\\1/p; s/.*\\((INIT|FINI)\\).*/\\1/p; s/.*(IRELATIV).*/\\1/p;"
                + " s/.* \\.(data|bss) +[A-Z]+ +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) .*/VARIABLES \\2/p'";
    }

    /** @throws KernelFailure if what {@link #command} printed names something that no device would do */
    static void require(String printed) throws KernelFailure {
        Optional<String> early = first(printed, AT_LOAD.asMatchPredicate());
        if (early.isPresent()) {
            throw new KernelFailure(
                    Kind.EARLY, "code would run when the kernel is loaded, before any launch: " + early.get());
        }
        if (first(printed, VARIABLES.asMatchPredicate()).isPresent()) {
            throw new KernelFailure(Kind.LASTING, "a variable of it would keep what one launch left for the next");
        }
        Predicate<String> isForeign = ON_DEVICE.asMatchPredicate().negate();
        Optional<String> foreign = first(printed, isForeign.and(line -> !line.startsWith("VARIABLES ")));
        if (foreign.isPresent()) {
            throw new KernelFailure(Kind.FOREIGN, "it calls '" + foreign.get() + "', which no device has");
        }
    }

    private static Optional<String> first(String printed, Predicate<String> sought) {
        return printed.lines().filter(line -> !line.isBlank()).filter(sought).findFirst();
    }
}
