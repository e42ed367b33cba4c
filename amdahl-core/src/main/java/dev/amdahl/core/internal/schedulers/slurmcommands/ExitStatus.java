package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a job's script ended.
 *
 * @param code what it returned
 * @param signal what killed it; 0 if nothing did
 */
public record ExitStatus(int code, int signal) {
    private static final Pattern PAIR = Pattern.compile("(\\d{1,5}):(\\d{1,5})");
    private static final int SIGNAL_MASK = 0x7f;
    private static final int CODE_MASK = 0xff;

    /** Of a raw wait status as {@code squeue} shows it: the code in the high byte, the signal in the low seven bits. */
    static ExitStatus ofWaitStatus(int raw) {
        return new ExitStatus((raw >> 8) & CODE_MASK, raw & SIGNAL_MASK);
    }

    /** Of {@code CODE:SIGNAL} as {@code sacct} shows it. */
    static Optional<ExitStatus> parse(String text) {
        Matcher pair = PAIR.matcher(text.strip());
        return pair.matches()
                ? Optional.of(new ExitStatus(Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return signal == 0 ? "exit code " + code : "signal " + signal;
    }
}
