package dev.amdahl.profilers.internal.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which expressions of one Python function are tensors of the device, as far as its own text tells: results of torch's
 * functions, parameters annotated as tensors, names with a {@code backward()}, and what is computed from them. What is not
 * told is unknown, never a tensor. Filled once, not thread-safe.
 */
final class PythonValues {
    /** What an expression is. */
    enum Value {
        /** A tensor that may lie on a device. */
        TENSOR,
        /** A value of the host. */
        HOST,
        /** Now the one, now the other. */
        MIXED,
        /** The text does not tell. */
        UNKNOWN
    }

    private static final Set<String> TENSOR_ATTRIBUTES = Set.of("data", "grad", "T", "mT", "H", "real", "imag");
    private static final Set<String> TENSOR_ONLY = Set.of("detach", "unsqueeze", "masked_fill", "log_softmax");
    private static final Set<String> TO_HOST = Set.of("cpu", "numpy", "tolist", "item");
    private static final Set<String> ABOUT = Set.of(
            "size",
            "dim",
            "numel",
            "nelement",
            "ndimension",
            "element_size",
            "stride",
            "data_ptr",
            "get_device",
            "type",
            "storage",
            "untyped_storage",
            "register_hook",
            "backward",
            "is_contiguous",
            "is_floating_point",
            "is_complex",
            "is_pinned",
            "is_shared",
            "has_names",
            "storage_offset",
            "dense_dim",
            "sparse_dim");
    private static final Set<String> NOT_TENSORS = Set.of(
            "device",
            "load",
            "save",
            "compile",
            "manual_seed",
            "seed",
            "initial_seed",
            "Size",
            "Generator",
            "no_grad",
            "inference_mode",
            "enable_grad",
            "set_grad_enabled",
            "autocast",
            "allclose",
            "equal",
            "numel",
            "finfo",
            "iinfo",
            "dtype",
            "typename",
            "promote_types",
            "result_type",
            "can_cast",
            "use_deterministic_algorithms",
            "vmap",
            "compiled_with_cxx11_abi",
            "broadcast_shapes");
    private static final Set<String> SYNCHRONOUS_TESTS = Set.of("torch.allclose", "torch.equal", "torch.is_nonzero");

    private final PythonNames names;
    private final @Nullable PythonValues around;
    private final Map<String, Value> known = new HashMap<>();

    PythonValues(PythonNames names, SyntaxNode function, @Nullable PythonValues around) {
        this.names = names;
        this.around = around;
        function.field("parameters").each(this::parameter);
        SyntaxNode body = function.is("function_definition") ? function.field("body") : function;
        for (int pass = 0; pass < 2; pass++) {
            body.eachInside(this::learn);
        }
    }

    private void parameter(SyntaxNode node) {
        if (node.is("typed_parameter") || node.is("typed_default_parameter")) {
            SyntaxNode name = node.is("typed_parameter") && !node.children().isEmpty()
                    ? node.children().get(0)
                    : node.field("name");
            SyntaxNode type = node.field("type");
            SyntaxNode inner =
                    type.children().isEmpty() ? type : type.children().get(0);
            known.put(name.text(), names.resolve(inner).equals("torch.Tensor") ? Value.TENSOR : Value.UNKNOWN);
        } else if (node.is("default_parameter")) {
            known.putIfAbsent(node.field("name").text(), Value.UNKNOWN);
        } else if (node.is("identifier")) {
            known.putIfAbsent(node.text(), Value.UNKNOWN);
        }
    }

    private void learn(SyntaxNode node) {
        switch (node.type()) {
            case "assignment" -> assign(node.field("left"), of(node.field("right")));
            case "named_expression" -> assign(node.field("name"), of(node.field("value")));
            case "augmented_assignment" -> augment(node.field("left"), of(node.field("right")));
            case "call" -> {
                SyntaxNode function = node.field("function");
                boolean isBackward = function.is("attribute")
                        && function.field("attribute").text().equals("backward")
                        && function.field("object").is("identifier");
                if (isBackward && !names.isImported(function.field("object"))) {
                    known.merge(function.field("object").text(), Value.TENSOR, PythonValues::join);
                }
            }
            default -> {}
        }
    }

    /** Adding a tensor makes a tensor; adding what is not known makes something that is not known to be of the host. */
    private void augment(SyntaxNode target, Value value) {
        if (target.is("identifier") && value == Value.TENSOR) {
            known.put(target.text(), Value.TENSOR);
        } else if (target.is("identifier") && value != Value.HOST && known.get(target.text()) == Value.HOST) {
            known.put(target.text(), Value.MIXED);
        }
    }

