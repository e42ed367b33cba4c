package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what {@code sacct} prints, one line a job, fields divided by a character that no name holds. */
public final class AccountingReader {
    static final String DELIMITER = "\u001f";
    static final List<String> FIELDS = List.of(
            "JobID",
            "JobName",
            "User",
            "State",
            "ExitCode",
            "Submit",
            "Start",
            "End",
            "NNodes",
            "AllocTRES",
            "ReqTRES",
            "Cluster",
            "Partition",
            "Account",
            "JobIDRaw",
            "QOS",
            "NodeList",
            "TimelimitRaw");
    /** Only on request: not every version knows them, and they are long. */
    private static final List<String> SUBMISSION = List.of("WorkDir", "SubmitLine");
    /** Of steps too, since accounting adds up what they used only where it looks at them. */
    private static final List<String> USE = List.of("TotalCPU", "TRESUsageInTot", "ElapsedRaw");
    /** What was saved with the fields of earlier versions is read as well. */
    private static final int MIN = 14;

    private static final int PLACED = 15;
    private static final Set<Integer> SIZES = Set.of(
            MIN,
            PLACED,
            PLACED + SUBMISSION.size(),
            FIELDS.size(),
            FIELDS.size() + SUBMISSION.size(),
            FIELDS.size() + USE.size());
    private static final Pattern PROCESSORS = Pattern.compile("(?:^|,)cpu=(\\d{1,9})(?=,|$)");
    private static final Pattern MEMORY = Pattern.compile("(?:^|,)mem=(\\d{1,15}(?:\\.\\d+)?)([KMGTP]?)(?=,|$)");
    private static final Pattern TIME = Pattern.compile("(?:(\\d+)-)?(?:(\\d+):)?(\\d+):(\\d+(?:\\.\\d+)?)");

    private AccountingReader() {}

    /** Jobs only, not their steps, every run of a job that ran more than once. */
    public static List<String> arguments() {
        return arguments(false);
    }

    /** The same, with how each job was submitted. */
    public static List<String> arguments(boolean withSubmission) {
        return arguments(withSubmission ? SUBMISSION : List.of(), "--allocations");
    }

    /** The same with steps, for {@link #used}. */
    public static List<String> argumentsOfUse() {
        return arguments(USE, "--noconvert");
    }

    private static List<String> arguments(List<String> further, String mode) {
        List<String> fields = new ArrayList<>(FIELDS);
        fields.addAll(further);
        return List.of(
                "--parsable2",
                "--noheader",
                mode,
                "--duplicates",
                "--delimiter=" + DELIMITER,
                "--format=" + String.join(",", fields));
    }

    /** Returns the jobs of lines that tell each job and then its steps, with what they used. */
    public static Stream<SlurmJob> used(Stream<String> lines) {
        List<SlurmJob> held = new ArrayList<>();
        return Stream.concat(lines.filter(line -> !line.isBlank()), Stream.of(""))
                .flatMap(line -> {
                    List<String> words = List.of(line.split(DELIMITER, -1));
                    if (words.get(0).indexOf('.') >= 0) {
                        held.replaceAll(job -> job.withStep(memory(words.get(words.size() - 2))));
                        return Stream.empty();
                    }
                    List<SlurmJob> whole = List.copyOf(held);
                    held.clear();
                    if (!line.isEmpty()) {
                        job(line).ifPresent(held::add);
                    }
                    return whole.stream();
                });
    }

    /**
     * Returns the job of a line; empty for a record without a time of submission, which accounting makes for jobs it lost.
     *
     * @throws MalformedAnswerException if it is not whole
     */
    public static Optional<SlurmJob> job(String line) {
        String[] words = line.split(DELIMITER, -1);
        if (!SIZES.contains(words.length)) {
            throw new MalformedAnswerException("sacct", "a line is not of " + FIELDS.size() + " fields: " + line);
        }
        boolean isSubmission =
                words.length == PLACED + SUBMISSION.size() || words.length == FIELDS.size() + SUBMISSION.size();
        boolean isOfNow = words.length >= FIELDS.size();
        List<String> states = List.of(words[3].strip());
        Phase phase = Phase.of(states);
        Optional<Instant> started = phase.hasStarted() ? EpochTime.parse(words[6]) : Optional.empty();
        Optional<Instant> ended = phase.hasEnded() ? EpochTime.parse(words[7]) : Optional.empty();
        boolean neverRan = words[9].isBlank() && (started.isEmpty() || started.equals(ended));
        return EpochTime.parse(words[5])
                .map(submitted -> new SlurmJob(
                        words[0],
                        words.length > MIN ? words[MIN].strip() : words[0],
                        words[1],
                        words[2],
                        states,
                        neverRan && phase != Phase.CANCELLED && phase.hasEnded() ? SlurmJob.REFUSED : "",
                        submitted,
                        started,
                        ended,
                        ExitStatus.parse(words[4]),
                        0,
                        accelerators(words[9], words[10]),
                        new SlurmJob.Place(
                                words[11],
                                words[12],
                                words[13],
                                isSubmission ? words[words.length - 2] : "",
                                isSubmission ? words[words.length - 1] : "",
                                isOfNow ? words[PLACED] : "",
                                isOfNow ? HostList.names(words[PLACED + 1]) : ""),
                        words.length == FIELDS.size() + USE.size() ? use(words) : SlurmJob.Use.UNKNOWN));
    }

    /** Accounting that gathers nothing tells times of 0. */
    private static SlurmJob.Use use(String[] words) {
        String allocated = words[9];
        Matcher processors = PROCESSORS.matcher(allocated);
        Matcher time = TIME.matcher(words[FIELDS.size()].strip());
        double seconds = time.matches()
                ? 86_400 * number(time.group(1))
                        + 3600 * number(time.group(2))
                        + 60 * number(time.group(3))
                        + number(time.group(4))
                : 0;
        String limit = words[FIELDS.size() - 1].strip();
        return new SlurmJob.Use(
                processors.find() ? OptionalDouble.of(number(processors.group(1))) : OptionalDouble.empty(),
                seconds > 0 ? OptionalDouble.of(seconds) : OptionalDouble.empty(),
                memory(allocated),
                OptionalDouble.empty(),
                limit.matches("\\d{1,8}") ? Optional.of(Duration.ofMinutes(Long.parseLong(limit))) : Optional.empty());
    }

    private static double number(@Nullable String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }

    private static OptionalDouble memory(String tres) {
        Matcher memory = MEMORY.matcher(tres);
        return memory.find()
                ? OptionalDouble.of(number(memory.group(1))
                        * Math.pow(1024, memory.group(2).isEmpty() ? 0 : 1 + "KMGTP".indexOf(memory.group(2))))
                : OptionalDouble.empty();
    }

    private static Optional<Accelerators> accelerators(String allocated, String requested) {
        Optional<Accelerators> held = GpuCount.ofTres(allocated, 1);
        return held.isPresent() ? held : GpuCount.ofTres(requested, 1);
    }
}
