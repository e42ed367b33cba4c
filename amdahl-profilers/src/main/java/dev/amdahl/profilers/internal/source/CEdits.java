package dev.amdahl.profilers.internal.source;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The places of one C file where a change applies. Types and uses of a name are told from the function around it alone, and what pointers
 * share is not told at all: outputs are compared for that. Immutable.
 */
final class CEdits {
    private static final Map<String, String> POWERS = Map.of("pow", "double", "powf", "float");
    private static final Set<String> LOOPS = Set.of("for_statement", "while_statement", "do_statement");

    private final SourceText source;
    private final Map<SyntaxNode, SyntaxNode> parents = new HashMap<>();
    private final Set<String> words = new HashSet<>();
    private final Map<CEdit, TextEdits> edits = new EnumMap<>(CEdit.class);
    private final Map<CEdit, Set<Integer>> lines = new EnumMap<>(CEdit.class);

    CEdits(SyntaxNode file) {
        source = new SourceText(file.whole());
        adopt(file);
        file.each(node -> {
            adopt(node);
            if (node.is("identifier")) {
                words.add(node.text());
            }
        });
        file.each(this::visit);
    }

    private void adopt(SyntaxNode node) {
        node.children().forEach(child -> parents.put(child, node));
    }

    /** Returns the unified diff of one change of this file; empty text where it has no place here. */
    String diff(CEdit edit, String name) {
        return Optional.ofNullable(edits.get(edit))
                .map(of -> source.diff(name, of))
                .orElse("");
    }

    /** Returns the lines of one change, from 1. */
    Set<Integer> lines(CEdit edit) {
        return lines.getOrDefault(edit, Set.of());
    }

    private TextEdits at(CEdit edit, SyntaxNode node) {
        lines.computeIfAbsent(edit, first -> new TreeSet<>()).add(node.line());
        return edits.computeIfAbsent(edit, first -> new TextEdits());
    }

    private SyntaxNode parent(SyntaxNode node) {
        return parents.getOrDefault(node, SyntaxNode.NONE);
    }

    private SyntaxNode around(SyntaxNode node, Set<String> types) {
        SyntaxNode at = parent(node);
        while (!at.type().isEmpty() && !types.contains(at.type())) {
            at = parent(at);
        }
        return at;
    }

    private void visit(SyntaxNode node) {
        switch (node.type()) {
            case "for_statement" -> {
                length(node);
                CLoopOrder.of(node)
                        .ifPresent(order -> at(CEdit.LOOP_ORDER, node)
                                .replace(
                                        order.outer().start(),
                                        order.outer().end(),
                                        order.inner().text(source.text()))
                                .replace(
                                        order.inner().start(),
                                        order.inner().end(),
                                        order.outer().text(source.text())));
            }
            case "expression_statement" -> statement(node);
            case "call_expression" -> power(node);
            default -> {}
        }
    }

    /** {@code for (…; i < strlen(s); …)}, where the loop only reads elements of {@code s} by their index. */
    private void length(SyntaxNode loop) {
        SyntaxNode condition = loop.field("condition");
        SyntaxNode call = condition.field("right");
        List<SyntaxNode> arguments = call.field("arguments").operands();
        boolean isPlain = condition.is("binary_expression")
                && call.is("call_expression")
                && call.field("function").text().equals("strlen")
                && arguments.size() == 1
                && arguments.get(0).is("identifier")
                && parent(loop).is("compound_statement")
                && isFirstInItsLine(loop);
        if (!isPlain) {
            return;
        }
        String string = arguments.get(0).text();
        Set<SyntaxNode> uses = new HashSet<>();
        loop.each(node -> {
            if (node.is("identifier") && node.text().equals(string)) {
                uses.add(node);
            }
        });
        if (uses.stream().allMatch(this::isRead)) {
            String name = string + "_length";
            for (int i = 2; words.contains(name); i++) {
                name = string + "_length" + i;
            }
            words.add(name);
            at(CEdit.STRLEN_HOIST, loop)
                    .insert(loop.start(), "const size_t " + name + " = " + call.text() + ";\n" + source.indent(loop))
                    .replace(call, name);
        }
    }

