package dev.amdahl.examples.cli.fleet;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.FileFleetSource;
import dev.amdahl.core.internal.fleet.FleetUnion;
import dev.amdahl.core.internal.fleet.Mapping;
import dev.amdahl.core.internal.fleet.warehouse.JdbcFleetSource;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.roi.WasteRanking;
import dev.amdahl.core.schedulers.slurm.SlurmFleetSourceFactory;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what ran in a fleet. Not thread-safe. */
public final class FleetOptions {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final int MAX_FAMILIES = 200;
    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

    @Option(
            names = "--fleet",
            paramLabel = "WHERE",
            description =
                    "What ran: a .csv or .jsonl file (also .gz), saved sacct text, a .parquet file, jdbc:URL with --table or --query, a"
                            + " file or folder with --mapping, or a fleet plugin as NAME, NAME:URL or"
                            + " NAME:SETTING=VALUE,...; of one of several clusters CLUSTER=WHERE; may be given several times.")
    private List<String> fleets = List.of();

    @Option(names = "--table", paramLabel = "NAME", description = "The table of runs, with jdbc:.")
    private @Nullable String table;

    @Option(names = "--query", paramLabel = "SQL", description = "A query for runs, with jdbc:.")
    private @Nullable String query;

    @Option(
            names = "--columns",
            paramLabel = "FIELD=COLUMN,...",
            description =
                    "Which column holds each field, and units: family=job_name,count=gpus,unit=percent,time=millis"
                            + " (docs/fleet.md).")
    private @Nullable String columns;

    @Option(
            names = "--mapping",
            paramLabel = "NAME-OR-FILE",
            description = "A ready-made mapping of columns, or one's own file.")
    private @Nullable String mapping;

    @Option(
            names = "--strip",
            paramLabel = "PATTERN",
            description = "What is not part of a family's name, such as dates.")
    private @Nullable String strip;

    @Option(names = "--skip-bad-rows", description = "Leave rows out that cannot be used; they are counted and shown.")
    private boolean isSkipping;

    /** Adds files that were named without the option. */
    void alsoFiles(List<String> files) {
        fleets = Stream.concat(fleets.stream(), files.stream()).toList();
    }

    public boolean isGiven() {
        return !fleets.isEmpty();
    }

    /** Returns all sources as one; one that cannot be fails when it is asked, as one that is down. @throws InvalidInputException if none is named */
    FleetUnion union(Supplier<Plugins> plugins, Clock clock, long seed) {
        return union(where -> told(where, plugins, clock, seed));
    }

    /** Returns the same where no period was said: all that files and tables hold, and the last days of plugins. */
    public FleetUnion all(Supplier<Plugins> plugins, Clock clock, long seed) {
        return union(where -> {
            FleetSource source = told(where, plugins, clock, seed);
            return isPlugin(where) ? new LastDays(source, clock) : source;
        });
    }

    private FleetSource told(String where, Supplier<Plugins> plugins, Clock clock, long seed) {
        try {
            return source(where, plugins, clock, seed);
        } catch (AmdahlException failure) {
            return (from, to) -> {
                throw failure;
            };
        }
    }

    /** Returns what the families of the fleet wasted, as far as it is known now. @throws AmdahlException if a source cannot be read */
    public ReportInputs.Fleet wasted(Supplier<Plugins> plugins, Clock clock, long seed) {
        FleetUnion.Answer seen = all(plugins, clock, seed).ask(Instant.EPOCH, FAR, clock.instant(), MAX_FAMILIES);
        for (AmdahlException failure : seen.failures()) {
            throw failure;
        }
        String period = seen.sums().totals().first().map(FleetOptions::day).orElse("no run")
                + seen.sums().totals().last().map(last -> " to " + day(last)).orElse("");
        return new ReportInputs.Fleet(WasteRanking.of(seen.sums(), family -> null), period);
    }

