package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.timeline.Attribution;
import dev.amdahl.core.timeline.Ceilings;
import dev.amdahl.core.timeline.ClassCeiling;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace FILE…}: where the seconds of a profiler trace went. */
@Command(name = "trace", description = "Show where the seconds of a Kineto trace went, exactly.")
final class TraceCommand extends CliCommand {
    private static final int SHOWN = 10;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Kineto traces, .json or .json.gz.")
    private List<Path> files = List.of();

    @Option(names = "--top", paramLabel = "N", description = "Kernels to show; default all in JSON, else 10.")
    private int top;

    @Override
    Answer answer() {
        List<ObjectNode> documents = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            TraceReading reading = read(file);
            documents.add(document(file, reading));
            text.append(text(file, reading));
        }
        JsonNode all = documents.size() == 1
                ? documents.get(0)
                : Json.object().set("traces", Json.array(documents, document -> document));
        return Answer.of(all, text.toString());
    }

    private record TraceReading(TraceSummary summary, Diagnosis diagnosis) {}

    private TraceReading read(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InvalidInputException(file.toString(), "no readable file", "check the path");
        }
        Artifact artifact = new Artifact(file, "trace");
        KinetoProfiler profiler = new KinetoProfiler();
        if (!profiler.reads(artifact)) {
            throw new InvalidInputException(
                    file.toString(), "not a Kineto trace", "give a Chrome trace event file, .json or .json.gz");
        }
        Profile profile = profiler.read(artifact, ProfileLimits.DEFAULT);
        Timeline timeline = profile.timeline()
                .orElseThrow(() -> new InvalidInputException(
                        file.toString(), "the trace holds no events", "record it again with device activity"));
        Attribution attribution = Attribution.of(timeline);
        List<String> findings = new ArrayList<>(profile.findings());
        findings.addAll(attribution.findings());
        return new TraceReading(
                TraceSummary.of(timeline, top > 0 ? top : isJson() ? Integer.MAX_VALUE : SHOWN),
                new Diagnosis(
                        file.getFileName().toString(),
                        attribution.accounts(),
                        attribution.gapSeconds(),
                        Map.of(),
                        List.of(file.toString()),
                        findings));
    }

    private static ObjectNode document(Path file, TraceReading reading) {
        Diagnosis diagnosis = reading.diagnosis();
        Map<Bottleneck, ClassCeiling> ceilings = ceilings(diagnosis);
        ObjectNode document = Json.object().put("file", file.toString());
        document.setAll((ObjectNode) Json.tree(reading.summary()));
        document.set("classes", Json.array(accounts(diagnosis), account -> {
            Bottleneck name = account.bottleneck();
            ObjectNode row = Json.object().put("class", name.name()).put("seconds", account.acceleratorSeconds());
            row.set("share", Json.number(diagnosis.acceleratorShare(Set.of(name))));
            ClassCeiling ceiling = ceilings.get(name);
            row.set("wall_ceiling", Json.number(ceiling == null ? Double.NaN : ceiling.wallCeiling()));
            row.set("accelerator_ceiling", Json.number(ceiling == null ? Double.NaN : ceiling.acceleratorCeiling()));
            return row;
        }));
        document.set("findings", Json.texts(diagnosis.findings()));
        return document;
    }

    private static Map<Bottleneck, ClassCeiling> ceilings(Diagnosis diagnosis) {
        Map<Bottleneck, ClassCeiling> ceilings = new EnumMap<>(Bottleneck.class);
        Ceilings.of(diagnosis)
                .forEach(ceiling -> ceilings.put(ceiling.classes().iterator().next(), ceiling));
        return ceilings;
    }

    private static List<Account> accounts(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds)
                        .reversed()
                        .thenComparing(Account::bottleneck))
                .toList();
    }

    private static String text(Path file, TraceReading reading) {
        Diagnosis diagnosis = reading.diagnosis();
        Map<Bottleneck, ClassCeiling> ceilings = ceilings(diagnosis);
        TraceSummary.Device device = reading.summary().device();
        StringBuilder out = new StringBuilder(file + ": " + device.gpuOps() + " pieces of device work");
        Long span = device.spanNanos();
        Long busy = device.busyNanos();
        if (span != null && busy != null && span > 0) {
            out.append(Words.number(", %.3f s", span / 1e9))
                    .append(", busy ")
                    .append(Words.percent((double) busy / span));
        }
        Table classes = new Table("class", "seconds", "share", "ceiling (wall)", "ceiling (accelerator)");
        for (Account account : accounts(diagnosis)) {
            ClassCeiling ceiling = ceilings.get(account.bottleneck());
            classes.row(
                    account.bottleneck().name(),
                    Words.number("%.4f", account.acceleratorSeconds()),
                    Words.percent(diagnosis
                            .acceleratorShare(Set.of(account.bottleneck()))
                            .orElse(Double.NaN)),
                    ceiling == null ? Words.NONE : Words.number("%.2fx", ceiling.wallCeiling()),
                    ceiling == null ? Words.NONE : Words.number("%.2fx", ceiling.acceleratorCeiling()));
        }
        Table kernels = new Table("device work", "count", "total ms", "mean us");
        reading.summary()
                .kernels()
                .forEach(kernel -> kernels.row(
                        kernel.name().length() > 60 ? kernel.name().substring(0, 60) + "…" : kernel.name(),
                        Long.toString(kernel.count()),
                        Words.number("%.3f", kernel.totalNanos() / 1e6),
                        Words.number("%.1f", kernel.meanNanos() / 1e3)));
        out.append("\n\n").append(classes).append('\n').append(kernels);
        diagnosis
                .findings()
                .forEach(finding -> out.append("note: ").append(finding).append('\n'));
        return out.append('\n').toString();
    }
}
