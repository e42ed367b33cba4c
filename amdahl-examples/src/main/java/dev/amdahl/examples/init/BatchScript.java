package dev.amdahl.examples.init;

import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a batch script of Slurm, or a plain shell script, into the job that it starts. A script that exports, changes its folder and
 * then starts one program is read as that program, so that its settings can be tried; any other is the command itself. Used once.
 */
final class BatchScript {
    private static final Pattern DIRECTIVE = Pattern.compile("#SBATCH\\s+(.*)");
    private static final Pattern OPTION = Pattern.compile("(--[a-z-]+|-[A-Za-z])[=\\s]*(.*)");
    private static final Pattern DEVICES =
            Pattern.compile("gpu(?::([A-Za-z0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*))?(?::([0-9]+))?.*");
    private static final Set<String> PASSIVE =
            Set.of("module", "ml", "echo", "set", "ulimit", "date", "hostname", "nvidia-smi", "mkdir");
    private static final Set<String> SOURCING = Set.of("source", ".", "conda", "mamba", "micromamba");

    private final Path script;
    private final Map<String, String> options = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> findings = new ArrayList<>();
    private Path directory;

    private BatchScript(Path script, Path directory) {
        this.script = script;
        this.directory = directory;
    }

    /** Returns whether a text is a script for Slurm. */
    static boolean isOne(String text) {
        return text.startsWith("#!")
                && text.lines().anyMatch(line -> DIRECTIVE.matcher(line).matches());
    }

    static JobCommand read(Path script, String text, Path directory, Accelerators holds) {
        return new BatchScript(script, directory).read(text, holds);
    }

    /** Reads the text of a script into the one program that it starts; empty where it does more. */
    static Optional<JobCommand> only(String from, String text, Path directory, Accelerators holds) {
        BatchScript script = new BatchScript(directory, directory);
        return ShellScript.commands(text.lines().toList(), script.known())
                .flatMap(script::only)
                .map(command -> new JobCommand(
                        JobCommand.family(command),
                        command,
                        script.directory,
                        script.environment,
                        holds,
                        Optional.empty(),
                        from,
                        script.findings));
    }

    private JobCommand read(String text, Accelerators holds) {
        text.lines().forEach(this::directive);
        Optional.ofNullable(options.get("chdir")).ifPresent(folder -> directory = JobCommand.path(directory, folder));
        Optional<List<String>> only =
                ShellScript.commands(text.lines().toList(), known()).flatMap(this::only);
        List<String> command = only.orElseGet(() -> {
            environment.clear();
            findings.add(script.getFileName() + " does more than start one program, so the whole script is the command:"
                    + " its environment can be tried, but not the options of what it starts");
            return List.of("bash", script.toAbsolutePath().normalize().toString());
        });
        if (!Files.isDirectory(directory)) {
            findings.add("the folder " + directory + " is not here");
        }
        return new JobCommand(
                options.getOrDefault(
                        "job-name",
                        JobCommand.family(List.of(script.getFileName().toString()))),
                command,
                directory,
                environment,
                accelerators().orElse(holds),
                Optional.ofNullable(options.get("time")).flatMap(BatchScript::limit),
                script.getFileName().toString(),
                findings);
    }

    private void directive(String line) {
        Matcher directive = DIRECTIVE.matcher(line);
        if (!directive.matches()) {
            return;
        }
        Matcher option =
                OPTION.matcher(directive.group(1).replaceFirst("\\s+#.*", "").strip());
        if (option.matches()) {
            String name = switch (option.group(1)) {
                case "-J" -> "job-name";
                case "-t" -> "time";
                case "-N" -> "nodes";
                case "-D" -> "chdir";
                case "-G" -> "gpus";
                case "-c" -> "cpus-per-task";
                case "-n" -> "ntasks";
                default -> option.group(1).replaceFirst("^-+", "");
            };
            options.put(name, option.group(2).replace("\"", "").strip());
        }
    }

