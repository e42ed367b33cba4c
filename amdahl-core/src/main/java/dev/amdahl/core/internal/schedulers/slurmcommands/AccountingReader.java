package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
            "JobIDRaw");
    /** Only on request: not every version knows them, and they are long. */
    private static final List<String> SUBMISSION = List.of("WorkDir", "SubmitLine");
    /** What was saved with the fields of earlier versions is read as well. */
    private static final int MIN = FIELDS.size() - 1;

    private AccountingReader() {}

    /** Jobs only, not their steps, every run of a job that ran more than once. */
    public static List<String> arguments() {
        return arguments(false);
    }

    /** The same, with how each job was submitted. */
    public static List<String> arguments(boolean withSubmission) {
        return List.of(
                "--parsable2",
                "--noheader",
                "--allocations",
                "--duplicates",
                "--delimiter=" + DELIMITER,
                "--format=" + String.join(",", FIELDS) + (withSubmission ? "," + String.join(",", SUBMISSION) : ""));
    }

    /**
     * Returns the job of a line; empty for a record without a time of submission, which accounting makes for jobs it lost.
     *
     * @throws MalformedAnswerException if it is not whole
     */
    public static Optional<SlurmJob> job(String line) {
        String[] words = line.split(DELIMITER, -1);
        int whole = FIELDS.size() + SUBMISSION.size();
        if (words.length < MIN || (words.length > FIELDS.size() && words.length != whole)) {
            throw new MalformedAnswerException("sacct", "a line is not of " + FIELDS.size() + " fields: " + line);
        }
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
                                words.length == whole ? words[whole - 2] : "",
                                words.length == whole ? words[whole - 1] : "")));
    }

    private static Optional<Accelerators> accelerators(String allocated, String requested) {
        Optional<Accelerators> held = GpuCount.ofTres(allocated, 1);
        return held.isPresent() ? held : GpuCount.ofTres(requested, 1);
    }
}
