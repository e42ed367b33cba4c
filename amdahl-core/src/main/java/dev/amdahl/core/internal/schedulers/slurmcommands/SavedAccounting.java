package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.InvalidInputException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what a person saved of {@code sacct --parsable2} or {@code --parsable}: a head with the names of its fields, and one line a job,
 * divided by bars. Local times are those of this machine's zone. Steps of jobs are left out. Not thread-safe.
 */
public final class SavedAccounting implements Function<String, Optional<SlurmJob>> {
    private static final String BAR = "\\|";
    private static final String REMEDY =
            "save sacct --parsable2 --allusers --format=JobID,JobName,User,State,Submit,Start,End,AllocTRES";
    private static final List<String> NEEDED = List.of("JobID", "JobName", "State", "Start", "End", "AllocTRES");

    private final String file;
    private final List<String> head;
    private int line = 1;

    /** Returns a reader of the lines below a head. @throws InvalidInputException if a field is missing without which no job can be told */
    public SavedAccounting(String file, String head) {
        this.file = file;
        this.head = List.of(head.strip().split(BAR, -1));
        NEEDED.stream().filter(field -> !this.head.contains(field)).findFirst().ifPresent(field -> {
            throw new InvalidInputException(file + ":1", "there is no field " + field, REMEDY);
        });
    }

    /** Returns whether a line is such a head. */
    public static boolean isHead(String line) {
        List<String> names = List.of(line.strip().split(BAR, -1));
        return names.size() > 1 && (names.contains("JobID") || names.contains("JobIDRaw"));
    }

    /** {@inheritDoc} Empty for a step of a job, and for a job that never ran. */
    @Override
    public Optional<SlurmJob> apply(String text) {
        line++;
        List<String> words = List.of(text.strip().split(BAR, -1));
        if (words.size() != head.size()) {
            throw new InvalidInputException(
                    file + ":" + line,
                    "the line has " + words.size() + " fields, the head " + head.size(),
                    "a name may hold a bar; " + REMEDY);
        }
        if (word(words, "JobID").indexOf('.') >= 0) {
            return Optional.empty();
        }
        List<String> fields = new ArrayList<>();
        for (String field : AccountingReader.FIELDS) {
            fields.add(
                    switch (field) {
                        case "Submit" -> seconds(word(words, head.contains("Submit") ? "Submit" : "Start"));
                        case "Start", "End" -> seconds(word(words, field));
                        case "JobIDRaw" -> word(words, head.contains(field) ? field : "JobID");
                        default -> word(words, field);
                    });
        }
        return AccountingReader.job(String.join(AccountingReader.DELIMITER, fields));
    }

    private String word(List<String> words, String field) {
        int at = head.indexOf(field);
        return at < 0 ? "" : words.get(at);
    }

    private String seconds(String time) {
        if (time.isBlank() || time.matches("\\d+|Unknown|None|N/A")) {
            return time;
        }
        try {
            return Long.toString(
                    LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toEpochSecond());
        } catch (DateTimeException e) {
            throw new InvalidInputException(file + ":" + line, "'" + time + "' is not a time", REMEDY, e);
        }
    }
}
