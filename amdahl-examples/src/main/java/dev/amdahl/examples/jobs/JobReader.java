package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads one job.
 *
 * @param base the folder of the jobs file
 * @param price what accelerators cost, where declared
 * @param powerAllowed whether the policy allows a cap on power
 */
record JobReader(Path base, Optional<Price> price, boolean powerAllowed) {
    private static final List<String> WORDS =
            List.of("partition", "account", "qos", "reservation", "constraint", "mem");

    private static final List<String> COUNTS = List.of("tasks_per_node", "cpus_per_task");

    private static final List<String> LISTS = List.of("exclude", "container_mounts");

    JobSpec job(Item item) {
        Fields fields = item.fields(
                "family",
                "command",
                "directory",
                "accelerators",
                "runs_per_week",
                "environment",
                "time_limit",
                "cache",
                "metric",
                "work_units",
                "output",
                "guardrails",
                "artifacts",
                "source",
                "levers",
                "hypotheses",
                "probe",
                "parallel",
                "deadline",
                "field",
                "capture",
                "slurm",
                "kind",
                "start",
                "ready",
                "load",
                "objective",
                "answers");
        String family = fields.required("family", "name the recurring workload").text();
        boolean isService = ServiceReader.isService(fields);
        List<String> own = isService
                ? ServiceReader.start(fields)
                : Paths.command(fields.required("command", "add the command as a list: [program, argument, ...]"));
        JobSpec.Builder job = JobSpec.builder(family, isService ? new ServiceReader(base).command(fields) : own);
        Accelerators accelerators =
                fields.optional("accelerators").map(JobReader::accelerators).orElse(new Accelerators("cpu", 1));
        Map<String, String> environment =
                fields.optional("environment").map(JobReader::environment).orElse(Map.of());
        if (isService && accelerators.nodes() > 1) {
            throw fields.error("a service runs on one node", "remove 'nodes'");
        }
        job.accelerators(accelerators).environment(environment);
        fields.optional("directory").ifPresent(folder -> job.directory(Paths.folder(folder, base)));
        fields.optional("runs_per_week").ifPresent(number -> job.runsPerWeek(number.amount()));
        fields.optional("time_limit").ifPresent(limit -> job.timeLimit(limit.duration()));
        fields.optional("cache").ifPresent(JobReader::requireWarm);
        measure(fields, isService, job);
        job.guardrails(
                fields.list("guardrails").stream().map(MeasureReader::guardrail).toList());
        Optional<Item> source = fields.optional("source");
        source.ifPresent(tree -> job.source(source(tree)));
        job.levers(levers(fields, new LeverReader(own, environment, accelerators, powerAllowed)));
        ContributionReader offers = new ContributionReader(base, environment, source.isPresent());
        job.contributions(
                fields.list("hypotheses").stream().map(offers::contribution).toList());
        price.ifPresent(job::price);
        fields.optional("probe").map(DesignReader::probe).ifPresent(job::probe);
        fields.optional("parallel").ifPresent(count -> job.parallel(count.positive()));
        fields.optional("deadline").ifPresent(limit -> job.deadline(limit.duration()));
        fields.optional("field").flatMap(DesignReader::field).ifPresent(job::field);
        fields.optional("capture")
                .ifPresent(names ->
                        job.captures(names.list().stream().map(Item::text).toList()));
        fields.optional("slurm").map(JobReader::slurmSettings).ifPresent(job::schedulerSettings);
        JobSpec declared = job.build();
        requireEnergy(fields, declared);
        return declared;
    }

    /** A cap on power makes a run longer; what it is for, and how long is too long, has to be declared. */
    private static void requireEnergy(Fields fields, JobSpec job) {
        if (job.levers().stream().noneMatch(lever -> lever.target() instanceof LeverSetting.PowerCap)) {
            return;
        }
        if (job.metric().isTime()) {
            throw fields.error(
                    "a cap on power saves no time, and the job is compared by "
                            + job.metric().name(),
                    "add 'metric: {name: " + MetricSpec.ACCELERATOR_JOULES.name() + "}'");
        }
        if (job.deadline().isEmpty()) {
            throw fields.error(
                    "a run under a cap on power may take longer, and the job does not say how long it may take",
                    "add 'deadline'");
        }
    }

    private static void measure(Fields fields, boolean isService, JobSpec.Builder job) {
        List<OutputRule> outputs =
                fields.list("output").stream().map(MeasureReader::output).toList();
        Map<String, String> artifacts =
                fields.optional("artifacts").map(JobReader::artifacts).orElse(Map.of());
        if (isService) {
            ServiceReader.measure(fields, job, outputs, artifacts);
            return;
        }
        fields.optional("metric").ifPresent(metric -> job.metric(MeasureReader.metric(metric)));
        fields.optional("work_units").ifPresent(units -> job.workUnits(MeasureReader.workUnits(units)));
        job.outputs(outputs).artifacts(artifacts);
    }

