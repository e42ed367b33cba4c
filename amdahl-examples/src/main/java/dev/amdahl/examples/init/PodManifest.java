package dev.amdahl.examples.init;

import dev.amdahl.examples.jobs.YamlDocument;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a manifest of Kubernetes into the job that its first container is. Used once, not thread-safe. */
final class PodManifest {
    private static final Map<String, List<String>> PODS = Map.of(
            "Pod", List.of(),
            "Job", List.of("spec", "template"),
            "Deployment", List.of("spec", "template"),
            "StatefulSet", List.of("spec", "template"),
            "CronJob", List.of("spec", "jobTemplate", "spec", "template"),
            "PyTorchJob", List.of("spec", "pytorchReplicaSpecs", "Worker", "template"));
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(token|secret|passw|api_?key|access_?key|credential).*");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([A-Za-z_][A-Za-z0-9_]*)\\)");

    private final String file;
    private final Path here;
    private final Node document;
    private final String kind;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    private PodManifest(String file, Path here, Node document) {
        this.file = file;
        this.here = here;
        this.document = document;
        kind = text(document, "kind").orElse("");
    }

    /** Returns whether a name is one of a manifest. */
    static boolean isOne(String name) {
        return name.matches(".*\\.ya?ml");
    }

    /** Reads the first document that starts pods. @throws InvalidInputException if none does, or it does not say what it runs */
    static JobCommand read(Path path, Path here) {
        String file = String.valueOf(path.getFileName());
        List<Node> documents = YamlDocument.all(path);
        Node first = documents.stream()
                .filter(document -> PODS.containsKey(text(document, "kind").orElse("")))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        file,
                        "has no Kubernetes object that starts pods and can be read here",
                        "name a manifest of one of "
                                + PODS.keySet().stream().sorted().toList() + ", or the command after --"));
        PodManifest manifest = new PodManifest(file, here, first);
        if (documents.size() > 1) {
            manifest.findings.add(file + ": of its " + documents.size() + " documents the " + manifest.kind
                    + " is the job; what the others are for is not known here");
        }
        return manifest.read();
    }

    private JobCommand read() {
        Node pod = Optional.of(document)
                .flatMap(node ->
                        YamlNodes.at(node, PODS.getOrDefault(kind, List.of()).toArray(String[]::new)))
                .or(() -> YamlNodes.at(document, "spec", "pytorchReplicaSpecs", "Master", "template"))
                .flatMap(template -> YamlNodes.at(template, "spec"))
                .orElseThrow(() -> wrong("has no pod", "give it a 'spec' with 'containers'"));
        List<Node> containers = YamlNodes.items(YamlNodes.at(pod, "containers"));
        if (containers.isEmpty()) {
            throw wrong("has no container", "give its pod 'containers'");
        }
        Node container = containers.get(0);
        others(pod, containers);
        variables(container);
        Optional<JobCommand> shell = JobCommand.inShell(words(container), here, new Accelerators("cpu", 1));
        List<String> command = shell.map(JobCommand::command).orElseGet(() -> words(container));
        shell.ifPresent(of -> {
            of.environment().forEach(this::set);
            findings.addAll(of.findings().stream()
                    .filter(finding -> !finding.endsWith("is not here"))
                    .toList());
        });
        cluster(container);
        Optional<String> folder = shell.map(JobCommand::directory)
                .filter(in -> !in.equals(here))
                .map(Path::toString)
                .or(() -> text(container, "workingDir"));
        JobCommand found = job(command, pod, container, false);
        JobCommand local = found.with(command.stream().map(this::local).toList(), environment);
        boolean isHere = local.program()
                .filter(program -> !program.isAbsolute())
                .filter(program -> !String.valueOf(program).equals(file))
                .isPresent();
        if (isHere) {
            return local;
        }
        findings.add("not run, because the program of " + file
                + " is not in this folder: only what the manifest says is known");
        List<String> inside = new ArrayList<>(command);
        folder.ifPresent(in -> inside.addAll(0, List.of("env", "--chdir=" + in)));
        return job(inside, pod, container, true);
    }

    private JobCommand job(List<String> command, Node pod, Node container, boolean isElsewhere) {
        return new JobCommand(
                text(document, "metadata", "name")
                        .or(() -> text(document, "metadata", "generateName"))
                        .map(name -> name.replaceFirst("-$", ""))
                        .orElse(JobCommand.family(command)),
                command,
                here,
                environment,
                accelerators(pod, container),
                limit(pod),
                file,
                findings,
                isElsewhere);
    }

    private InvalidInputException wrong(String problem, String remedy) {
        return new InvalidInputException(file, "its " + kind + " " + problem, remedy);
    }

    private static Optional<String> text(Node node, String... keys) {
        return YamlNodes.text(YamlNodes.at(node, keys)).filter(text -> !text.isBlank());
    }

    private static List<String> texts(Node node, String key) {
        return YamlNodes.items(YamlNodes.at(node, key)).stream()
                .flatMap(item -> YamlNodes.text(Optional.of(item)).stream())
                .toList();
    }

    private void others(Node pod, List<Node> containers) {
        List<String> left = Stream.concat(
                        containers.stream().skip(1), YamlNodes.items(YamlNodes.at(pod, "initContainers")).stream())
                .map(other -> text(other, "name").orElse("?"))
                .toList();
        if (!left.isEmpty()) {
            findings.add(file + ": containers after the first are left out: " + String.join(", ", left));
        }
    }

    /** The image's own command is in no manifest. */
    private List<String> words(Node container) {
        List<String> words = new ArrayList<>(texts(container, "command"));
        if (words.isEmpty()) {
            throw wrong("leaves its command to the image, which is not read", "write it as 'command' of the container");
        }
        words.addAll(texts(container, "args"));
        words.replaceAll(word -> VARIABLE.matcher(word)
                .replaceAll(name -> Matcher.quoteReplacement(environment.getOrDefault(name.group(1), name.group()))));
        return words;
    }

    private void variables(Node container) {
        for (Node variable : YamlNodes.items(YamlNodes.at(container, "env"))) {
            String name = text(variable, "name").orElse("");
            Optional<Node> value = YamlNodes.at(variable, "value");
            if (value.isEmpty()) {
                String from = YamlNodes.entries(YamlNodes.at(variable, "valueFrom")).keySet().stream()
                        .findFirst()
                        .orElse("nowhere");
                findings.add(file + ": the variable " + name + " comes from " + from + ", and is not copied");
            } else {
                set(name, YamlNodes.text(value).orElse(""));
            }
        }
        if (!YamlNodes.items(YamlNodes.at(container, "envFrom")).isEmpty()) {
            findings.add(file + ": the variables of 'envFrom' are not copied");
        }
    }

    private void set(String name, String value) {
        if (SECRET.matcher(name).matches()) {
            findings.add(file + ": the variable " + name + " may be a secret, and is not copied");
        } else if (!name.isEmpty()) {
            environment.put(name, value);
        }
    }

    private void cluster(Node container) {
        String settings = Stream.of(
                        text(container, "image").map(image -> "image=" + image),
                        text(document, "metadata", "namespace").map(space -> "namespace=" + space))
                .flatMap(Optional::stream)
                .map(setting -> " --scheduler-setting " + setting)
                .reduce("", String::concat);
        findings.add("in the cluster its trials run by: amdahl loop --scheduler kubernetes" + settings
                + " (docs/kubernetes.md); pods do not see a 'directory' of this machine");
    }

    private Accelerators accelerators(Node pod, Node container) {
        int nodes = "PyTorchJob".equals(kind) ? replicas() : 1;
        String type = YamlNodes.entries(YamlNodes.at(pod, "nodeSelector")).entrySet().stream()
                .filter(label -> label.getKey().matches(".*(gpu\\.product|accelerator)"))
                .flatMap(label -> YamlNodes.text(Optional.of(label.getValue())).stream())
                .findFirst()
                .orElse("gpu")
                .toLowerCase(Locale.ROOT);
        return Stream.of("limits", "requests")
                .flatMap(list -> YamlNodes.entries(YamlNodes.at(container, "resources", list)).entrySet().stream())
                .filter(resource -> resource.getKey().endsWith("/gpu"))
                .flatMap(resource -> YamlNodes.text(Optional.of(resource.getValue())).stream())
                .filter(count -> count.matches("[1-9][0-9]{0,4}"))
                .findFirst()
                .map(count -> new Accelerators(type, Integer.parseInt(count) * nodes, nodes))
                .orElseGet(() -> new Accelerators("cpu", nodes, nodes));
    }

    private int replicas() {
        int all = Stream.of("Master", "Worker")
                .flatMap(role -> text(document, "spec", "pytorchReplicaSpecs", role, "replicas").stream())
                .filter(count -> count.matches("[1-9][0-9]{0,3}"))
                .mapToInt(Integer::parseInt)
                .sum();
        return Math.max(1, all);
    }

    private Optional<Duration> limit(Node pod) {
        return text(pod, "activeDeadlineSeconds")
                .or(() -> text(document, "spec", "activeDeadlineSeconds"))
                .filter(seconds -> seconds.matches("[1-9][0-9]{0,8}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }

    /** A path of the container whose end is a file here, as this file; any other word as it is. */
    private String local(String word) {
        if (!word.matches("/.*\\.(py|java|sh)")) {
            return word;
        }
        Path path = Path.of(word);
        for (int from = 0; from < path.getNameCount(); from++) {
            Path end = path.subpath(from, path.getNameCount());
            if (Files.isRegularFile(here.resolve(end))) {
                return end.toString();
            }
        }
        return word;
    }
}
