package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.util.Map;
import java.util.Set;

/** What a stopped system call was for, by its number on this processor. */
final class SystemCalls {
    private static final boolean IS_ARM = System.getProperty("os.arch").contains("aarch64");
    private static final Map<Integer, String> X86 = Map.ofEntries(
            Map.entry(2, "open"),
            Map.entry(13, "rt_sigaction"),
            Map.entry(22, "pipe"),
            Map.entry(33, "dup2"),
            Map.entry(35, "nanosleep"),
            Map.entry(37, "alarm"),
            Map.entry(41, "socket"),
            Map.entry(56, "clone"),
            Map.entry(57, "fork"),
            Map.entry(58, "vfork"),
            Map.entry(59, "execve"),
            Map.entry(60, "exit"),
            Map.entry(62, "kill"),
            Map.entry(82, "rename"),
            Map.entry(83, "mkdir"),
            Map.entry(87, "unlink"),
            Map.entry(96, "gettimeofday"),
            Map.entry(101, "ptrace"),
            Map.entry(201, "time"),
            Map.entry(227, "clock_settime"),
            Map.entry(228, "clock_gettime"),
            Map.entry(230, "clock_nanosleep"),
            Map.entry(234, "tgkill"),
            Map.entry(257, "openat"),
            Map.entry(263, "unlinkat"),
            Map.entry(310, "process_vm_readv"),
            Map.entry(311, "process_vm_writev"),
            Map.entry(319, "memfd_create"),
            Map.entry(435, "clone3"),
            Map.entry(437, "openat2"));
    private static final Map<Integer, String> ARM = Map.ofEntries(
            Map.entry(56, "openat"),
            Map.entry(35, "unlinkat"),
            Map.entry(93, "exit"),
            Map.entry(113, "clock_gettime"),
            Map.entry(115, "clock_nanosleep"),
            Map.entry(129, "kill"),
            Map.entry(131, "tgkill"),
            Map.entry(134, "rt_sigaction"),
            Map.entry(198, "socket"),
            Map.entry(220, "clone"),
            Map.entry(221, "execve"),
            Map.entry(435, "clone3"));
    private static final Set<String> THREADS = Set.of("clone", "clone3", "fork", "vfork", "execve");
    private static final Set<String> CLOCKS =
            Set.of("gettimeofday", "time", "clock_settime", "clock_gettime", "clock_nanosleep", "nanosleep", "alarm");
    private static final Set<String> FILES = Set.of(
            "open",
            "openat",
            "openat2",
            "rename",
            "mkdir",
            "unlink",
            "unlinkat",
            "memfd_create",
            "ptrace",
            "dup2",
            "process_vm_readv",
            "process_vm_writev",
            "write");
    private static final Set<String> ENDS = Set.of("kill", "tgkill", "exit");

    private SystemCalls() {}

    static HackReport complaint(long number) {
        String name = (IS_ARM ? ARM : X86).getOrDefault((int) number, "number " + number);
        return new HackReport(purpose(name), "the kernel made the system call " + name);
    }

    private static Hack purpose(String name) {
        if (THREADS.contains(name)) {
            return Hack.SIDE_THREAD;
        }
        if (CLOCKS.contains(name)) {
            return Hack.TIMER;
        }
        if (ENDS.contains(name)) {
            return Hack.EARLY_EXIT;
        }
        return FILES.contains(name) ? Hack.EVALUATOR : Hack.FORBIDDEN_CODE;
    }
}