    private static List<Lever> levers(Fields fields, LeverReader reader) {
        Set<String> names = new HashSet<>();
        return fields.list("levers").stream()
                .map(item -> {
                    Lever lever = reader.lever(item);
                    if (!names.add(lever.name())) {
                        throw item.error("a second lever is named '" + lever.name() + "'", "rename one of them");
                    }
                    return lever;
                })
                .toList();
    }

    private static Accelerators accelerators(Item item) {
        Fields fields = item.fields("type", "count", "nodes");
        int nodes = fields.optional("nodes").map(Item::positive).orElse(1);
        int count = fields.optional("count").map(Item::positive).orElse(nodes);
        if (count % nodes != 0) {
            throw item.error(
                    count + " accelerators cannot be spread evenly over " + nodes + " nodes",
                    "give in 'count' how many all nodes hold together");
        }
        return new Accelerators(fields.optional("type").map(Item::text).orElse("cpu"), count, nodes);
    }

    static Map<String, String> environment(Item item) {
        Map<String, String> environment = new LinkedHashMap<>();
        item.entries().forEach((key, value) -> environment.put(LeverReader.variable(value, key), value.textOrEmpty()));
        return environment;
    }

    private static Map<String, String> artifacts(Item item) {
        Map<String, String> artifacts = new LinkedHashMap<>();
        item.entries().forEach((role, path) -> artifacts.put(role, Paths.inside(path)));
        return artifacts;
    }

    /** Cold is another machine than the one that trials run on: nothing here empties its caches between arms. */
    private static void requireWarm(Item item) {
        if (item.text().equals("cold")) {
            throw item.error(
                    "no scheduler empties caches between arms yet",
                    "leave it out, and let the command drop or bypass the caches that matter");
        }
        if (!item.text().equals("warm")) {
            throw item.error("unknown cache '" + item.text() + "'", "write warm or leave it out");
        }
    }

    private SourceTree source(Item item) {
        Fields fields = item.fields("repository", "revision", "epoch", "build", "editable", "tests");
        Item repository = fields.required("repository", "name the folder of the job's git repository");
        String revision = fields.optional("revision").map(Item::text).orElse("HEAD");
        if (revision.startsWith("-")) {
            throw fields.error("revision '" + revision + "' begins with '-'", "name a commit, a branch or a tag");
        }
        return new SourceTree(
                Paths.folder(repository, base),
                revision,
                fields.optional("epoch").map(Item::text).orElse("0"),
                fields.optional("build").map(Paths::command).orElse(List.of()),
                fields.optional("editable").map(Item::texts).orElse(List.of("**")),
                fields.optional("tests").map(Paths::command).orElse(List.of()));
    }

    /** Returns it as settings of a scheduler, named as options of {@code sbatch}. */
    private static Map<String, String> slurmSettings(Item item) {
        Fields fields = item.fields(
                "partition",
                "account",
                "qos",
                "reservation",
                "constraint",
                "exclusive",
                "exclude",
                "tasks_per_node",
                "cpus_per_task",
                "mem",
                "container_image",
                "container_mounts",
                "container_mount_home");
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : WORDS) {
            fields.optional(name).ifPresent(word -> settings.put(option(name), word(word)));
        }
        for (String name : COUNTS) {
            fields.optional(name).ifPresent(count -> settings.put(option(name), Integer.toString(count.positive())));
        }
        for (String name : LISTS) {
            fields.optional(name)
                    .ifPresent(list -> settings.put(
                            option(name),
                            list.list().stream().map(JobReader::word).collect(Collectors.joining(","))));
        }
        for (String name : List.of("exclusive", "container_mount_home")) {
            fields.optional(name).filter(Item::flag).ifPresent(flag -> settings.put(option(name), ""));
        }
        fields.optional("container_image").ifPresent(image -> settings.put(option("container_image"), word(image)));
        if (fields.given("container_mounts", "container_mount_home").size() > 0
                && fields.optional("container_image").isEmpty()) {
            throw fields.error("a container without an image", "add container_image");
        }
        return settings;
    }

    private static String option(String name) {
        return "slurm." + name.replace('_', '-');
    }

    private static String word(Item item) {
        String text = item.text();
        if (!text.matches("[\\x21-\\x7E&&[^'\"\\\\$`;]]+")) {
            throw item.error("'" + text + "' is no word for sbatch", "write it without spaces and quotes");
        }
        return text;
    }
}
