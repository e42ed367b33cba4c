package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FamilyRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which labels of a series name the accelerator, the job that holds it, the job's family and its owner.
 *
 * @param jobs alternatives, each of one or more labels that a series must all have to belong to a job; the first that fits counts
 * @param family the label of the family; empty to take it from the job's name
 * @param owner the label of the owner
 * @param rule tells the family within a job's name
 */
record FleetLabels(List<List<String>> jobs, String family, String owner, FamilyRule rule) {
    static final String DEFAULT_JOBS = "hpc_job;exported_namespace,exported_pod;namespace,pod";
    private static final List<String> HOSTS = List.of("Hostname", "instance");
    private static final List<String> DEVICES = List.of("UUID", "gpu");
    private static final String INSTANCE = "GPU_I_ID";
    private static final String PROFILE = "GPU_I_PROFILE";
    private static final String MODEL = "modelName";
    private static final String EXPORTER = "dcgm-exporter";

    static FleetLabels parse(String jobs, String family, String owner, String pattern) {
        List<List<String>> alternatives = Arrays.stream(jobs.split(";", -1))
                .map(names -> Arrays.stream(names.split(",", -1))
                        .map(String::strip)
                        .map(FleetLabels::name)
                        .toList())
                .toList();
        return new FleetLabels(
                alternatives,
                family.isEmpty() ? "" : name(family),
                owner.isEmpty() ? "" : name(owner),
                pattern.isEmpty() ? FamilyRule.standard() : FamilyRule.of(Pattern.compile(pattern)));
    }

    private static String name(String label) {
        if (!label.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
            throw new InvalidInputException(
                    "fleet source 'prometheus'",
                    "'" + label + "' is not a name of a label",
                    "write names such as hpc_job");
        }
        return label;
    }

    /** Returns all that a query must keep. */
    String kept() {
        Set<String> names = new LinkedHashSet<>(HOSTS);
        names.addAll(DEVICES);
        names.addAll(List.of(INSTANCE, PROFILE, MODEL));
        jobs.forEach(names::addAll);
        Stream.of(family, owner).filter(name -> !name.isEmpty()).forEach(names::add);
        return String.join(", ", names);
    }

    /** Returns what a query must keep that asks for jobs and not for accelerators. */
    String keptOfJobs() {
        Set<String> names = new LinkedHashSet<>(List.of(MODEL, PROFILE));
        jobs.forEach(names::addAll);
        Stream.of(family, owner).filter(name -> !name.isEmpty()).forEach(names::add);
        return String.join(", ", names);
    }

    /** Returns the accelerator, or the slice of one, that a series is about. */
    Device device(Map<String, String> labels) {
        String host = first(labels, HOSTS);
        String slice = labels.getOrDefault(INSTANCE, "");
        String profile = labels.getOrDefault(PROFILE, "");
        String model = labels.getOrDefault(MODEL, "unknown");
        return new Device(
                host,
                first(labels, DEVICES) + (slice.isEmpty() ? "" : "/" + slice),
                profile.isEmpty() ? model : model + " " + profile);
    }

    /** Returns the job that holds it; empty for an accelerator that nobody holds. */
    Optional<Holder> holder(Map<String, String> labels) {
        for (List<String> names : jobs) {
            List<String> values = new ArrayList<>();
            names.forEach(name -> values.add(labels.getOrDefault(name, "")));
            if (values.stream().noneMatch(String::isEmpty)) {
                String id = String.join("/", values);
                String last = values.get(values.size() - 1);
                return last.startsWith(EXPORTER)
                        ? Optional.empty()
                        : Optional.of(new Holder(id, family(labels, values), owner(labels, values)));
            }
        }
        return Optional.empty();
    }

    /** Several labels name a pod, whose namespace is the owner and no part of the family. */
    private String family(Map<String, String> labels, List<String> values) {
        String named = labels.getOrDefault(family, "");
        String last = values.get(values.size() - 1);
        return !named.isEmpty() ? named : values.size() > 1 ? rule.familyOfPod(last) : rule.family(last);
    }

    private String owner(Map<String, String> labels, List<String> values) {
        String named = labels.getOrDefault(owner, "");
        return !named.isEmpty() || values.size() < 2 ? named : values.get(0);
    }

    private static String first(Map<String, String> labels, List<String> names) {
        return names.stream()
                .map(name -> labels.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("?");
    }

    /** An accelerator. */
    record Device(String host, String name, String type) {}

    /** A job as its labels name it. */
    record Holder(String id, String family, String owner) {}
}