    private boolean isFirstInItsLine(SyntaxNode node) {
        int line = source.text().lastIndexOf('\n', node.start() - 1) + 1;
        return source.text().substring(line, node.start()).isBlank();
    }

    /** An element that is not written, or an argument of {@code strlen}. */
    private boolean isRead(SyntaxNode use) {
        SyntaxNode parent = parent(use);
        if (parent.is("argument_list")) {
            return parent(parent).field("function").text().equals("strlen");
        }
        SyntaxNode user = parent(parent);
        boolean isWritten = Set.of("update_expression", "pointer_expression").contains(user.type())
                || (user.is("assignment_expression") && user.field("left").equals(parent));
        return parent.is("subscript_expression") && parent.field("argument").equals(use) && !isWritten;
    }

    /** Calls that keep files from being buffered. */
    private void statement(SyntaxNode statement) {
        SyntaxNode call = statement.children().get(0);
        List<SyntaxNode> arguments = call.field("arguments").operands();
        if (!call.is("call_expression")
                || arguments.isEmpty()
                || !arguments.get(0).is("identifier")
                || arguments.get(0).text().equals("stderr")) {
            return;
        }
        List<String> texts = arguments.stream().map(SyntaxNode::text).toList();
        String function = call.field("function").text();
        boolean isUnbuffered = (function.equals("setvbuf")
                        && texts.size() == 4
                        && Set.of("_IONBF", "_IOLBF").contains(texts.get(2)))
                || (function.equals("setbuf")
                        && texts.size() == 2
                        && Set.of("NULL", "0").contains(texts.get(1)));
        Set<String> outside = new HashSet<>(LOOPS);
        outside.add("function_definition");
        if (isUnbuffered) {
            remove(CEdit.STDIO_BUFFERED, statement);
        } else if (function.equals("fflush")
                && LOOPS.contains(around(statement, outside).type())) {
            remove(CEdit.FLUSH_LESS, statement);
        }
    }

    /** With its line, where it stands alone in one; an empty statement stays where one is needed. */
    private void remove(CEdit edit, SyntaxNode statement) {
        int next = source.text().indexOf('\n', statement.end());
        boolean isAlone = parent(statement).is("compound_statement")
                && isFirstInItsLine(statement)
                && next >= 0
                && source.text().substring(statement.end(), next).isBlank();
        if (isAlone) {
            int line = source.text().lastIndexOf('\n', statement.start() - 1) + 1;
            at(edit, statement).replace(line, next + 1, "");
        } else {
            at(edit, statement).replace(statement, ";");
        }
    }

    /** {@code pow(x, 3)} of a variable that the function declares, and only as the type that {@code pow} takes. */
    private void power(SyntaxNode call) {
        String type = POWERS.get(call.field("function").text());
        List<SyntaxNode> arguments = call.field("arguments").operands();
        if (type == null
                || arguments.size() != 2
                || !arguments.get(0).is("identifier")
                || !arguments.get(1).text().matches("[234](\\.0*f?)?")) {
            return;
        }
        String name = arguments.get(0).text();
        Set<String> types = new HashSet<>();
        around(call, Set.of("function_definition")).each(node -> {
            SyntaxNode parent = parent(node);
            boolean isDeclared = node.is("identifier")
                    && node.text().equals(name)
                    && parent.fields("declarator").stream().anyMatch(node::equals);
            if (isDeclared) {
                types.add(
                        parent.is("pointer_declarator") || parent.is("array_declarator")
                                ? "*"
                                : around(node, Set.of("declaration", "parameter_declaration"))
                                        .field("type")
                                        .text());
            }
        });
        if (types.equals(Set.of(type))) {
            int times = arguments.get(1).text().charAt(0) - '0';
            at(CEdit.POWER_PRODUCT, call)
                    .replace(call, "(" + String.join(" * ", Collections.nCopies(times, name)) + ")");
        }
    }
}
