package dev.amdahl.examples.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Renders the jobs file; strings are double-quoted as in JSON. */
final class JobsYaml {
    private static final String ACCELERATOR = "soft-accel";

    private final JavaTools tools;

    JobsYaml(JavaTools tools) {
        this.tools = tools;
    }

    String text(List<FleetFamily> families) {
        StringBuilder out = new StringBuilder("defaults: {price_per_accelerator_hour: 2.5, currency: USD}\njobs:\n");
        for (FleetFamily family : families) {
            appendFamily(out, family);
        }
        return out.toString();
    }

    /** Returns the job that is built, to come after the families. */
    String built() {
        StringBuilder out = new StringBuilder();
        appendHead(out, EmbedBatchRepository.NAME, tools.builtJob(EmbedBatchRepository.MAIN_CLASS), ACCELERATOR, 112);
        out.append("    directory: ").append(EmbedBatchRepository.NAME).append('\n');
        appendResults(out);
        out.append("    source: {repository: ").append(EmbedBatchRepository.NAME);
        out.append(", revision: HEAD, epoch: \"0\", build: ");
        out.append(list(tools.compile(EmbedBatchRepository.SOURCE))).append(", editable: [\"src/**\"]}\n");
        out.append("    hypotheses:\n");
        out.append("      - {title: \"walk the weights row by row\", addresses: [COMPUTE_BOUND], patch: ");
        out.append(EmbedBatchRepository.PATCH).append(", expected: 30%}\n");
        return out.toString();
    }

    /** Returns the job that trains with PyTorch, which a Python runs. */
    String trained(String python) {
        List<String> command = new ArrayList<>(List.of(python, TorchJob.SCRIPT));
        command.addAll(TorchJob.ARGUMENTS);
        StringBuilder out = new StringBuilder();
        appendHead(out, TorchJob.NAME, command, "cpu", 42);
        out.append("    directory: ").append(TorchJob.NAME).append('\n');
        out.append("    work_units: {stdout: \"trained on ([0-9]+)\"}\n");
        out.append("    output: [{path: \"-\", compare: exact}, {path: result.json, compare: exact}]\n");
        out.append("    levers:\n");
        out.append("      - {name: compression-level, argument: \"--compression-level=9\"");
        out.append(
                ", values: [\"--compression-level=0\"], addresses: [CHECKPOINT_STALL], idea: input-light-compression}\n");
        return out.toString();
    }

    private void appendFamily(StringBuilder out, FleetFamily family) {
        appendHead(
                out, family.name(), tools.fleetJob(family.name(), family.cause()), ACCELERATOR, family.runsPerWeek());
        out.append("    environment: ").append(environment(family)).append('\n');
        appendResults(out);
        out.append("    levers:\n");
        for (OfferedChange offer : family.offers()) {
            out.append("      - {name: ").append(offer.lever());
            out.append(", environment: ").append(offer.variable());
            out.append(", values: ").append(list(List.of(offer.from(), offer.to())));
            out.append(", addresses: [")
                    .append(String.join(", ", offer.addresses()))
                    .append(']');
            if (!offer.idea().isEmpty()) {
                out.append(", idea: ").append(offer.idea());
            }
            out.append("}\n");
        }
    }

    private static void appendHead(
            StringBuilder out, String family, List<String> command, String accelerator, int runsPerWeek) {
        out.append("  - family: ").append(family).append('\n');
        out.append("    command: ").append(list(command)).append('\n');
        out.append("    accelerators: {type: ").append(accelerator).append(", count: 1}\n");
        out.append("    runs_per_week: ").append(runsPerWeek).append('\n');
        out.append("    time_limit: 60s\n");
    }

    private static void appendResults(StringBuilder out) {
        out.append("    work_units: {stdout: \"processed ([0-9]+)\"}\n");
        out.append("    output: [{path: \"-\", compare: exact}]\n");
        out.append("    artifacts: {trace: trace.json.gz}\n");
    }

    private static String environment(FleetFamily family) {
        Map<String, String> all = new TreeMap<>(family.cause().environment());
        for (OfferedChange offer : family.offers()) {
            all.put(offer.variable(), offer.from());
        }
        List<String> entries = new ArrayList<>();
        all.forEach((key, value) -> entries.add(key + ": " + quoted(value)));
        return "{" + String.join(", ", entries) + "}";
    }

    private static String list(List<String> values) {
        List<String> quoted = new ArrayList<>();
        for (String value : values) {
            quoted.add(quoted(value));
        }
        return "[" + String.join(", ", quoted) + "]";
    }

    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
