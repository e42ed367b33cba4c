package dev.amdahl.gpu.internal.kernel.scan;

import dev.amdahl.spi.refine.Hack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds variables that would outlive a launch: at file scope, or static. */
final class Declarations {
    private static final Set<String> TYPES =
            Set.of("typedef", "using", "struct", "class", "union", "enum", "static_assert");
    private static final Set<String> LASTING = Set.of("constexpr", "__constant__", "const");
    private static final Set<String> BUILT_IN = Set.of(
            "const",
            "volatile",
            "void",
            "bool",
            "char",
            "short",
            "int",
            "long",
            "unsigned",
            "signed",
            "float",
            "double");
    private static final Set<String> VECTORS =
            Set.of("size_t", "half", "float2", "float3", "float4", "int2", "int4", "uint2", "uint4", "double2");

    /** Words that stand beside a name in an expression. */
    private static final Set<String> OPERATORS = Set.of(
            "sizeof",
            "alignof",
            "noexcept",
            "not",
            "compl",
            "and",
            "or",
            "xor",
            "bitand",
            "bitor",
            "not_eq",
            "co_await",
            "co_yield");

    /** Words that begin a type, beside those that are one. */
    private static final Set<String> BEFORE_TYPES =
            Set.of("auto", "decltype", "typename", "struct", "class", "enum", "union");

    /** Words beside a type. */
    private static final Set<String> SPECIFIERS = Set.of(
            "static",
            "inline",
            "extern",
            "constexpr",
            "typename",
            "struct",
            "class",
            "enum",
            "union",
            "__device__",
            "__host__",
            "__global__",
            "__managed__",
            "__forceinline__",
            "__inline__",
            "__noinline__",
            "__constant__",
            "volatile");

    private static final Set<String> ENDS = Set.of(";", "{", "}", ":", "#");
    private static final String OPEN = "{";
    private static final String CLOSE = "}";

    private Declarations() {}

