package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SourceSetting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings that one Python file declares: options of argparse, click, typer and absl, fields of dataclasses that transformers'
 * {@code HfArgumentParser}, tyro or simple-parsing reads, environment variables, and keywords of calls known by name. One per file, not
 * thread-safe.
 */
final class PythonSettings {
    private static final Map<String, Set<String>> CALLS = Map.of(
            "DataLoader", Set.of("num_workers", "prefetch_factor", "pin_memory", "persistent_workers", "batch_size"),
            "DistributedDataParallel",
                    Set.of("bucket_cap_mb", "gradient_as_bucket_view", "static_graph", "find_unused_parameters"),
            "TrainingArguments",
                    Set.of(
                            "dataloader_num_workers",
                            "logging_steps",
                            "save_steps",
                            "eval_steps",
                            "fp16",
                            "bf16",
                            "tf32",
                            "optim"),
            "set_num_threads", Set.of(),
            "hydra.main", Set.of("config_path", "config_name"),
            "compile", Set.of("mode"));
    private static final Map<String, SourceSetting.Type> ABSL = Map.of(
            "DEFINE_integer", SourceSetting.Type.INTEGER,
            "DEFINE_float", SourceSetting.Type.NUMBER,
            "DEFINE_string", SourceSetting.Type.TEXT,
            "DEFINE_bool", SourceSetting.Type.BOOLEAN,
            "DEFINE_boolean", SourceSetting.Type.BOOLEAN,
            "DEFINE_enum", SourceSetting.Type.TEXT);
    private static final Set<String> DATACLASS_PARSERS =
            Set.of("HfArgumentParser", "tyro.cli", "simple_parsing.parse", "chz.entrypoint");

    private final String file;
    private final SyntaxNode module;
    private final PythonNames names;
    private final Map<String, SyntaxNode> constants = new HashMap<>();
    private final List<SourceSetting> all = new ArrayList<>();

    PythonSettings(String file, SyntaxNode module) {
        this.file = file;
        this.module = module;
        names = new PythonNames(module);
    }

    List<SourceSetting> all() {
        module.eachInside(node -> {
            if (node.is("assignment") && node.field("left").is("identifier")) {
                constants.merge(node.field("left").text(), node.field("right"), (a, b) -> SyntaxNode.NONE);
            }
        });
        module.each(node -> {
            switch (node.type()) {
                case "call" -> call(node);
                case "subscript" -> subscript(node);
                case "decorated_definition" -> decorated(node);
                default -> {}
            }
        });
        all.addAll(new PythonGlobals(file, module).settings());
        return all;
    }

    private void call(SyntaxNode call) {
        SyntaxNode function = call.field("function");
        Arguments arguments = new Arguments(call);
        String method = last(function);
        String full = names.resolve(function);
        if (method.equals("add_argument")) {
            argparse(call, arguments);
        } else if (full.equals("click.option")) {
            option(call, arguments, "click");
        } else if (ABSL.containsKey(method)) {
            absl(call, arguments, ABSL.get(method));
        } else if (full.equals("os.environ.get") || full.equals("os.getenv")) {
            variable(call, arguments.positional(), arguments.named("default"));
        } else if (DATACLASS_PARSERS.stream().anyMatch(full::endsWith)) {
            dataclasses(call, full);
        } else if (CALLS.containsKey(full) || CALLS.containsKey(method)) {
            keywords(call, CALLS.containsKey(full) ? full : method, arguments);
        }
    }

    private static String last(SyntaxNode function) {
        return function.is("attribute") ? function.field("attribute").text() : function.text();
    }

    /** Returns the text of a constant expression: a literal, or a name that is assigned one, once. */
    private Optional<String> constant(SyntaxNode node) {
        return switch (node.type()) {
            case "string" -> isPlain(node) ? Optional.of(content(node)) : Optional.empty();
            case "integer", "float" -> Optional.of(node.text().replace("_", ""));
            case "true" -> Optional.of("True");
            case "false" -> Optional.of("False");
            case "unary_operator" -> constant(node.field("argument")).map(value -> "-" + value);
            case "identifier" -> {
                SyntaxNode value = constants.getOrDefault(node.text(), SyntaxNode.NONE);
                yield value.is("identifier") ? Optional.empty() : constant(value);
            }
            default -> Optional.empty();
        };
    }

    private static boolean isPlain(SyntaxNode string) {
        return string.children().stream().noneMatch(part -> part.is("interpolation"));
    }

    private static String content(SyntaxNode string) {
        StringBuilder text = new StringBuilder();
        string.children().stream().filter(part -> part.is("string_content")).forEach(part -> text.append(part.text()));
        return text.toString();
    }