    /** Variables that are set when it starts, as far as they are known here. */
    private Map<String, String> known() {
        Map<String, String> known = new HashMap<>();
        known.put("HOME", System.getProperty("user.home"));
        known.put("PWD", directory.toString());
        known.put("SLURM_SUBMIT_DIR", directory.toString());
        Map.of(
                        "cpus-per-task", "SLURM_CPUS_PER_TASK",
                        "nodes", "SLURM_NNODES",
                        "ntasks", "SLURM_NTASKS",
                        "job-name", "SLURM_JOB_NAME")
                .forEach((option, variable) ->
                        Optional.ofNullable(options.get(option)).ifPresent(value -> known.put(variable, value)));
        return known;
    }

    /** The one program that a script of plain commands starts; empty if it does more. */
    private Optional<List<String>> only(List<List<String>> commands) {
        List<List<String>> programs = new ArrayList<>();
        for (List<String> words : commands) {
            String first = words.get(0);
            if (first.equals("export")) {
                words.forEach(this::export);
            } else if (first.equals("cd") && words.size() == 2) {
                directory = JobCommand.path(directory, words.get(1));
            } else if (SOURCING.contains(first)) {
                findings.add("'" + String.join(" ", words)
                        + "' is left out: start init and the loop in a shell that has done it");
            } else if (!PASSIVE.contains(first) && !ShellScript.isAssignment(words)) {
                programs.add(words);
            }
        }
        return programs.size() == 1 ? Optional.of(started(programs.get(0))) : Optional.empty();
    }

    private void export(String word) {
        Matcher assignment = ShellScript.ASSIGNMENT.matcher(word);
        if (assignment.matches()) {
            environment.put(assignment.group(1), assignment.group(2));
        }
    }

    /** Without {@code srun} and its options: the loop's scheduler starts it. */
    private List<String> started(List<String> words) {
        int from = 0;
        while (from < words.size() - 1
                && (ShellScript.ASSIGNMENT.matcher(words.get(from)).matches()
                        || words.get(from).equals("exec"))) {
            export(words.get(from++));
        }
        if (words.get(from).equals("srun")) {
            from++;
            while (from < words.size() - 1 && words.get(from).startsWith("-")) {
                boolean takesNext = words.get(from).matches("-[A-Za-z]")
                        && !words.get(from + 1).startsWith("-");
                from += takesNext ? 2 : 1;
            }
        }
        return List.copyOf(words.subList(from, words.size()));
    }

    private Optional<Accelerators> accelerators() {
        int nodes = number("nodes").orElse(1);
        for (String name : List.of("gpus", "gres", "gpus-per-node", "gpus-per-task")) {
            String value = options.get(name);
            if (value != null) {
                Matcher devices = DEVICES.matcher(name.equals("gres") ? value : "gpu:" + value);
                if (devices.matches()) {
                    String type =
                            Optional.ofNullable(devices.group(1)).orElse("gpu").toLowerCase(Locale.ROOT);
                    int count = Optional.ofNullable(devices.group(2))
                            .map(Integer::parseInt)
                            .orElse(1);
                    int all = name.equals("gpus") ? count : count * nodes;
                    return all > 0 && all % nodes == 0
                            ? Optional.of(new Accelerators(type, all, nodes))
                            : Optional.of(new Accelerators(type, Math.max(1, all)));
                }
            }
        }
        return nodes > 1 ? Optional.of(new Accelerators("cpu", nodes, nodes)) : Optional.empty();
    }

    private Optional<Integer> number(String option) {
        return Optional.ofNullable(options.get(option))
                .map(value -> value.replaceFirst("-.*", ""))
                .filter(value -> value.matches("[1-9][0-9]{0,5}"))
                .map(Integer::parseInt);
    }

    /** Minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes, days-hours:minutes:seconds. */
    static Optional<Duration> limit(String text) {
        Matcher time = Pattern.compile("(?:([0-9]+)-)?([0-9]+)(?::([0-9]+))?(?::([0-9]+))?")
                .matcher(text.strip());
        if (!time.matches()) {
            return Optional.empty();
        }
        long[] part = new long[5];
        for (int i = 1; i <= 4; i++) {
            part[i] = time.group(i) == null ? 0 : Long.parseLong(time.group(i));
        }
        boolean hasDays = time.group(1) != null;
        boolean hasHours = hasDays || time.group(4) != null;
        long seconds = hasHours ? ((part[1] * 24 + part[2]) * 60 + part[3]) * 60 + part[4] : part[2] * 60 + part[3];
        return seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty();
    }
}
