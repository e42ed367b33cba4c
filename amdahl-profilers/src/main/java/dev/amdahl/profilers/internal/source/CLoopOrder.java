package dev.amdahl.profilers.internal.source;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Two loops over an array, of which the inner one jumps from row to row.
 *
 * @param outer the header of the outer loop
 * @param inner the header of the inner loop
 */
record CLoopOrder(Header outer, Header inner) {

    /**
     * The header of a loop that counts from a number or a name to another, one by one.
     *
     * @param start where it begins in the text
     * @param end where it ends, exclusive
     * @param variable that counts
     * @param bound the name or the number that it is less than
     */
    record Header(int start, int end, String variable, String bound) {

        String text(String source) {
            return source.substring(start, end);
        }

        static Optional<Header> of(SyntaxNode loop) {
            SyntaxNode initializer = loop.field("initializer");
            SyntaxNode first = initializer.is("declaration") ? initializer.field("declarator") : initializer;
            String variable = first.field(initializer.is("declaration") ? "declarator" : "left")
                    .text();
            SyntaxNode from = first.field(initializer.is("declaration") ? "value" : "right");
            SyntaxNode condition = loop.field("condition");
            SyntaxNode bound = condition.field("right");
            SyntaxNode update = loop.field("update");
            boolean isCount = isPlain(from)
                    && isPlain(bound)
                    && initializer.fields("declarator").size() < 2
                    && condition.is("binary_expression")
                    && condition.field("left").text().equals(variable)
                    && Set.of("<", "<=").contains(condition.field("operator").text())
                    && Set.of(variable + "++", "++" + variable, variable + " += 1")
                            .contains(update.text());
            return isCount
                    ? Optional.of(new Header(initializer.start(), update.end(), variable, bound.text()))
                    : Optional.empty();
        }

        private static boolean isPlain(SyntaxNode value) {
            return value.is("identifier") || value.is("number_literal");
        }
    }

    /** Returns it for an outer loop whose body is the inner one alone, whose body is one assignment. */
    static Optional<CLoopOrder> of(SyntaxNode loop) {
        SyntaxNode within = only(loop.field("body"));
        if (!within.is("for_statement")) {
            return Optional.empty();
        }
        Optional<Header> outer = Header.of(loop);
        Optional<Header> inner = Header.of(within);
        SyntaxNode statement = only(within.field("body"));
        if (outer.isEmpty() || inner.isEmpty() || !statement.is("expression_statement")) {
            return Optional.empty();
        }
        SyntaxNode assignment = statement.children().get(0);
        CLoopOrder order = new CLoopOrder(outer.get(), inner.get());
        return assignment.is("assignment_expression")
                        && order.isFree(loop.whole(), assignment)
                        && order.isAcross(assignment)
                ? Optional.of(order)
                : Optional.empty();
    }

    /** Returns the only statement of a block; a statement that is no block itself. */
    private static SyntaxNode only(SyntaxNode body) {
        if (!body.is("compound_statement")) {
            return body;
        }
        List<SyntaxNode> inside = body.operands();
        return inside.size() == 1 ? inside.get(0) : SyntaxNode.NONE;
    }

    /** Neither header reads what the other one or the body writes, and the body calls nothing and assigns once. */
    private boolean isFree(String file, SyntaxNode assignment) {
        String written = assignment.field("left").text();
        boolean isSum = assignment.field("left").is("identifier")
                && assignment.field("operator").text().equals("+=");
        String innerHeader = inner.text(file);
        String outerHeader = outer.text(file);
        return !outer.variable.equals(inner.variable)
                && (isSum || assignment.field("left").is("subscript_expression"))
                && !names(innerHeader, outer.variable)
                && !names(outerHeader, inner.variable)
                && !outer.bound.equals(written)
                && !inner.bound.equals(written)
                && !assignment.holds("call_expression")
                && !assignment.holds("assignment_expression")
                && !assignment.holds("update_expression");
    }

    private static boolean names(String text, String variable) {
        return text.matches("(?s).*\\b" + variable + "\\b.*");
    }

    /** Some element lies far from the last one, and none lies next to it. */
    private boolean isAcross(SyntaxNode assignment) {
        int[] across = new int[2];
        Set<SyntaxNode> rows = new HashSet<>();
        assignment.each(node -> {
            if (node.is("subscript_expression")) {
                rows.add(node.field("argument"));
            }
            if (node.is("subscript_expression") && !rows.contains(node)) {
                SyntaxNode last = node.field("index");
                SyntaxNode lowest = last.is("binary_expression")
                                && last.field("operator").text().equals("+")
                        ? last.field("right")
                        : last;
                String rest = node.field("argument").is("subscript_expression")
                        ? node.field("argument").text()
                        : last.is("binary_expression") ? last.field("left").text() : "";
                if (lowest.text().equals(outer.variable) && names(rest, inner.variable)) {
                    across[0]++;
                }
                if (lowest.text().equals(inner.variable)) {
                    across[1]++;
                }
            }
        });
        return across[0] > 0 && across[1] == 0;
    }
}
