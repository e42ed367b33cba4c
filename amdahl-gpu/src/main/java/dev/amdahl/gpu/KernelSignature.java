package dev.amdahl.gpu;

import dev.amdahl.gpu.DeviceException.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters of a kernel as its source declares them. A driver believes whatever it is handed: too few arguments, or narrower ones,
 * would be read beyond their end.
 *
 * @param entry the kernel
 * @param parameters as declared
 */
public record KernelSignature(String entry, List<String> parameters) {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern WIDE = Pattern.compile("\\b(long long|long|size_t|u?int64_t)\\b");
    private static final Pattern NARROW = Pattern.compile("\\b(int|unsigned|u?int32_t)\\b");

    public KernelSignature {
        parameters = List.copyOf(parameters);
    }

    /** Of a {@code __global__} function of a translation unit; empty if it is not declared there in plain words. */
    public static Optional<KernelSignature> of(String text, String entry) {
        Matcher head = Pattern.compile("__global__[^;{}()]*?(?:__launch_bounds__\\s*\\([^()]*\\)[^;{}()]*?)?\\b"
                        + Pattern.quote(entry) + "\\s*\\(([^()]*)\\)")
                .matcher(text);
        if (!head.find()) {
            return Optional.empty();
        }
        String inside = SPACE.matcher(head.group(1)).replaceAll(" ").strip();
        return Optional.of(new KernelSignature(
                entry,
                inside.isEmpty()
                        ? List.of()
                        : Arrays.stream(inside.split(",")).map(String::strip).toList()));
    }

    /**
     * Refuses arguments that are not those of the kernel.
     *
     * @throws DeviceException with {@code LAUNCH} if their number or the kind of one is another
     */
    public void check(KernelArgument... arguments) {
        if (arguments.length != parameters.size()) {
            throw refused(
                    "takes " + parameters.size() + " arguments " + parameters + ", was given " + arguments.length);
        }
        for (int i = 0; i < arguments.length; i++) {
            if (!accepts(parameters.get(i), arguments[i])) {
                throw refused("takes '" + parameters.get(i) + "' as argument " + (i + 1) + ", was given "
                        + arguments[i].getClass().getSimpleName());
            }
        }
    }

    private DeviceException refused(String why) {
        return new DeviceException(Fault.LAUNCH, "kernel " + entry + " " + why);
    }

    /** A type of another name is believed. */
    private static boolean accepts(String parameter, KernelArgument argument) {
        if (parameter.contains("*")) {
            return argument instanceof KernelArgument.Buffer;
        } else if (WIDE.matcher(parameter).find()) {
            return argument instanceof KernelArgument.Int64;
        } else if (NARROW.matcher(parameter).find()) {
            return argument instanceof KernelArgument.Int32;
        } else if (parameter.contains("double ")) {
            return argument instanceof KernelArgument.Float64;
        }
        return !parameter.contains("float ") || argument instanceof KernelArgument.Float32;
    }
}
