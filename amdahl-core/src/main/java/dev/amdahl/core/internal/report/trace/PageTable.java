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
 * @param names what the intervals are called that a row is about, one for each row, so that it leads to the longest of them; or none
 */
public record PageTable(
        String title, List<String> columns, Set<Integer> numbers, List<List<String>> rows, List<String> names) {
    public PageTable {
        columns = List.copyOf(columns);
        numbers = Set.copyOf(numbers);
        rows = rows.stream().map(List::copyOf).toList();
        names = List.copyOf(names);
    }
}
