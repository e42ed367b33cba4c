package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the NVIDIA driver wrote into the kernel's log of its devices (Xid) and switches (SXid) before a burn-in and during it. A program that
 * works makes no device write one, so that each new one is a fault; those of before may have been anybody's.
 *
 * @param program {@code dmesg}; empty where there is none
 * @param before what it held when this began
 */
record KernelLog(Optional<Smi> program, Smi.Said before) {
    static final String NAME = "kernel_log";

    private static final Pattern XID = Pattern.compile("NVRM: Xid \\((PCI:[^)]*)\\): (\\d+)(.*)");
    private static final Pattern SWITCH = Pattern.compile("SXid \\((PCI:[^)]*)\\): (\\d+)(.*)");
    private static final int MAX_REASONS = 8;

    static KernelLog begin(Optional<Smi> program) {
        return new KernelLog(
                program, program.map(KernelLog::xids).orElseGet(() -> new Smi.Said(List.of(), Optional.empty())));
    }

    private static Smi.Said xids(Smi program) {
        return program.ask(
                line -> XID.matcher(line).find() || SWITCH.matcher(line).find(), "-k");
    }

    /** Returns what was added, with the numbers of devices in place of their addresses. */
    CheckResult end(HostDevices devices) {
        if (program.isEmpty()) {
            return CheckResult.skipped(NAME, "no dmesg on the search path: Xid errors are not known");
        }
        Smi.Said after = xids(program.get());
        Optional<String> gap = before.fault().or(after::fault);
        if (gap.isPresent()) {
            return CheckResult.skipped(NAME, gap.get() + ": the kernel's log cannot be read; run it as root");
        }
        List<String> added = new ArrayList<>(after.lines());
        before.lines().forEach(added::remove);
        Map<String, Double> figures =
                Map.of("xids_before", (double) before.lines().size(), "xids_during", (double) added.size());
        List<String> faults = added.stream()
                .limit(MAX_REASONS)
                .map(line -> told(line, devices))
                .toList();
        if (added.stream().anyMatch(line -> !line.contains("Non-fatal"))) {
            return CheckResult.of(NAME, CheckResult.Outcome.FAIL, figures, faults);
        }
        if (!added.isEmpty()) {
            return CheckResult.warned(NAME, figures, faults);
        }
        return before.lines().isEmpty()
                ? CheckResult.passed(NAME, figures)
                : CheckResult.warned(
                        NAME,
                        figures,
                        before.lines().stream()
                                .skip(Math.max(0, before.lines().size() - MAX_REASONS))
                                .map(line -> told(line, devices) + ", before this burn-in")
                                .toList());
    }

    private static String told(String line, HostDevices devices) {
        Matcher xid = XID.matcher(line);
        if (xid.find()) {
            return devices.at(xid.group(1)) + ": Xid " + xid.group(2) + xid.group(3);
        }
        Matcher ofSwitch = SWITCH.matcher(line);
        return ofSwitch.find()
                ? "switch " + ofSwitch.group(1) + ": SXid " + ofSwitch.group(2) + ofSwitch.group(3)
                : line;
    }
}
