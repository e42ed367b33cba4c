package dev.amdahl.profilers.internal.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A node of a syntax tree, its tokens included. Filled while a tree is copied, not changed afterwards. */
final class SyntaxNode {
    /** Stands for a child that is not there. */
    static final SyntaxNode NONE = new SyntaxNode("", "", "", 0, 0, 1, 1);

    private static final Set<String> TOKENS =
            Set.of("comment", "and", "or", "not", "is", "in", "is not", "not in", "await", "if", "else");

    private final String source;
    private final String type;
    private final String field;
    private final int start;
    private final int end;
    private final int line;
    private final int lastLine;
    private final List<SyntaxNode> children = new ArrayList<>(0);

    SyntaxNode(String source, String type, String field, int start, int end, int line, int lastLine) {
        this.source = source;
        this.type = type;
        this.field = field;
        this.start = start;
        this.end = end;
        this.line = line;
        this.lastLine = lastLine;
    }

    void add(SyntaxNode child) {
        children.add(child);
    }

    boolean is(String name) {
        return type.equals(name);
    }

    String type() {
        return type;
    }

    /** First line, from 1. */
    int line() {
        return line;
    }

    int lastLine() {
        return lastLine;
    }

    /** Where it begins in the text. */
    int start() {
        return start;
    }

    /** Where it ends in the text, exclusive. */
    int end() {
        return end;
    }

    /** Returns the text of the file that it is a part of. */
    String whole() {
        return source;
    }

    String text() {
        return source.substring(start, end);
    }

    List<SyntaxNode> children() {
        return children;
    }

    /** Returns the first child that stands in a field; {@link #NONE} if none does. */
    SyntaxNode field(String name) {
        for (SyntaxNode child : children) {
            if (child.field.equals(name)) {
                return child;
            }
        }
        return NONE;
    }

    /** Returns the children that are expressions, not tokens or comments. */
    List<SyntaxNode> operands() {
        return children.stream()
                .filter(child -> Character.isLetter(child.type.charAt(0)) && !TOKENS.contains(child.type))
                .toList();
    }

    /** Returns all children that stand in a field. */
    List<SyntaxNode> fields(String name) {
        return children.stream().filter(child -> child.field.equals(name)).toList();
    }

    /** Returns whether it or a node below it is of a type; functions inside are not looked into. */
    boolean holds(String name) {
        for (SyntaxNode child : children) {
            if (child.is(name) || (!child.is("function_definition") && child.holds(name))) {
                return true;
            }
        }
        return false;
    }

    /** Visits each node below it in the order of the text; functions and classes inside are not looked into. */
    void eachInside(Consumer<SyntaxNode> visitor) {
        for (SyntaxNode child : children) {
            visitor.accept(child);
            if (!child.is("function_definition") && !child.is("class_definition")) {
                child.eachInside(visitor);
            }
        }
    }

    /** Visits each node below it in the order of the text. */
    void each(Consumer<SyntaxNode> visitor) {
        for (SyntaxNode child : children) {
            visitor.accept(child);
            child.each(visitor);
        }
    }
}