    private void assign(SyntaxNode target, Value value) {
        if (target.is("identifier")) {
            known.merge(target.text(), value, PythonValues::join);
        } else if (target.is("pattern_list") || target.is("tuple_pattern")) {
            target.children().forEach(one -> assign(one, value == Value.TENSOR ? value : Value.UNKNOWN));
        }
    }

    private static Value join(Value a, Value b) {
        if (a == b || b == Value.UNKNOWN) {
            return a;
        }
        return a == Value.UNKNOWN ? b : Value.MIXED;
    }

    /** Returns what an expression is. */
    Value of(SyntaxNode node) {
        return switch (node.type()) {
            case "identifier" -> name(node.text());
            case "parenthesized_expression", "await" -> anyOf(node.operands());
            case "integer", "float", "string", "concatenated_string", "true", "false" -> Value.HOST;
            case "attribute" -> attribute(node);
            case "subscript" -> of(node.field("value"));
            case "unary_operator" -> of(node.field("argument"));
            case "named_expression" -> of(node.field("value"));
            case "binary_operator" -> anyOf(List.of(node.field("left"), node.field("right")));
            case "comparison_operator" -> compared(node);
            case "conditional_expression" -> anyOf(alternatives(node));
            case "call" -> called(node);
            default -> Value.UNKNOWN;
        };
    }

    private Value attribute(SyntaxNode node) {
        Value object = of(node.field("object"));
        boolean isTensor = TENSOR_ATTRIBUTES.contains(node.field("attribute").text());
        return object != Value.TENSOR || isTensor ? object : Value.HOST;
    }

    private Value name(String name) {
        Value own = known.get(name);
        if (own != null) {
            return own;
        }
        return around == null ? Value.UNKNOWN : around.name(name);
    }

    /** Returns a tensor if one is; of the host only if all are. */
    private Value anyOf(List<SyntaxNode> parts) {
        boolean host = !parts.isEmpty();
        for (SyntaxNode part : parts) {
            Value value = of(part);
            if (value == Value.TENSOR) {
                return value;
            }
            host &= value == Value.HOST;
        }
        return host ? Value.HOST : Value.UNKNOWN;
    }

    private static List<SyntaxNode> alternatives(SyntaxNode conditional) {
        List<SyntaxNode> parts = conditional.children();
        return parts.size() == 5 ? List.of(parts.get(0), parts.get(4)) : List.of();
    }

    private Value compared(SyntaxNode node) {
        boolean identity = node.children().stream()
                .anyMatch(child -> child.is("is")
                        || child.is("is not")
                        || child.is("in")
                        || child.is("not in")
                        || child.is("not"));
        return identity ? Value.HOST : anyOf(node.operands());
    }

    private Value called(SyntaxNode call) {
        SyntaxNode function = call.field("function");
        String full = names.resolve(function);
        if (!full.isEmpty()) {
            return library(full);
        }
        if (!function.is("attribute")) {
            return Value.UNKNOWN;
        }
        String method = function.field("attribute").text();
        Value object = of(function.field("object"));
        if (TO_HOST.contains(method)) {
            return Value.HOST;
        }
        if (object == Value.TENSOR) {
            return ABOUT.contains(method) ? Value.HOST : Value.TENSOR;
        }
        return TENSOR_ONLY.contains(method) && object == Value.UNKNOWN ? Value.TENSOR : object;
    }

    private static Value library(String full) {
        String last = full.substring(full.lastIndexOf('.') + 1);
        String home = full.substring(0, Math.max(0, full.lastIndexOf('.')));
        return switch (home) {
            case "torch" ->
                NOT_TENSORS.contains(last)
                                || last.startsWith("is_")
                                || last.startsWith("get_")
                                || last.startsWith("set_")
                                || !Character.isLowerCase(last.charAt(0))
                        ? Value.UNKNOWN
                        : Value.TENSOR;
            case "torch.nn.functional", "torch.linalg", "torch.fft", "torch.special", "jax.numpy", "cupy" ->
                Value.TENSOR;
            default -> home.equals("numpy") || home.equals("math") ? Value.HOST : Value.UNKNOWN;
        };
    }

    /** Returns whether taking an expression for true or false makes the host wait for the device. */
    boolean isTested(SyntaxNode condition) {
        return switch (condition.type()) {
            case "parenthesized_expression", "boolean_operator", "not_operator" ->
                condition.operands().stream().anyMatch(this::isTested);
            case "call" ->
                SYNCHRONOUS_TESTS.contains(names.resolve(condition.field("function"))) || of(condition) == Value.TENSOR;
            default -> of(condition) == Value.TENSOR;
        };
    }
}
