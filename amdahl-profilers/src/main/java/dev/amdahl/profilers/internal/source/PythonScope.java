package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.CodeScope;

/**
 * Where in a Python file the walk stands.
 *
 * @param prefix the classes and functions around, each with a dot behind
 * @param values what is known of names here
 * @param site the scope that sites here get, but for the loops in the function
 * @param loop the innermost loop of the function; {@link SyntaxNode#NONE} outside of any
 * @param seldom whether only some turns of the loop come here: every n-th one, or errors
 */
record PythonScope(String prefix, PythonValues values, CodeScope site, SyntaxNode loop, boolean seldom) {

    boolean repeats() {
        return loop != SyntaxNode.NONE || site.repeats();
    }

    /** Returns whether each turn of an innermost loop comes here, so each step and not each epoch. */
    boolean isEachStep() {
        return loop != SyntaxNode.NONE && !seldom && !loop.holds("for_statement") && !loop.holds("while_statement");
    }

    PythonScope in(SyntaxNode innerLoop) {
        return new PythonScope(prefix, values, site, innerLoop, false);
    }

    PythonScope sometimes() {
        return new PythonScope(prefix, values, site, loop, true);
    }

    PythonScope within(String name) {
        return new PythonScope(prefix + name + ".", values, site, loop, seldom);
    }

    CodeScope codeScope() {
        return new CodeScope(site.function(), site.firstLine(), site.lastLine(), repeats());
    }
}
