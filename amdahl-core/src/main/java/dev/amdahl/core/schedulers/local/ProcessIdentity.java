package dev.amdahl.core.schedulers.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, told apart from a later one with the same number.
 *
 * @param pid its number
 * @param start clock ticks from boot to its start
 */
record ProcessIdentity(long pid, long start) {

    /** From the first two words of a line; empty if they are no numbers. */
    static Optional<ProcessIdentity> parse(String line) {
        String[] words = line.strip().split(" ", 3);
        try {
            return words.length < 2
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(Long.parseLong(words[0]), Long.parseLong(words[1])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns a process that runs now. */
    static Optional<ProcessIdentity> of(long pid) {
        return Stat.of(pid).map(stat -> new ProcessIdentity(pid, stat.start));
    }

    /** Returns whether it still runs; one that has ended and was not waited for does not. */
    boolean isAlive() {
        return Stat.of(pid)
                .filter(stat -> stat.start == start && stat.isRunning())
                .isPresent();
    }

    /** Returns whether its number is another process's by now. */
    boolean isReplaced() {
        return Stat.of(pid).filter(stat -> stat.start != start).isPresent();
    }

    @Override
    public String toString() {
        return pid + " " + start;
    }

    /** The fields used of {@code /proc/PID/stat}. */
    record Stat(char state, long session, long start) {
        static Optional<Stat> of(long pid) {
            try {
                String line =
                        Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
                return Optional.of(
                        new Stat(fields[0].charAt(0), Long.parseLong(fields[3]), Long.parseLong(fields[19])));
            } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
                return Optional.empty();
            }
        }

        boolean isRunning() {
            return state != 'Z' && state != 'X';
        }
    }
}
