package dev.amdahl.core.internal.report.trace;

import java.util.List;
import java.util.Set;

/**
 * A table of the page.
 *
 * @param title above it
 * @param columns their names
 * @param numbers columns that are set to the right
 * @param rows one text a column
 */
public record PageTable(String title, List<String> columns, Set<Integer> numbers, List<List<String>> rows) {
    public PageTable {
        columns = List.copyOf(columns);
        numbers = Set.copyOf(numbers);
        rows = rows.stream().map(List::copyOf).toList();
    }
}
