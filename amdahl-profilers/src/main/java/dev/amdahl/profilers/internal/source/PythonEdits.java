package dev.amdahl.profilers.internal.source;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The places of one Python file where a change applies. What a name means is told from the imports of the file alone, and only whole
 * expressions are replaced. Immutable.
 */
final class PythonEdits {
    private static final Set<String> EVALUATIONS =
            Set.of("evaluate", "validate", "test", "eval", "validation", "predict");
    private static final Map<String, String> C_LOADERS =
            Map.of("SafeLoader", "CSafeLoader", "FullLoader", "CFullLoader", "Loader", "CLoader");
    private static final int NEW_PROTOCOL = 4;

    private final SourceText source;
    private final PythonNames names;
    private final Map<PythonEdit, TextEdits> edits = new EnumMap<>(PythonEdit.class);
    private final Map<PythonEdit, Set<Integer>> lines = new EnumMap<>(PythonEdit.class);
    private final SyntaxNode module;

    PythonEdits(SyntaxNode module) {
        this.module = module;
        source = new SourceText(module.whole());
        names = new PythonNames(module);
        visit(module, SyntaxNode.NONE);
    }

    /** Returns the unified diff of one change of this file; empty text where it has no place here. */
    String diff(PythonEdit edit, String name) {
        TextEdits of = edits.get(edit);
        return of == null ? "" : source.diff(name, of);
    }

    /** Returns the lines of one change, from 1. */
    Set<Integer> lines(PythonEdit edit) {
        return lines.getOrDefault(edit, Set.of());
    }

    private TextEdits at(PythonEdit edit, SyntaxNode node) {
        lines.computeIfAbsent(edit, first -> new TreeSet<>()).add(node.line());
        return edits.computeIfAbsent(edit, first -> new TextEdits());
    }

    private void visit(SyntaxNode node, SyntaxNode loop) {
        switch (node.type()) {
            case "for_statement", "while_statement" -> {
                header(node);
                node.children().forEach(child -> visit(child, child.is("block") ? node : loop));
                return;
            }
            case "function_definition" -> {
                evaluation(node);
                node.children().forEach(child -> visit(child, SyntaxNode.NONE));
                return;
            }
            case "decorated_definition" -> {
                node.children().stream()
                        .filter(child -> child.is("decorator"))
                        .forEach(child -> visit(child, SyntaxNode.NONE));
                SyntaxNode definition = node.field("definition");
                definition.children().forEach(child -> visit(child, SyntaxNode.NONE));
                return;
            }
            case "expression_statement" -> statement(node, loop);
            case "subscript" -> extreme(node);
            case "assignment" -> assignment(node);
            case "call" -> call(node, loop);
            default -> {}
        }
        node.children().forEach(child -> visit(child, loop));
    }

    private static boolean isNone(SyntaxNode node) {
        return node.type().isEmpty();
    }

    /** What a loop goes through. */
    private void header(SyntaxNode loop) {
        SyntaxNode right = loop.field("right");
        SyntaxNode function = right.field("function");
        if (!right.is("call")) {
            return;
        }
        Arguments arguments = new Arguments(right);
        if (function.is("attribute") && function.field("attribute").text().equals("readlines") && arguments.isEmpty()) {
            at(PythonEdit.READ_LINES, right)
                    .replace(right, function.field("object").text());
        }
        if (Set.of("tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.std.tqdm", "tqdm.notebook.tqdm")
                        .contains(names.resolve(function))
                && arguments.positional().size() == 1) {
            at(PythonEdit.NO_PROGRESS_BAR, right)
                    .replace(right, arguments.positional().get(0).text());
        }
        rows(loop, right, function);
    }

