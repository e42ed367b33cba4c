package dev.amdahl.profilers.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what {@code /proc} shows of one process or thread now. Thread-safe. */
final class ProcReader {
    /** The kernel's unit of times in {@code stat}: 1/100 s on every Linux that Java runs on. */
    private static final double TICK = .01;

    private static final String ALLOWED = "\nCpus_allowed_list:";

    private final Path proc;
    private final boolean delays;

    ProcReader(Path proc) {
        this.proc = proc;
        this.delays = text(proc.resolve("sys/kernel/task_delayacct"))
                .map(String::strip)
                .orElse("")
                .equals("1");
    }

    /** A process: who it is, and its inherited counts with those of the children that it has reaped. */
    record Entry(long pid, long parent, long started, boolean isZombie, Counts counts) {}

    Optional<Entry> process(long pid) {
        Path folder = proc.resolve(Long.toString(pid));
        Optional<long[]> stat = stat(folder);
        if (stat.isEmpty()) {
            return Optional.empty();
        }
        long[] f = stat.get();
        Counts counts = new Counts();
        counts.add(Counter.CPU_USER_SECONDS, TICK * (f[14] + f[16]));
        counts.add(Counter.CPU_SYSTEM_SECONDS, TICK * (f[15] + f[17]));
        counts.add(Counter.MAJOR_FAULTS, (double) (f[12] + f[13]));
        text(folder.resolve("io")).ifPresent(text -> {
            line(text, "read_bytes:").ifPresent(value -> counts.add(Counter.READ_BYTES, value));
            line(text, "write_bytes:").ifPresent(value -> counts.add(Counter.WRITE_BYTES, value));
        });
        return Optional.of(new Entry(pid, f[4], f[22], f[3] == 'Z', counts));
    }

    /** Returns how long ago a process began, s; empty where the system's uptime does not tell. */
    Optional<Double> age(Entry process) {
        return text(proc.resolve("uptime"))
                .map(text -> text.strip().split(" ", 2)[0])
                .filter(word -> word.matches("\\d{1,12}\\.\\d{1,9}"))
                .map(word -> Double.parseDouble(word) - TICK * process.started())
                .filter(age -> age >= 0);
    }

    /** Returns how many processors a process may run on; empty where the system does not show it. */
    Optional<Integer> cores(long pid) {
        return text(proc.resolve(pid + "/status"))
                .map(text -> text.indexOf(ALLOWED) < 0 ? "" : text.substring(text.indexOf(ALLOWED) + ALLOWED.length()))
                .map(text -> text.strip().split("\\s", 2)[0])
                .filter(list -> list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?){0,5000}"))
                .map(list -> List.of(list.split(",", -1)).stream()
                        .mapToInt(ProcReader::width)
                        .sum());
    }

    /** Returns the threads of a process. */
    List<Long> threads(long pid) {
        List<Long> threads = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(proc.resolve(pid + "/task"), "[0-9]*")) {
            tasks.forEach(task -> threads.add(Long.parseLong(task.getFileName().toString())));
        } catch (IOException | DirectoryIteratorException e) {
            return threads;
        }
        return threads;
    }

    /** Returns the children that a thread has started. */
    List<Long> children(long pid, long thread) {
        Optional<String> text = text(proc.resolve(pid + "/task/" + thread + "/children"));
        if (text.isEmpty()) {
            return pid == thread
                    ? ProcessHandle.of(pid).stream()
                            .flatMap(ProcessHandle::children)
                            .map(ProcessHandle::pid)
                            .toList()
                    : List.of();
        }
        return text.get()
                .lines()
                .flatMap(line -> List.of(line.strip().split(" ", -1)).stream())
                .filter(word -> !word.isEmpty())
                .map(Long::valueOf)
                .toList();
    }

    /** The counts of one thread. */
    Counts thread(long pid, long thread) {
        Path folder = proc.resolve(pid + "/task/" + thread);
        Counts counts = new Counts();
        text(folder.resolve("status")).ifPresent(text -> {
            line(text, "\nvoluntary_ctxt_switches:").ifPresent(value -> counts.add(Counter.VOLUNTARY_SWITCHES, value));
            line(text, "nonvoluntary_ctxt_switches:")
                    .ifPresent(value -> counts.add(Counter.INVOLUNTARY_SWITCHES, value));
        });
        text(folder.resolve("schedstat"))
                .map(text -> text.strip().split(" ", 3))
                .filter(words -> words.length == 3)
                .flatMap(words -> number(words[1]))
                .ifPresent(nanos -> counts.add(Counter.RUN_QUEUE_DELAY_SECONDS, nanos / 1e9));
        if (delays) {
            stat(folder).ifPresent(f -> counts.add(Counter.IO_WAIT_SECONDS, TICK * f[42]));
        }
        return counts;
    }

    /** Returns the fields of {@code stat} by their number in proc(5); the command's name, which may hold anything, is left out. */
    private static Optional<long[]> stat(Path folder) {
        return text(folder.resolve("stat")).flatMap(text -> {
            String[] words = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", -1);
            if (words.length < 40 || words[0].isEmpty()) {
                return Optional.empty();
            }
            long[] fields = new long[words.length + 3];
            fields[3] = words[0].charAt(0);
            for (int i = 1; i < words.length; i++) {
                fields[i + 3] = number(words[i]).orElse(0.0).longValue();
            }
            return Optional.of(fields);
        });
    }

    private static int width(String range) {
        String[] ends = range.split("-", 2);
        return ends.length == 1 ? 1 : Math.max(0, Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1);
    }

    private static Optional<Double> line(String text, String key) {
        int at = text.indexOf(key);
        return at < 0
                ? Optional.empty()
                : number(text.substring(at + key.length()).strip().split("\\s", 2)[0]);
    }

    private static Optional<Double> number(String word) {
        return word.matches("-?\\d{1,20}") ? Optional.of(Double.valueOf(word)) : Optional.empty();
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