    private List<String> constants(Optional<SyntaxNode> list) {
        return list.filter(node -> node.is("list") || node.is("tuple") || node.is("set"))
                .map(node -> node.operands().stream()
                        .map(this::constant)
                        .flatMap(Optional::stream)
                        .toList())
                .orElse(List.of());
    }

    private void argparse(SyntaxNode call, Arguments arguments) {
        String action = arguments.named("action").map(SyntaxNode::text).orElse("");
        boolean takesOne = arguments
                .named("nargs")
                .map(SyntaxNode::text)
                .filter(text -> !text.contains("?"))
                .isEmpty();
        if (action.contains("BooleanOptionalAction")) {
            List<String> words = words(arguments).stream()
                    .map(word -> Arguments.changing(word, arguments.isTrue("default")))
                    .toList();
            add(call, words, SourceSetting.Type.FLAG, arguments, "argparse");
        } else if (action.isEmpty() || action.contains("store_") || action.matches("[\"']store[\"']")) {
            boolean isFlag = action.contains("store_");
            boolean isIdle = action.contains("store_true") && arguments.isTrue("default");
            if ((takesOne || isFlag) && !isIdle) {
                add(call, words(arguments), isFlag ? SourceSetting.Type.FLAG : type(arguments), arguments, "argparse");
            }
        }
    }

    private List<String> words(Arguments arguments) {
        return arguments.positional().stream()
                .map(this::constant)
                .flatMap(Optional::stream)
                .filter(word -> word.startsWith("-"))
                .toList();
    }

    private void option(SyntaxNode call, Arguments arguments, String reader) {
        List<String> words = words(arguments);
        boolean hasTwo = words.stream().anyMatch(word -> word.contains("/"));
        boolean isFlag = hasTwo || arguments.isTrue("is_flag");
        if (isFlag && !hasTwo && arguments.isTrue("default")) {
            return;
        }
        add(
                call,
                words.stream()
                        .map(word -> Arguments.changing(word, hasTwo && arguments.isTrue("default")))
                        .toList(),
                isFlag ? SourceSetting.Type.FLAG : type(arguments),
                arguments,
                reader);
    }

    private SourceSetting.Type type(Arguments arguments) {
        String type = arguments.named("type").map(SyntaxNode::text).orElse("");
        if (type.equals("int") || type.endsWith(".INT")) {
            return SourceSetting.Type.INTEGER;
        }
        if (type.equals("float") || type.endsWith(".FLOAT")) {
            return SourceSetting.Type.NUMBER;
        }
        if (type.toLowerCase(Locale.ROOT).contains("bool")) {
            return SourceSetting.Type.BOOLEAN;
        }
        return type.isEmpty()
                ? arguments.named("default").map(this::typeOf).orElse(SourceSetting.Type.TEXT)
                : SourceSetting.Type.TEXT;
    }

    private SourceSetting.Type typeOf(SyntaxNode value) {
        return switch (value.type()) {
            case "integer" -> SourceSetting.Type.INTEGER;
            case "float" -> SourceSetting.Type.NUMBER;
            case "true", "false" -> SourceSetting.Type.BOOLEAN;
            default -> SourceSetting.Type.TEXT;
        };
    }

    private void add(SyntaxNode call, List<String> words, SourceSetting.Type type, Arguments arguments, String reader) {
        Optional<String> name =
                words.stream().filter(word -> word.startsWith("--")).findFirst();
        if (name.isEmpty() && words.isEmpty()) {
            return;
        }
        String main = name.orElse(words.get(0));
        all.add(new SourceSetting(
                SourceSetting.Kind.OPTION,
                main,
                words.stream().filter(word -> !word.equals(main)).toList(),
                type,
                type == SourceSetting.Type.FLAG
                        ? ""
                        : arguments.named("default").flatMap(this::constant).orElse(""),
                constants(arguments.named("choices")),
                reader,
                file,
                call.line()));
    }

    private void absl(SyntaxNode call, Arguments arguments, SourceSetting.Type type) {
        List<SyntaxNode> given = arguments.positional();
        if (given.size() < 2) {
            return;
        }
        Optional<SyntaxNode> choices = last(call.field("function")).equals("DEFINE_enum") && given.size() > 2
                ? Optional.of(given.get(2))
                : arguments.named("enum_values");
        constant(given.get(0))
                .ifPresent(name -> all.add(new SourceSetting(
                        SourceSetting.Kind.OPTION,
                        "--" + name,
                        List.of(),
                        type,
                        constant(given.get(1)).orElse(""),
                        constants(choices),
                        "absl",
                        file,
                        call.line())));
    }

    private void variable(SyntaxNode place, List<SyntaxNode> given, Optional<SyntaxNode> named) {
        if (given.isEmpty()) {
            return;
        }
        Optional<SyntaxNode> fallback = given.size() > 1 ? Optional.of(given.get(1)) : named;
        constant(given.get(0))
                .ifPresent(name -> all.add(new SourceSetting(
                        SourceSetting.Kind.VARIABLE,
                        name,
                        List.of(),
                        SourceSetting.Type.TEXT,
                        fallback.flatMap(this::constant).orElse(""),
                        List.of(),
                        "environment",
                        file,
                        place.line())));
    }