    private static String day(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    /** For a loop, which is not begun without one of them. @throws InvalidInputException if one cannot be */
    public Optional<FleetSource> source(Supplier<Plugins> plugins, Clock clock, long seed) {
        return isGiven() ? Optional.of(union(where -> source(where, plugins, clock, seed))) : Optional.empty();
    }

    private FleetUnion union(Function<String, FleetSource> open) {
        Set<String> known = new HashSet<>();
        List<FleetUnion.Part> parts = new ArrayList<>();
        for (String told : fleets) {
            String cluster = cluster(told);
            String where = cluster.isEmpty() ? told : told.substring(cluster.length() + 1);
            boolean isFile = Files.exists(Path.of(where));
            if (!known.add(isFile ? Path.of(where).toAbsolutePath().normalize().toString() : where)) {
                throw new InvalidInputException("--fleet", shown(where) + " is named twice", "name each source once");
            }
            parts.add(new FleetUnion.Part(shown(told), cluster, open.apply(where)));
        }
        return new FleetUnion(parts);
    }

    /** Returns what stands before {@code =}, unless that is part of the name of a file. */
    private static String cluster(String told) {
        int equals = told.indexOf('=');
        return equals > 0 && CLUSTER.matcher(told.substring(0, equals)).matches() && !Files.exists(Path.of(told))
                ? told.substring(0, equals)
                : "";
    }

    private FleetSource source(String where, Supplier<Plugins> plugins, Clock clock, long seed) {
        if (where.toLowerCase(Locale.ROOT).startsWith("jdbc:")) {
            return warehouse(where);
        }
        if (isPlugin(where)) {
            return plugin(where, plugins.get(), clock, seed);
        }
        Path file = Path.of(where);
        if (mapping != null) {
            return Mapping.named(mapping).source(file, settings(), badRows());
        }
        boolean isParquet = where.toLowerCase(Locale.ROOT).endsWith(".parquet");
        boolean isPattern = isParquet && where.contains("*");
        if (!isPattern && (!Files.isReadable(file) || Files.isDirectory(file))) {
            throw new InvalidInputException(
                    where,
                    "no readable file",
                    Files.isDirectory(file)
                            ? "use --mapping NAME for a folder; there are " + String.join(", ", Mapping.names())
                            : "name a .csv, .jsonl or .parquet file, a jdbc: URL, or a fleet plugin as NAME, NAME:URL"
                                    + " or NAME:SETTING=VALUE");
        }
        if (!isParquet && SlurmFleetSourceFactory.isSavedTable(file)) {
            return created("slurm", Map.of("file", where), plugins.get(), clock, seed);
        }
        return isParquet
                ? JdbcFleetSource.parquet(file, columns(), badRows())
                : new FileFleetSource(file, columns(), badRows());
    }

    private FleetSource warehouse(String url) {
        if ((table == null) == (query == null)) {
            throw new InvalidInputException("--fleet jdbc", "which runs?", "give one of --table and --query");
        }
        return table != null
                ? JdbcFleetSource.table(url, table, columns(), badRows())
                : JdbcFleetSource.query(url, query, columns(), badRows());
    }

    /** Returns a word, with settings or without, that is not a file. */
    private static boolean isPlugin(String where) {
        return where.matches("[a-z][a-z0-9-]*(:([a-z_-]+=|https?://).*)?") && !Files.exists(Path.of(where));
    }

    private static FleetSource plugin(String named, Plugins plugins, Clock clock, long seed) {
        PluginChoice chosen =
                PluginChoice.of("--fleet", named.replaceFirst("^([a-z][a-z0-9-]*):(https?://)", "$1:url=$2"));
        return created(chosen.name(), chosen.settings(), plugins, clock, seed);
    }

    private static FleetSource created(
            String name, Map<String, String> settings, Plugins plugins, Clock clock, long seed) {
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        return plugins.create(
                FleetSourceFactory.class,
                name,
                new PluginSettings(clock, new SplittableRandom(seed), scratch, settings));
    }

    /** Without what may be secret. */
    private static String shown(String where) {
        return where.split("[?;]", 2)[0];
    }

    private BadRows badRows() {
        return isSkipping ? BadRows.SKIP : BadRows.FAIL;
    }

    private Columns columns() {
        return new Columns(settings());
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(
                columns == null ? Map.of() : Columns.parse(columns).settings());
        if (strip != null) {
            settings.put("strip", strip);
        }
        return settings;
    }
}
