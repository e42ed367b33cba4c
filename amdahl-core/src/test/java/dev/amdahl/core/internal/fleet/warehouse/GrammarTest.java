package dev.amdahl.core.internal.fleet.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.fleet.Columns;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements for warehouses that no test can start are statements by their own grammars, or by one that knows many. */
final class GrammarTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2026-02-01T00:00:00Z");
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final String PLAIN =
            "id=job_id,family=job_name,accelerators=gpus,submitted=queued_at,started=began_at,"
                    + "ended=done_at,utilisation=busy,unit=percent";
    private static final String SPLIT = "time=millis,unknown=unseen_share,share=mig,share_of=1000";

    private record Table(String sql, Columns columns) {}

    private static final List<Table> TABLES = List.of(
            new Table("plain_runs", Columns.parse(PLAIN)),
            new Table("plain_runs", Columns.parse("family=job_name+job_id,started=began_at")),
            new Table("(SELECT * FROM plain_runs)", Columns.parse("family=job_name+gpus,submitted=queued_at")),
            new Table("split_runs", Columns.parse(SPLIT)),
            new Table("split_runs", Columns.parse(SPLIT + ",utilisation=high,default.accelerators=2,default.high=0")),
            new Table("split_runs", Columns.parse("time=seconds,utilisation=idle,unknown=low")),
            new Table("zoned_runs", Columns.DEFAULT),
            new Table(
                    "text_runs",
                    new Columns(Map.of(
                            "family",
                            "a \"job`s\" name",
                            "owner",
                            "who",
                            "type",
                            "kind",
                            "strip",
                            "-[0-9]+'\\.\\d*$"))));

    private static List<String> statements(Dialect dialect) throws SQLException {
        List<String> statements = new ArrayList<>();
        try (Connection connection = Warehouses.open("jdbc:h2:mem:")) {
            Warehouses.plain(connection, 0, 1);
            Warehouses.split(connection, 0, 1);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE zoned_runs(family VARCHAR, submitted TIMESTAMP WITH TIME ZONE,"
                        + " started DATE, ended TIMESTAMP WITH TIME ZONE)");
                statement.execute("CREATE TABLE text_runs(\"a \"\"job`s\"\" name\" VARCHAR, submitted VARCHAR, ended"
                        + " VARCHAR, utilisation VARCHAR, who INTEGER, kind VARCHAR)");
            }
            for (Table table : TABLES) {
                statements.add(Relation.question(table.sql()));
                Relation relation = Relation.of(connection, dialect, table.sql(), "test", table.columns());
                for (Instant from : List.of(Instant.EPOCH, START)) {
                    statements.addAll(statements(new RunSql(relation, from, from.equals(START) ? END : FAR, END)));
                }
            }
        }
        return statements;
    }

    private static List<String> statements(RunSql sql) {
        return List.of(
                sql.sums(10, false),
                sql.sums(10, true),
                sql.sums(Integer.MAX_VALUE, false),
                sql.days(),
                sql.bad(5),
                sql.runs());
    }

    @ParameterizedTest
    @EnumSource
    void eachStatementIsOneByTheGrammar(Grammar grammar) throws SQLException {
        List<String> statements = statements(grammar.dialect());

        assertThat(statements).hasSize(TABLES.size() * 13);
        for (String statement : statements) {
            assertThatCode(() -> grammar.parse(statement)).as(statement).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TRINO", "SPARK"})
    void soIsThatOfTheZone(Grammar grammar) {
        String statement = grammar.dialect().zoneStatement().orElseThrow();

        assertThatCode(() -> grammar.parse(statement)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenStatementIsNone(Grammar grammar) throws SQLException {
        List<String> bracketed = statements(grammar.dialect()).stream()
                .filter(statement -> statement.contains("("))
                .toList();

        assertThat(bracketed).hasSizeGreaterThan(TABLES.size() * 12);
        for (String statement : bracketed) {
            String broken = statement.replaceFirst("\\(", "");
            assertThatThrownBy(() -> grammar.parse(broken)).as(broken).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void namesInTheQuotesOfTheOtherAreNone() throws SQLException {
        String spark = statements(Dialect.SPARK).get(1);

        assertThat(spark).contains("`JOB_NAME`");
        assertThatThrownBy(() -> Grammar.TRINO.parse(spark)).hasMessageContaining("backquoted identifiers");
        assertThatThrownBy(() -> Grammar.SPARK.parse(statements(Dialect.TRINO).get(1)))
                .hasMessageContaining("\"JOB_NAME\"");
    }
}