    private void subscript(SyntaxNode node) {
        if (names.resolve(node.field("value")).equals("os.environ")) {
            variable(node, node.fields("subscript"), Optional.empty());
        }
    }

    private void keywords(SyntaxNode call, String method, Arguments arguments) {
        for (String keyword : CALLS.getOrDefault(method, Set.of())) {
            arguments
                    .named(keyword)
                    .flatMap(this::constant)
                    .ifPresent(value -> all.add(new SourceSetting(
                            SourceSetting.Kind.KEYWORD,
                            method + "." + keyword,
                            List.of(),
                            SourceSetting.Type.TEXT,
                            value,
                            List.of(),
                            "call",
                            file,
                            call.line())));
        }
    }

    /** Fields of the file's dataclasses, each an option of its name, where a parser reads one of them. */
    private void dataclasses(SyntaxNode call, String reader) {
        String asked = call.field("arguments").text();
        if (asked.contains("TrainingArguments")) {
            all.addAll(TrainerArguments.settings(file, call.line()));
        }
        module.each(node -> {
            if (node.is("class_definition") && asked.contains(node.field("name").text())) {
                node.field("body")
                        .children()
                        .forEach(statement -> field(statement, last(call.field("function")), reader));
            }
        });
    }

    private void field(SyntaxNode statement, String parser, String reader) {
        SyntaxNode assignment = statement.children().isEmpty()
                ? SyntaxNode.NONE
                : statement.children().get(0);
        if (!assignment.is("assignment") || !assignment.field("left").is("identifier")) {
            return;
        }
        SyntaxNode value = assignment.field("right");
        Optional<SyntaxNode> given = value.is("call") ? new Arguments(value).named("default") : Optional.of(value);
        String name = assignment.field("left").text();
        SourceSetting.Type type = given.map(this::typeOf).orElse(SourceSetting.Type.TEXT);
        boolean isHyphenated = reader.startsWith("tyro");
        boolean isFlag = isHyphenated && type == SourceSetting.Type.BOOLEAN;
        String word = "--" + (isHyphenated ? name.replace('_', '-') : name);
        add(
                word,
                isFlag ? SourceSetting.Type.FLAG : type,
                given.flatMap(this::constant).orElse(""),
                parser,
                assignment);
    }

    /** An option of one name. */
    private void add(String word, SourceSetting.Type type, String initial, String reader, SyntaxNode at) {
        boolean isFlag = type == SourceSetting.Type.FLAG;
        all.add(new SourceSetting(
                SourceSetting.Kind.OPTION,
                isFlag ? Arguments.changing(word, initial.equals("True")) : word,
                List.of(),
                type,
                isFlag ? "" : initial,
                List.of(),
                reader,
                file,
                at.line()));
    }

    /** A function that typer or click runs: parameters that are declared as options. */
    private void decorated(SyntaxNode node) {
        SyntaxNode function = node.field("definition");
        function.field("parameters").children().forEach(parameter -> {
            SyntaxNode value = parameter.field("value");
            SyntaxNode type = parameter.field("type");
            Optional<SyntaxNode> call = typerOption(value).or(() -> typerOption(type));
            if (call.isEmpty()) {
                return;
            }
            Arguments arguments = new Arguments(call.get());
            List<String> words = words(arguments);
            String name = "--" + parameter.field("name").text().replace('_', '-');
            Optional<SyntaxNode> fallback = value.is("call")
                    ? arguments.positional().stream().findFirst().or(() -> arguments.named("default"))
                    : Optional.of(value);
            SourceSetting.Type kind = type.text().contains("bool")
                    ? SourceSetting.Type.FLAG
                    : type.text().contains("int")
                            ? SourceSetting.Type.INTEGER
                            : type.text().contains("float") ? SourceSetting.Type.NUMBER : SourceSetting.Type.TEXT;
            String word = words.stream()
                    .filter(each -> each.startsWith("--"))
                    .findFirst()
                    .orElse(name);
            add(word, kind, fallback.flatMap(this::constant).orElse(""), "typer", parameter);
        });
    }

    private Optional<SyntaxNode> typerOption(SyntaxNode node) {
        if (node.is("call")) {
            return names.resolve(node.field("function")).equals("typer.Option") ? Optional.of(node) : Optional.empty();
        }
        List<SyntaxNode> found = new ArrayList<>();
        node.each(child -> {
            if (child.is("call")) {
                typerOption(child).ifPresent(found::add);
            }
        });
        return found.stream().findFirst();
    }
}