    /** {@code for i, row in frame.iterrows()}, where the body reads columns by name and does nothing else with the row. */
    private void rows(SyntaxNode loop, SyntaxNode right, SyntaxNode function) {
        SyntaxNode left = loop.field("left");
        List<SyntaxNode> targets = left.is("pattern_list") ? left.operands() : List.of();
        boolean isIteration = function.is("attribute")
                && function.field("attribute").text().equals("iterrows")
                && function.field("object").is("identifier");
        if (!isIteration || targets.size() != 2 || !targets.get(1).is("identifier")) {
            return;
        }
        String row = targets.get(1).text();
        Map<SyntaxNode, String> columns = new TreeMap<>((one, other) -> Integer.compare(one.start(), other.start()));
        int[] uses = {0};
        loop.field("body").each(node -> {
            if (node.is("identifier") && node.text().equals(row)) {
                uses[0]++;
            }
            if (node.is("subscript")
                    && node.field("value").is("identifier")
                    && node.field("value").text().equals(row)) {
                String key = node.field("subscript").text();
                if (key.matches("[\"'][A-Za-z][A-Za-z0-9_]*[\"']")) {
                    columns.put(node, row + "." + key.substring(1, key.length() - 1));
                }
            }
        });
        if (uses[0] > 0 && uses[0] == columns.size()) {
            String frame = function.field("object").text();
            TextEdits to = at(PythonEdit.ITERTUPLES, right)
                    .replace(right, "zip(" + frame + ".index, " + frame + ".itertuples(index=False))");
            columns.forEach(to::replace);
        }
    }

    /** A function that is named as an evaluation, computes no gradients, and asks nobody to leave them out. */
    private void evaluation(SyntaxNode function) {
        String text = function.text();
        String name = function.field("name").text();
        boolean isEvaluation = EVALUATIONS.stream()
                .anyMatch(word -> name.equals(word) || name.startsWith(word + "_") || name.endsWith("_" + word));
        if (isEvaluation
                && names.isKnown("torch")
                && text.contains(".eval()")
                && !text.contains("backward")
                && !text.contains("grad")
                && !text.contains("inference_mode")) {
            String indent = source.indent(function);
            at(PythonEdit.NO_GRAD_EVALUATION, function).insert(function.start(), "@torch.no_grad()\n" + indent);
        }
    }

    /** Calls whose result nobody reads. */
    private void statement(SyntaxNode statement, SyntaxNode loop) {
        SyntaxNode call = statement.children().isEmpty()
                ? SyntaxNode.NONE
                : statement.children().get(0);
        if (call.is("assignment") && !isNone(loop)) {
            pattern(call, loop);
        }
        if (!call.is("call") || statement.children().size() != 1) {
            return;
        }
        Arguments arguments = new Arguments(call);
        switch (names.resolve(call.field("function"))) {
            case "gc.collect" -> {
                if (!isNone(loop)) {
                    at(PythonEdit.GC_LESS, call).replace(call, "pass");
                }
            }
            case "torch.set_num_threads" -> {
                if (arguments.positional().size() == 1
                        && arguments.positional().get(0).is("integer")) {
                    at(PythonEdit.USUAL_THREADS, call).replace(call, "pass");
                }
            }
            case "torch.save" -> {
                if (!isNone(loop)
                        && arguments.positional().size() == 2
                        && arguments.names().isEmpty()) {
                    save(call, arguments.positional());
                }
            }
            default -> {}
        }
    }

    /** {@code name = re.compile("text")} in a loop that gives the name nothing else. */
    private void pattern(SyntaxNode assignment, SyntaxNode loop) {
        SyntaxNode left = assignment.field("left");
        SyntaxNode right = assignment.field("right");
        if (!left.is("identifier")
                || !right.is("call")
                || !names.resolve(right.field("function")).equals("re.compile")) {
            return;
        }
        boolean isConstant = new Arguments(right)
                .positional().stream()
                        .allMatch(argument -> (argument.is("string") && !argument.holds("interpolation"))
                                || names.resolve(argument).startsWith("re."));
        int[] given = {0};
        loop.each(node -> {
            if (node.is("assignment") && node.field("left").text().equals(left.text())) {
                given[0]++;
            }
        });
        if (isConstant && given[0] == 1) {
            at(PythonEdit.REGEX_HOIST, assignment)
                    .insert(loop.start(), assignment.text() + "\n" + source.indent(loop))
                    .replace(assignment, "pass");
        }
    }

