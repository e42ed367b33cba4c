package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what {@code squeue} prints of one user's jobs, fields divided by bars. Not its JSON: that of 22.05 ignores every filter and
 * holds all jobs of the cluster.
 */
public final class QueueReader {
    /** The name comes last, for it may hold anything. */
    private static final List<String> FIELDS = List.of(
            "JobID", "State", "Reason", "SubmitTime", "StartTime", "EndTime", "RestartCnt", "exit_code", "Name");

    private static final int NAME = FIELDS.size() - 1;

    private QueueReader() {}

    /** Returns what to ask {@code squeue} with. */
    public static List<String> arguments() {
        StringBuilder format = new StringBuilder();
        for (int i = 0; i < NAME; i++) {
            format.append(FIELDS.get(i)).append(":|,");
        }
        return List.of("--noheader", "--me", "--states=all", "--Format=" + format + "Name:|");
    }

    /**
     * Returns the jobs of an answer.
     *
     * @throws MalformedAnswerException if it is not whole
     */
    public static List<SlurmJob> read(String answer) {
        List<SlurmJob> jobs = new ArrayList<>();
        if (!answer.isEmpty() && !answer.endsWith("\n")) {
            throw new MalformedAnswerException("squeue", "it ends in the middle of a line");
        }
        answer.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("CLUSTER: "))
                .forEach(line -> jobs.add(job(line)));
        return jobs;
    }

    private static SlurmJob job(String line) {
        String[] words = line.split("\\|", FIELDS.size());
        if (words.length != FIELDS.size() || !words[0].strip().matches("\\d{1,10}") || !words[NAME].endsWith("|")) {
            throw new MalformedAnswerException("squeue", "a line is not of " + FIELDS.size() + " fields: " + line);
        }
        List<String> states = List.of(words[1].strip().split(",", -1));
        Phase phase = Phase.of(states);
        String raw = words[7].strip();
        return new SlurmJob(
                words[0].strip(),
                words[0].strip(),
                words[NAME].substring(0, words[NAME].length() - 1),
                "",
                states,
                words[2].strip(),
                EpochTime.parse(words[3])
                        .orElseThrow(() -> new MalformedAnswerException("squeue", "no time of submission: " + line)),
                phase.hasStarted() ? EpochTime.parse(words[4]) : Optional.empty(),
                phase.hasEnded() ? EpochTime.parse(words[5]) : Optional.empty(),
                raw.matches("\\d{1,9}")
                        ? Optional.of(ExitStatus.ofWaitStatus(Integer.parseInt(raw)))
                        : ExitStatus.parse(raw),
                words[6].strip().matches("\\d{1,6}") ? Integer.parseInt(words[6].strip()) : 0,
                Optional.empty(),
                SlurmJob.Place.UNKNOWN,
                SlurmJob.Use.UNKNOWN);
    }
}
