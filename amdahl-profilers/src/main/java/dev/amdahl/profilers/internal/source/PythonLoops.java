package dev.amdahl.profilers.internal.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which functions of a Python file run again and again: those that it calls in a loop, what these call, and those that a framework
 * calls for each batch. By simple name. Immutable.
 */
final class PythonLoops {
    private static final Set<String> LOOPS = Set.of(
            "for_statement",
            "while_statement",
            "list_comprehension",
            "set_comprehension",
            "dictionary_comprehension",
            "generator_expression");
    private static final Set<String> PER_BATCH =
            Set.of("forward", "training_step", "validation_step", "test_step", "__getitem__", "collate_fn");

    private final Set<String> repeating = new HashSet<>(PER_BATCH);

    PythonLoops(SyntaxNode module) {
        Map<String, Set<String>> calls = new HashMap<>();
        Set<String> own = new HashSet<>();
        Deque<String> reached = new ArrayDeque<>();
        module.each(node -> {
            if (node.is("function_definition")) {
                String name = node.field("name").text();
                own.add(name);
                Set<String> called = calls.computeIfAbsent(name, key -> new HashSet<>());
                node.field("body").eachInside(inner -> addCall(inner, called));
            }
            if (isLoop(node)) {
                Set<String> called = new HashSet<>();
                node.eachInside(inner -> addCall(inner, called));
                reached.addAll(called);
            }
        });
        reached.addAll(PER_BATCH);
        while (!reached.isEmpty()) {
            String name = reached.pop();
            if (own.contains(name) && (repeating.add(name) || PER_BATCH.contains(name))) {
                Set<String> next = calls.remove(name);
                if (next != null) {
                    reached.addAll(next);
                }
            }
        }
    }

    private static void addCall(SyntaxNode node, Set<String> into) {
        if (node.is("call")) {
            SyntaxNode function = node.field("function");
            if (function.is("identifier")) {
                into.add(function.text());
            } else if (function.is("attribute")
                    && function.field("object").text().equals("self")) {
                into.add(function.field("attribute").text());
            }
        }
    }

    static boolean isLoop(SyntaxNode node) {
        return LOOPS.contains(node.type());
    }

    boolean repeats(String function) {
        return repeating.contains(function);
    }
}