    /** What is saved is copied first, since the next step changes it; the thread ends before the program does. */
    private void save(SyntaxNode call, List<SyntaxNode> arguments) {
        Optional<SyntaxNode> torch = module.children().stream()
                .filter(node -> node.is("import_statement") || node.is("import_from_statement"))
                .filter(node -> node.text().matches("import torch(\\W.*)?"))
                .findFirst();
        if (torch.isEmpty()) {
            return;
        }
        TextEdits edit = at(PythonEdit.ASYNC_SAVE, call);
        if (lines(PythonEdit.ASYNC_SAVE).size() == 1) {
            edit.insert(
                    torch.get().end(),
                    "\nimport concurrent.futures\nimport copy\n\n_saver = concurrent.futures.ThreadPoolExecutor(1)");
        }
        edit.replace(
                call,
                "_saver.submit(torch.save, copy.deepcopy(" + arguments.get(0).text() + "), "
                        + arguments.get(1).text() + ")");
    }

    /** {@code sorted(x)[0]}. */
    private void extreme(SyntaxNode subscript) {
        SyntaxNode call = subscript.field("value");
        if (call.is("call")
                && names.isBuiltin(call.field("function"), "sorted")
                && subscript.field("subscript").text().equals("0")) {
            Arguments arguments = new Arguments(call);
            if (arguments.positional().size() == 1
                    && !arguments.isOpen()
                    && arguments.named("reverse").isEmpty()) {
                at(PythonEdit.SORTED_EXTREME, subscript)
                        .replace(subscript, "min" + call.field("arguments").text());
            }
        }
    }

    private void assignment(SyntaxNode assignment) {
        if (names.resolve(assignment.field("left")).equals("torch.backends.cudnn.benchmark")
                && assignment.field("right").is("false")) {
            at(PythonEdit.CUDNN_BENCHMARK, assignment).replace(assignment.field("right"), "True");
        }
    }

    private void call(SyntaxNode call, SyntaxNode loop) {
        SyntaxNode function = call.field("function");
        if (!call.field("arguments").is("argument_list")) {
            return;
        }
        Arguments arguments = new Arguments(call);
        switch (names.resolve(function)) {
            case "yaml.safe_load" -> {
                if (arguments.positional().size() == 1) {
                    at(PythonEdit.YAML_C_LOADER, call)
                            .replace(function.field("attribute"), "load")
                            .argument(call, "Loader=yaml.CSafeLoader");
                }
            }
            case "yaml.load", "yaml.load_all" ->
                arguments.named("Loader").ifPresent(loader -> {
                    String name = C_LOADERS.get(names.resolve(loader).replaceFirst("^yaml\\.", ""));
                    if (name != null) {
                        at(PythonEdit.YAML_C_LOADER, call).replace(loader, "yaml." + name);
                    }
                });
            case "gzip.open", "gzip.GzipFile" -> gzip(call, arguments);
            case "numpy.savez_compressed" ->
                at(PythonEdit.NPZ_UNCOMPRESSED, call).replace(function.field("attribute"), "savez");
            case "zipfile.ZipFile" -> zip(arguments, call);
            case "pickle.dump", "pickle.dumps" ->
                arguments
                        .named("protocol")
                        .or(() -> arguments.positional().stream()
                                .filter(value -> value.is("integer"))
                                .reduce((one, last) -> last))
                        .filter(value -> value.is("integer") && Integer.parseInt(value.text()) < NEW_PROTOCOL)
                        .ifPresent(value -> at(PythonEdit.PICKLE_PROTOCOL, call).replace(value, "-1"));
            case "torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader" -> loader(call, arguments);
            case "numpy.load" -> {
                if (arguments.positional().size() == 1 && arguments.names().isEmpty() && !arguments.isOpen()) {
                    at(PythonEdit.NUMPY_MMAP, call).argument(call, "mmap_mode=\"r\"");
                }
            }
            case "pandas.read_csv" ->
                arguments
                        .named("engine")
                        .filter(engine -> engine.text().matches("[\"']python[\"']"))
                        .ifPresent(engine -> at(PythonEdit.CSV_C_ENGINE, call).replace(engine, "\"c\""));
            case "torch.autograd.set_detect_anomaly" ->
                arguments.positional().stream()
                        .findFirst()
                        .filter(value -> value.is("true"))
                        .ifPresent(value -> at(PythonEdit.ANOMALY_OFF, call).replace(value, "False"));
            case "torch.no_grad" -> {
                if (arguments.isEmpty()) {
                    at(PythonEdit.INFERENCE_MODE, call).replace(function.field("attribute"), "inference_mode");
                }
            }
            default -> method(call, function, arguments, loop);
        }
    }

