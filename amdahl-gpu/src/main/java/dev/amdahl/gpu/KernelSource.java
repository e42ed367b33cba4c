package dev.amdahl.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A kernel in CUDA C++, and its Java twin where it has one.
 *
 * @param name what messages call it
 * @param text the translation unit
 * @param entry the {@code extern "C" __global__} function to launch
 * @param options further options of the compiler; the architecture is the device's
 * @param twin what runs where there is no device
 */
public record KernelSource(String name, String text, String entry, List<String> options, Optional<KernelTwin> twin) {
    /** The first line of a text that is PTX already: nobody compiles it but the driver. */
    public static final String ASSEMBLY = "// PTX, as it is\n";

    public KernelSource {
        options = List.copyOf(options);
    }

    /** Creates a source without a twin. */
    public static KernelSource of(String name, String text, String entry) {
        return new KernelSource(name, text, entry, List.of(), Optional.empty());
    }

    /**
     * Creates a source that is a resource beside a class, without a twin.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public static KernelSource ofResource(Class<?> beside, String resource, String entry) {
        return of(entry, text(beside, resource), entry);
    }

    /** {@link dev.amdahl.spi.experiment.Philox} in CUDA C++: {@code uint4 philox(unsigned long long seed, uint4 counter)}. */
    public static String philox() {
        return text(KernelSource.class, "philox.cuh");
    }

    /** Returns the text of a resource beside a class. */
    static String text(Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + resource + " beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read resource " + resource + " beside " + beside.getName(), e);
        }
    }

    /** Returns whether the text is PTX already. */
    public boolean isAssembly() {
        return text.startsWith(ASSEMBLY);
    }

    /** Returns what it is launched with, where the text says so in plain words. */
    public Optional<KernelSignature> signature() {
        return KernelSignature.of(text, entry);
    }

    /** Returns the same behind another text, such as functions that it calls. */
    public KernelSource after(String before) {
        return new KernelSource(name, before + text, entry, options, twin);
    }

    /** Returns the same with a twin. */
    public KernelSource withTwin(KernelTwin same) {
        return new KernelSource(name, text, entry, options, Optional.of(same));
    }

    /** Returns the same with these further options of the compiler. */
    public KernelSource withOptions(String... further) {
        return new KernelSource(name, text, entry, List.of(further), twin);
    }
}
