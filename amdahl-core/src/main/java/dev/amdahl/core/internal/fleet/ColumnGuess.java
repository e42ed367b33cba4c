package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Columns as a table's own names and first values suggest, where nobody named them and none has the name of the field. What was guessed is
 * said; where two columns may be one field, that is an error.
 *
 * @param columns the whole mapping
 * @param notes what was guessed, in sentences; none where nothing was
 */
record ColumnGuess(Columns columns, List<String> notes) {
    private static final int MAX_ROWS = 200;
    /** A share above it is not of 1, but of 100. */
    private static final double MAX_SHARE = 1.5;
    /** The owner only where no column is of a user. */
    private static final String ACCOUNT = "account";

    /** What fields are called elsewhere, in lower case, letters and digits only. */
    private static final Map<RunField, Set<String>> KNOWN_AS = new EnumMap<>(Map.of(
            RunField.FAMILY, Set.of("name", "jobname", "workload", "task", "taskname", "experiment", "jobtype"),
            RunField.ID, Set.of("jobid", "runid", "uid", "uuid", "podid"),
            RunField.OWNER, Set.of("user", "username", "userid", ACCOUNT),
            RunField.ACCELERATOR_TYPE, Set.of("gputype", "gpumodel", "gpuname", "type", "accelerator", "instancetype"),
            RunField.ACCELERATORS,
                    Set.of("gpus", "gpu", "gpucount", "numgpus", "ngpus", "numgpu", "gpunum", "allocgpus", "count"),
            RunField.SUBMITTED,
                    Set.of("submit", "submittime", "submittedat", "created", "createdat", "queued", "queuedat"),
            RunField.STARTED, Set.of("start", "starttime", "startedat", "begin", "begintime", "startdate"),
            RunField.ENDED,
                    Set.of("end", "endtime", "endedat", "finish", "finished", "finishtime", "completed", "completedat"),
            RunField.UTILISATION,
                    Set.of(
                            "utilization",
                            "util",
                            "gpuutil",
                            "gpuutilization",
                            "gpuutilisation",
                            "avggpuutil",
                            "meangpuutil",
                            "gpuutilpct",
                            "gpuutilpercent",
                            "smactive")));

    /** Guesses by a reader of the table, which is read on but not closed. */
    static ColumnGuess of(RowReader rows, Columns told, String place) {
        List<Map<String, String>> sample = sample(rows);
        List<String> names = rows.columns();
        Map<String, String> settings = new HashMap<>(told.settings());
        Map<RunField, String> guessed = new EnumMap<>(RunField.class);
        for (RunField field : KNOWN_AS.keySet()) {
            if (told.isNamed(field) || names.contains(field.column())) {
                continue;
            }
            List<String> fitting = names.stream()
                    .filter(name -> KNOWN_AS.get(field).contains(plain(name)))
                    .filter(name -> told.of(RunField.FAMILY).stream().noneMatch(name::equals))
                    .filter(name ->
                            !plain(name).equals(ACCOUNT) || names.stream().noneMatch(ColumnGuess::isUser))
                    .toList();
            if (fitting.size() > 1) {
                throw new InvalidInputException(
                        place,
                        String.join(" and ", fitting) + " may both be '" + field.column() + "'",
                        "say --columns " + field.column() + "=" + fitting.get(0));
            }
            fitting.forEach(name -> {
                guessed.put(field, name);
                settings.put(field.column(), name);
            });
        }
        List<String> notes = new ArrayList<>();
        time(guessed, sample, told, settings);
        percent(guessed.get(RunField.UTILISATION), sample, settings, notes);
        if (!guessed.isEmpty()) {
            notes.add(
                    0,
                    "columns were guessed: "
                            + guessed.entrySet().stream()
                                    .map(entry -> entry.getKey().column() + "=" + entry.getValue())
                                    .collect(Collectors.joining(","))
                            + units(settings, told)
                            + "; if that is wrong, use --columns FIELD=COLUMN");
        }
        return new ColumnGuess(guessed.isEmpty() ? told : new Columns(settings), notes);
    }

    private static String units(Map<String, String> settings, Columns told) {
        return List.of("time", "unit").stream()
                .filter(key -> settings.containsKey(key) && !told.settings().containsKey(key))
                .map(key -> "," + key + "=" + settings.get(key))
                .collect(Collectors.joining());
    }

    private static boolean isUser(String name) {
        return List.of("owner", "user", "username", "userid").contains(plain(name));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** The first rows, without those that cannot be read: they are told when all are. */
    private static List<Map<String, String>> sample(RowReader rows) {
        List<Map<String, String>> sample = new ArrayList<>();
        try {
            while (sample.size() < MAX_ROWS && rows.next()) {
                Map<String, String> row = new HashMap<>();
                for (String name : rows.columns()) {
                    row.put(name, rows.text(rows.column(name)));
                }
                sample.add(row);
            }
        } catch (InvalidInputException later) {
            return sample;
        }
        return sample;
    }

    /** The first way of writing instants that fits all that stand in guessed columns. */
    private static void time(
            Map<RunField, String> guessed,
            List<Map<String, String>> sample,
            Columns told,
            Map<String, String> settings) {
        List<String> written = sample.stream()
                .flatMap(row -> List.of(RunField.SUBMITTED, RunField.STARTED, RunField.ENDED).stream()
                        .filter(guessed::containsKey)
                        .map(field -> row.getOrDefault(guessed.get(field), "")))
                .filter(text -> !text.isEmpty())
                .toList();
        if (written.isEmpty() || told.time().isPresent()) {
            return;
        }
        for (TimeFormat format : TimeFormat.values()) {
            if (format != TimeFormat.SECONDS
                    && written.stream()
                            .mapToLong(format::read)
                            .allMatch(at -> at != TimeFormat.NO_TIME && format.isPlausible(at))) {
                if (format != TimeFormat.ISO) {
                    settings.put("time", format.word());
                }
                return;
            }
        }
    }

    private static void percent(
            @Nullable String utilisation,
            List<Map<String, String>> sample,
            Map<String, String> settings,
            List<String> notes) {
        if (utilisation == null || settings.containsKey("unit")) {
            return;
        }
        double[] shares = sample.stream()
                .mapToDouble(row -> RowReader.number(row.getOrDefault(utilisation, "")))
                .filter(share -> !Double.isNaN(share))
                .toArray();
        boolean isPercent = Arrays.stream(shares).anyMatch(share -> share > MAX_SHARE);
        if (isPercent) {
            settings.put("unit", "percent");
            long small = Arrays.stream(shares)
                    .filter(share -> share > 0 && share < 1)
                    .count();
            if (small > 0) {
                notes.add(
                        small + " of the first " + shares.length + " values of " + utilisation
                                + " lie between 0 and 1 and are read as less than 1 percent; check that they are not fractions");
            }
        }
    }
}
