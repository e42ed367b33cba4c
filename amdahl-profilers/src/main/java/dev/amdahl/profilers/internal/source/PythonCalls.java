package dev.amdahl.profilers.internal.source;

import java.util.List;
import java.util.Set;

/** Judges the calls of one Python file. Not thread-safe. */
final class PythonCalls {
    private static final Set<String> THREAD_CALLS = Set.of(
            "torch.set_num_threads", "torch.set_num_interop_threads", "cv2.setNumThreads", "numba.set_num_threads");
    private static final Set<String> THREAD_VARIABLES = Set.of(
            "OMP_NUM_THREADS",
            "MKL_NUM_THREADS",
            "OPENBLAS_NUM_THREADS",
            "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS",
            "OMP_PROC_BIND",
            "KMP_AFFINITY");
    private static final Set<String> DEVICE_WAITS =
            Set.of("torch.cuda.synchronize", "torch.xpu.synchronize", "torch.mps.synchronize", "jax.block_until_ready");
    private static final Set<String> CACHE_RELEASES =
            Set.of("torch.cuda.empty_cache", "torch.xpu.empty_cache", "torch.mps.empty_cache");
    private static final Set<String> CHECKPOINTS =
            Set.of("save_pretrained", "save_checkpoint", "save_state", "save_weights");
    private static final Set<String> LOGS = Set.of(
            "debug", "info", "warning", "error", "log", "add_scalar", "add_scalars", "log_metric", "log_metrics");
    private static final Set<String> LOGGERS =
            Set.of("logger", "log", "logging", "wandb", "writer", "tb", "mlflow", "run");

    private final PythonNames names;
    private final SiteCollector into;

    PythonCalls(PythonNames names, SiteCollector into) {
        this.names = names;
        this.into = into;
    }

    void check(SyntaxNode call, PythonScope scope) {
        SyntaxNode function = call.field("function");
        Arguments arguments = new Arguments(call);
        String full = names.resolve(function);
        if (!full.isEmpty()) {
            library(full, call, arguments, scope);
        } else if (function.is("attribute")) {
            method(function, arguments, scope);
        } else {
            builtin(function, arguments, scope);
        }
    }

    private void library(String full, SyntaxNode call, Arguments arguments, PythonScope scope) {
        int line = call.line();
        if (DEVICE_WAITS.contains(full)) {
            into.add(SiteKind.DEVICE_WAIT, line, scope.codeScope());
        } else if (CACHE_RELEASES.contains(full) && scope.repeats()) {
            into.add(SiteKind.CACHE_RELEASE, line, scope.codeScope());
        } else if (THREAD_CALLS.contains(full) || setsThreads(full, arguments)) {
            into.add(SiteKind.THREAD_SETTING, line, scope.codeScope());
        } else if (full.equals("torch.save") && scope.repeats()) {
            into.add(SiteKind.CHECKPOINT, line, scope.codeScope());
        } else if (full.equals("torch.utils.data.DataLoader")
                || full.equals("torch.utils.data.dataloader.DataLoader")) {
            PythonLoader.check(call, arguments, scope, into);
        } else if ((full.equals("wandb.log") || full.startsWith("logging.") || full.startsWith("mlflow.log_"))
                && scope.isEachStep()
                && (!full.startsWith("logging.") || LOGS.contains(full.substring("logging.".length())))) {
            into.add(SiteKind.STEP_LOGGING, line, scope.codeScope());
        }
    }

    private static boolean setsThreads(String full, Arguments arguments) {
        return (full.equals("os.environ.setdefault") || full.equals("os.putenv"))
                && arguments.positional().size() == 2
                && isThreadVariable(arguments.positional().get(0));
    }

    private static boolean isThreadVariable(SyntaxNode node) {
        return node.is("string") && THREAD_VARIABLES.contains(content(node));
    }

    /** Returns the characters of a string without prefix and quotes; empty text if it is put together. */
    static String content(SyntaxNode string) {
        List<SyntaxNode> parts = string.children();
        return parts.size() == 3 && parts.get(1).is("string_content")
                ? parts.get(1).text()
                : "";
    }

