package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import java.time.Instant;

/** Prints the hours held by the runs of tables, of each URL that is given, as a process of its own sees them. */
final class ZoneProbe {
    private ZoneProbe() {}

    @SuppressWarnings("SystemOut") // its only word to the test
    public static void main(String[] urls) {
        Instant asOf = Instant.parse("2026-07-02T00:00:00Z");
        for (String url : urls) {
            for (String table : new String[] {"text_runs", "bare_runs"}) {
                System.out.println(table + " "
                        + JdbcFleetSource.table(url, table, Columns.DEFAULT, BadRows.FAIL)
                                .sums(Instant.EPOCH, asOf, asOf, 1)
                                .totals()
                                .heldHours());
            }
        }
    }
}
