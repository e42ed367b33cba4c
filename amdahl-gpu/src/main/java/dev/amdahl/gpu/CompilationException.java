package dev.amdahl.gpu;

import static java.util.Objects.requireNonNull;

/** A kernel that does not compile, with the compiler's log. Immutable. */
public final class CompilationException extends DeviceException {
    private static final long serialVersionUID = 1L;

    private final String log;

    /**
     * @param kernel the kernel's name
     * @param log what the compiler said
     */
    public CompilationException(String kernel, String log) {
        super(Fault.COMPILATION, "kernel " + kernel + " does not compile: " + first(log));
        this.log = requireNonNull(log);
    }

    /** Returns the whole log of the compiler. */
    public String log() {
        return log;
    }

    private static String first(String log) {
        return log.lines()
                .filter(line -> line.contains("error"))
                .findFirst()
                .orElseGet(() -> log.lines().findFirst().orElse("no log"));
    }
}