    /** Calls that are told by the name of a method, or are Python's own. */
    private void method(SyntaxNode call, SyntaxNode function, Arguments arguments, SyntaxNode loop) {
        if (names.isBuiltin(function, "print")) {
            arguments
                    .named("flush")
                    .filter(value -> value.is("true") && !isNone(loop))
                    .ifPresent(value -> at(PythonEdit.PRINT_FLUSH, call).replace(value, "False"));
        }
        String method = function.is("attribute") ? function.field("attribute").text() : "";
        String object = function.is("attribute") ? function.field("object").text() : "";
        if (method.equals("zero_grad") && arguments.isEmpty() && names.isKnown("torch")) {
            at(PythonEdit.SET_TO_NONE, call).argument(call, "set_to_none=True");
        }
        boolean isCopy = (method.equals("to") && arguments.positional().size() == 1)
                || (method.equals("cuda") && arguments.positional().isEmpty());
        if (isCopy
                && !isNone(loop)
                && arguments.names().isEmpty()
                && !object.contains("model")
                && (method.equals("cuda")
                        || arguments.positional().get(0).text().contains("device"))) {
            at(PythonEdit.NON_BLOCKING, call).argument(call, "non_blocking=True");
        }
    }

    private void gzip(SyntaxNode call, Arguments arguments) {
        Optional<SyntaxNode> mode = arguments
                .named("mode")
                .or(() -> arguments.positional().stream().skip(1).findFirst());
        if (mode.filter(text -> text.text().matches("[\"'][wax][bt]?[\"']")).isEmpty()
                || arguments.positional().size() > 2
                || arguments.isOpen()) {
            return;
        }
        Optional<SyntaxNode> level = arguments.named("compresslevel");
        if (level.isEmpty()) {
            at(PythonEdit.GZIP_LEVEL, call).argument(call, "compresslevel=1");
        } else if (level.get().text().matches("[2-9]")) {
            at(PythonEdit.GZIP_LEVEL, call).replace(level.get(), "1");
        }
    }

    private void zip(Arguments arguments, SyntaxNode call) {
        arguments
                .named("compression")
                .or(() -> arguments.positional().stream().skip(2).findFirst())
                .filter(kind -> Set.of("zipfile.ZIP_DEFLATED", "zipfile.ZIP_BZIP2", "zipfile.ZIP_LZMA")
                        .contains(names.resolve(kind)))
                .ifPresent(kind -> at(PythonEdit.ZIP_STORED, call)
                        .replace(kind, kind.text().replaceFirst("ZIP_[A-Z0-9]+$", "ZIP_STORED")));
    }

    private void loader(SyntaxNode call, Arguments arguments) {
        if (arguments.isOpen()) {
            return;
        }
        Optional<SyntaxNode> workers = arguments.named("num_workers");
        if (workers.isEmpty() && arguments.positional().size() <= 1) {
            at(PythonEdit.LOADER_WORKERS, call).argument(call, "num_workers=2");
        } else if (workers.filter(count -> count.text().equals("0")).isPresent()) {
            at(PythonEdit.LOADER_WORKERS, call).replace(workers.get(), "2");
        } else if (workers.filter(count -> count.is("integer")).isPresent()
                && !arguments.names().contains("persistent_workers")) {
            at(PythonEdit.PERSISTENT_WORKERS, call).argument(call, "persistent_workers=True");
        }
        if (!arguments.names().contains("pin_memory")) {
            at(PythonEdit.PIN_MEMORY, call).argument(call, "pin_memory=True");
        }
    }
}