    static Optional<HackReport> complaint(List<Token> tokens) {
        List<Token> statement = new ArrayList<>();
        int depth = 0;
        int namespaces = 0;
        boolean isFunction = false;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Token.Kind.DIRECTIVE) {
                continue;
            }
            if (depth > 0) {
                depth += token.is(OPEN) ? 1 : token.is(CLOSE) ? -1 : 0;
                Optional<HackReport> lasting = token.is("static") ? lasting(tokens, i) : Optional.empty();
                if (lasting.isPresent()) {
                    return lasting;
                }
                if (depth == 0 && isFunction) {
                    statement.clear();
                }
            } else if (token.is(OPEN) && isNamespace(statement)) {
                namespaces++;
                statement.clear();
            } else if (token.is(OPEN)) {
                depth = 1;
                withoutBases(statement);
                isFunction = !isAssigned(statement) && beginsFunction(statement);
                statement.add(token);
            } else if (token.is(CLOSE) && namespaces > 0) {
                namespaces--;
            } else if (token.is(";")) {
                Optional<HackReport> global = global(statement);
                if (global.isPresent()) {
                    return global;
                }
                statement.clear();
            } else {
                statement.add(token);
            }
        }
        return Optional.empty();
    }

    /** Outside of parentheses and of a template's parameters: a default of a parameter is no assignment. */
    private static boolean isAssigned(List<Token> statement) {
        int parentheses = 0;
        for (Token token : withoutParameters(statement)) {
            parentheses += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (parentheses == 0 && token.is("=")) {
                return true;
            }
        }
        return false;
    }

    /** What a type is made of says nothing of what is declared after its body. */
    private static void withoutBases(List<Token> statement) {
        int end = 1;
        while (end < statement.size()
                && !statement.get(end).is(":")
                && !statement.get(end).is("final")) {
            end++;
        }
        if (end < statement.size()
                && (statement.get(0).is("struct") || statement.get(0).is("class"))) {
            statement.subList(end, statement.size()).clear();
        }
    }

    /** Returns where the parameters of a function end: a type, or noexcept, may follow. */
    private static int endOfParameters(List<Token> statement) {
        int end = statement.size();
        for (int i = end - 1; i > 0; i--) {
            boolean isArrow = statement.get(i).is(">") && statement.get(i - 1).is("-");
            end = isArrow ? i - 1 : i + 1 == end && statement.get(i).is("noexcept") ? i : end;
        }
        return end;
    }

    /** A name, after a type, with parameters: where the name itself stands in parentheses, a variable gets its value. */
    private static boolean beginsFunction(List<Token> declared) {
        List<Token> statement = declared.subList(0, endOfParameters(declared));
        if (statement.isEmpty() || !last(statement).is(")")) {
            return false;
        }
        int name = before(statement, statement.size() - 1, "(", ")");
        if (name >= 0 && statement.get(name).is(">")) {
            name = before(statement, name, "<", ">");
        }
        if (has(statement, "operator")) {
            return true;
        }
        if (name < 1
                || statement.get(name).kind() != Token.Kind.WORD
                || isNoName(statement.get(name).text())) {
            return false;
        }
        int type = name - 1;
        while (type > 1 && statement.get(type).is("::")) {
            if (statement.get(type - 1).is(statement.get(name).text())) {
                return true;
            }
            type -= 2;
        }
        return !statement.get(type).is("::")
                && statement.get(type).kind() != Token.Kind.STRING
                && !SPECIFIERS.contains(statement.get(type).text());
    }

    /** Returns where what stands before a pair begins. */
    private static int before(List<Token> statement, int end, String open, String close) {
        int depth = 0;
        for (int i = end; i >= 0; i--) {
            depth += statement.get(i).is(close) ? 1 : statement.get(i).is(open) ? -1 : 0;
            if (depth == 0) {
                return i - 1;
            }
        }
        return -1;
    }

    private static Token last(List<Token> statement) {
        return statement.get(statement.size() - 1);
    }

    private static boolean isNamespace(List<Token> statement) {
        if (statement.isEmpty()) {
            return false;
        }
        return statement.get(0).is("namespace")
                || (statement.size() == 2
                        && statement.get(0).is("extern")
                        && last(statement).kind() == Token.Kind.STRING);
    }

    private static boolean has(List<Token> statement, String word) {
        return statement.stream().anyMatch(token -> token.is(word));
    }

    /** Returns what follows {@code template <...>}, if it begins so. */
    private static List<Token> withoutParameters(List<Token> statement) {
        List<Token> rest = statement;
        while (rest.size() > 1 && rest.get(0).is("template") && rest.get(1).is("<")) {
            int end = 1;
            int angles = 0;
            do {
                angles += angles(rest.get(end++));
            } while (angles > 0 && end < rest.size());
            rest = rest.subList(end, rest.size());
        }
        return rest;
    }

    private static int angles(Token token) {
        return token.is("<") ? 1 : token.text().matches(">+") ? -token.text().length() : 0;
    }

    /** Returns a declaration at file scope that is no function with a body. */
    private static Optional<HackReport> global(List<Token> declaration) {
        List<Token> statement = withoutParameters(declaration);
        if (statement.isEmpty()) {
            return Optional.empty();
        }
        Token first = statement.get(0);
        if (first.is("namespace") && has(statement, "=")) {
            return Optional.empty();
        }
        if (isFunction(statement)) {
            return Optional.empty();
        }
        if (looksLikeFunction(statement)) {
            return Optional.of(HackReport.unsupported(
                    first, "it is not clear whether a function is declared here; define it before it is used"));
        }
        boolean isType = first.is("typedef")
                || first.is("using")
                || first.is("static_assert")
                || (TYPES.contains(first.text())
                        && (last(statement).is(OPEN) || (statement.size() == 2 && !has(statement, OPEN))));
        if (has(statement, "__shared__") && !has(statement, "extern") && !isAssigned(statement)) {
            return Optional.of(HackReport.unsupported(first, "shared memory at file scope; declare it in the kernel"));
        }
        boolean isShared = has(statement, "extern") && has(statement, "__shared__");
        boolean isInstance =
                first.is("template") && TYPES.contains(statement.get(1).text());
        if (isType || isShared || isInstance) {
            return Optional.empty();
        }
        boolean isOnDevice =
                has(statement, "__device__") && !has(statement, "constexpr") && !has(statement, "__constant__");
        if (isConstant(statement)) {
            return isOnDevice
                    ? Optional.of(HackReport.unsupported(
                            first, "a constant in the device's memory; write __constant__ or constexpr"))
                    : Optional.empty();
        }
        return Optional.of(HackReport.at(
                first,
                Hack.CACHED_OUTPUT,
                "a variable at file scope would keep what one launch left for the next; only constexpr and __constant__ are allowed there,"
                        + " and functions where they are defined"));
    }

    private static boolean looksLikeFunction(List<Token> statement) {
        return has(statement, "(")
                && has(statement, "__device__")
                && !isAssigned(statement)
                && last(statement).is(")");
    }

    /** A function that is defined further on: each parameter is a type that is no name of a value, or two words. */
    private static boolean isFunction(List<Token> statement) {
        int open = 0;
        while (open < statement.size() && !statement.get(open).is("(")) {
            open++;
        }
        if (open == statement.size()
                || isAssigned(statement)
                || !last(statement).is(")")) {
            return false;
        }
        boolean isFirst = true;
        boolean isType = true;
        for (int i = open + 1; i < statement.size() - 1; i++) {
            Token token = statement.get(i);
            if (token.is("(") || token.is(")") || OPERATORS.contains(token.text())) {
                return false;
            }
            isType = isFirst ? isParameter(token.text()) : isType || areWords(statement.get(i - 1), token);
            isFirst = token.is(",");
            if (isFirst && !isType) {
                return false;
            }
        }
        return isType;
    }

    /** A type and a name: no expression has one beside the other. */
    private static boolean areWords(Token type, Token name) {
        return type.kind() == Token.Kind.WORD && name.kind() == Token.Kind.WORD;
    }

    /**
     * Returns whether what it names cannot be changed: the last pointer is constant itself, as a pointer in constant memory need not be
     * where emulated. What bounds and arguments of templates hold says nothing of it.
     */
    private static boolean isConstant(List<Token> statement) {
        int pointer = -1;
        int constant = -1;
        int within = 0;
        for (int i = 0; i < statement.size() && !statement.get(i).is("="); i++) {
            Token token = statement.get(i);
            within += token.is("[") ? 1 : token.is("]") ? -1 : angles(token);
            pointer = token.is("*") && within == 0 ? i : pointer;
            constant = LASTING.contains(token.text()) && within == 0 ? i : constant;
        }
        return constant >= 0 && constant > pointer;
    }

    /** Returns a static variable in a function or a type; a static function of a type says that it is of a device. */
    private static Optional<HackReport> lasting(List<Token> tokens, int at) {
        int from = at;
        while (from > 0 && !ENDS.contains(tokens.get(from - 1).text())) {
            from--;
        }
        int to = at;
        while (to < tokens.size() && !tokens.get(to).is(";") && !tokens.get(to).is(OPEN)) {
            to++;
        }
        List<Token> statement = tokens.subList(from, to);
        boolean hasBody = to < tokens.size() && tokens.get(to).is(OPEN);
        boolean isFunction =
                has(statement, "__device__") && (hasBody ? beginsFunction(statement) : isFunction(statement));
        if (has(statement, "__shared__") || isConstant(statement) || isFunction) {
            return Optional.empty();
        }
        return Optional.of(HackReport.at(
                tokens.get(at), Hack.CACHED_OUTPUT, "a static variable would keep what one launch left for the next"));
    }

    private static boolean isParameter(String word) {
        return BUILT_IN.contains(word) || VECTORS.contains(word);
    }

    private static boolean isNoName(String word) {
        return BUILT_IN.contains(word) || BEFORE_TYPES.contains(word);
    }
}
