package dev.amdahl.profilers.internal.bpf;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a tool, as a command line or the tool's own first line tells.
 *
 * @param tool which
 * @param frequency samples per second; 0 where not known or none are taken
 * @param isAssumed whether the frequency is the tool's default and not shown
 * @param isCommand whether a command line told, so that a new run begins
 */
record ToolRun(BpfTool tool, double frequency, boolean isAssumed, boolean isCommand) {
    static final ToolRun NONE = new ToolRun(BpfTool.OTHER, 0, false, false);

    private static final double PROFILE_DEFAULT = 49;
    private static final Pattern COMMAND = Pattern.compile("^[#$] {1,3}(?:sudo )?([^\\s|;]{1,200})(.*)$");
    private static final Pattern HERTZ = Pattern.compile("^Sampling (?:at|CPU at) ([1-9]\\d{0,5}) ?(?:Hertz|hz)");
    private static final Pattern FREQUENCY = Pattern.compile("\\s-[A-Za-z]{0,3}F ?([1-9]\\d{0,5})(?:\\s|$)");
    private static final Pattern COUNT = Pattern.compile("\\s-[A-Za-z]{0,3}c ?\\d");

    /** Returns the run that a line begins or describes. */
    static Optional<ToolRun> of(String line) {
        Matcher hertz = HERTZ.matcher(line);
        if (hertz.find()) {
            return Optional.of(new ToolRun(BpfTool.PROFILE, Double.parseDouble(hertz.group(1)), false, false));
        }
        if (line.startsWith("Tracing ") || line.startsWith("Sampling ") || line.startsWith("Counting ")) {
            return header(line).map(tool -> new ToolRun(tool, 0, false, false));
        }
        Matcher command = COMMAND.matcher(line);
        return command.find() ? Optional.of(command(command.group(1), command.group(2))) : Optional.empty();
    }

    /** This run, with what the tool's own first line adds to the command. */
    ToolRun with(ToolRun header) {
        return tool == BpfTool.CPUDIST_OFF && header.tool == BpfTool.CPUDIST ? this : header;
    }

    private static ToolRun command(String program, String arguments) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        for (String suffix : List.of(".py", ".bt", "-bpfcc", "-kp")) {
            name = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
        }
        name = name.endsWith("-kp") ? name.substring(0, name.length() - 3) : name;
        if (name.equals("profile")) {
            return profile(arguments);
        }
        BpfTool tool = switch (name) {
            case "runqlat" -> BpfTool.RUNQLAT;
            case "cpudist" -> arguments.contains("-O") ? BpfTool.CPUDIST_OFF : BpfTool.CPUDIST;
            case "biolatency" -> BpfTool.BIOLATENCY;
            case "offcputime" -> BpfTool.OFFCPUTIME;
            default -> BpfTool.OTHER;
        };
        return new ToolRun(tool, 0, false, true);
    }

    private static ToolRun profile(String arguments) {
        Matcher frequency = FREQUENCY.matcher(arguments);
        if (frequency.find()) {
            return new ToolRun(BpfTool.PROFILE, Double.parseDouble(frequency.group(1)), false, true);
        }
        boolean isCounted = COUNT.matcher(arguments).find();
        return new ToolRun(BpfTool.PROFILE, isCounted ? 0 : PROFILE_DEFAULT, !isCounted, true);
    }

    private static Optional<BpfTool> header(String line) {
        if (line.startsWith("Tracing run queue latency") || line.startsWith("Tracing CPU scheduler")) {
            return Optional.of(BpfTool.RUNQLAT);
        }
        if (line.startsWith("Tracing off-CPU time (us)") || line.startsWith("Tracing off-CPU time (usecs)")) {
            return Optional.of(BpfTool.OFFCPUTIME);
        }
        if (line.startsWith("Tracing on-CPU time...")) {
            return Optional.of(BpfTool.CPUDIST);
        }
        if (line.startsWith("Tracing off-CPU time...")) {
            return Optional.of(BpfTool.CPUDIST_OFF);
        }
        if (line.startsWith("Tracing block device I/O") || line.startsWith("Tracing block I/O")) {
            return Optional.of(BpfTool.BIOLATENCY);
        }
        return line.contains("...") ? Optional.of(BpfTool.OTHER) : Optional.empty();
    }
}
