package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;

/** Creates a source over a warehouse, by the settings {@code url}, {@code table} or {@code query}, and {@code columns}. Stateless. */
public final class JdbcFleetSourceFactory implements FleetSourceFactory {
    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public FleetSource create(PluginContext context) {
        String url = context.setting("url").orElseThrow(() -> missing("url"));
        Columns columns = context.setting("columns").map(Columns::parse).orElse(Columns.DEFAULT);
        return context.setting("query")
                .map(query -> JdbcFleetSource.query(url, query, columns, BadRows.FAIL))
                .or(() ->
                        context.setting("table").map(table -> JdbcFleetSource.table(url, table, columns, BadRows.FAIL)))
                .orElseThrow(() -> missing("table"));
    }

    private static InvalidInputException missing(String setting) {
        return new InvalidInputException(
                "fleet source 'jdbc'", "the setting '" + setting + "' is missing", "name url and table or query");
    }
}