    /** {@code os.environ["OMP_NUM_THREADS"] = …}. */
    void checkEnvironment(SyntaxNode assignment, PythonScope scope) {
        SyntaxNode left = assignment.field("left");
        if (left.is("subscript")
                && names.resolve(left.field("value")).equals("os.environ")
                && isThreadVariable(left.field("subscript"))) {
            into.add(SiteKind.THREAD_SETTING, assignment.line(), scope.codeScope());
        }
    }

    private void method(SyntaxNode function, Arguments arguments, PythonScope scope) {
        SyntaxNode object = function.field("object");
        SyntaxNode name = function.field("attribute");
        boolean onHost = scope.values().of(object) == PythonValues.Value.HOST;
        switch (name.text()) {
            case "item" -> {
                if (arguments.isEmpty() && !onHost) {
                    into.add(SiteKind.SCALAR_READ, name.line(), scope.codeScope());
                }
            }
            case "cpu", "numpy", "tolist" -> {
                if ((arguments.isEmpty() || arguments.names().equals(Set.of("force"))) && !onHost) {
                    into.add(SiteKind.HOST_COPY, name.line(), scope.codeScope());
                }
            }
            case "synchronize", "block_until_ready" -> {
                if (arguments.isEmpty()) {
                    into.add(SiteKind.DEVICE_WAIT, name.line(), scope.codeScope());
                }
            }
            case "to", "cuda" -> copy(name, arguments, scope);
            default -> {
                if (CHECKPOINTS.contains(name.text()) && scope.repeats()) {
                    into.add(SiteKind.CHECKPOINT, name.line(), scope.codeScope());
                } else if (LOGS.contains(name.text()) && isLogger(object) && scope.isEachStep()) {
                    into.add(SiteKind.STEP_LOGGING, name.line(), scope.codeScope());
                }
            }
        }
    }

    private static boolean isLogger(SyntaxNode object) {
        SyntaxNode last = object.is("attribute") ? object.field("attribute") : object;
        return last.is("identifier") && LOGGERS.contains(last.text());
    }

    private void copy(SyntaxNode name, Arguments arguments, PythonScope scope) {
        boolean toDevice = name.text().equals("cuda")
                || arguments.positional().stream().limit(1).anyMatch(this::isDevice)
                || arguments.named("device").filter(this::isDevice).isPresent();
        boolean waits = !arguments.isTrue("non_blocking") && !arguments.isOpen();
        if (scope.repeats() && toDevice && waits) {
            into.add(SiteKind.BLOCKING_COPY, name.line(), scope.codeScope());
        }
    }

    /** Something that the text itself calls a device: {@code device}, {@code self.device}, {@code "cuda:0"}, {@code torch.device(…)}. */
    private boolean isDevice(SyntaxNode node) {
        return switch (node.type()) {
            case "identifier" -> isDeviceName(node.text());
            case "attribute" -> isDeviceName(node.field("attribute").text());
            case "string" -> content(node).startsWith("cuda") || content(node).startsWith("xpu");
            case "call" -> names.resolve(node.field("function")).equals("torch.device");
            default -> false;
        };
    }

    private static boolean isDeviceName(String name) {
        return name.equals("device") || name.equals("dev") || name.endsWith("_device") || name.equals("cuda");
    }

    private void builtin(SyntaxNode function, Arguments arguments, PythonScope scope) {
        if (names.isBuiltin(function, "print")) {
            if (arguments.positional().stream().anyMatch(argument -> prints(argument, scope))) {
                into.add(SiteKind.TENSOR_PRINT, function.line(), scope.codeScope());
            }
            if (scope.isEachStep()) {
                into.add(SiteKind.STEP_LOGGING, function.line(), scope.codeScope());
            }
            return;
        }
        boolean reads = names.isBuiltin(function, "float")
                || names.isBuiltin(function, "int")
                || names.isBuiltin(function, "bool");
        if (reads
                && arguments.positional().size() == 1
                && scope.values().of(arguments.positional().get(0)) == PythonValues.Value.TENSOR) {
            into.add(SiteKind.SCALAR_READ, function.line(), scope.codeScope());
        }
    }

    private static boolean prints(SyntaxNode argument, PythonScope scope) {
        if (argument.is("string")) {
            return argument.children().stream()
                    .filter(part -> part.is("interpolation"))
                    .anyMatch(part -> scope.values().of(part.field("expression")) == PythonValues.Value.TENSOR);
        }
        return scope.values().of(argument) == PythonValues.Value.TENSOR;
    }
}
