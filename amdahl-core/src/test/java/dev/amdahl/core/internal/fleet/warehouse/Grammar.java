package dev.amdahl.core.internal.fleet.warehouse;

import io.trino.sql.parser.SqlParser;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;
import org.jspecify.annotations.Nullable;

/**
 * What warehouses that no test can start take for a statement: Trino, Athena, which is Trino, and Spark by the parsers that they are made
 * of, the others by one that knows many.
 */
enum Grammar {
    TRINO(Dialect.TRINO) {
        @Override
        void parse(String sql) {
            new SqlParser().createStatement(sql);
        }
    },
    ATHENA(Dialect.ATHENA) {
        @Override
        void parse(String sql) {
            TRINO.parse(sql);
        }
    },
    BIGQUERY(Dialect.BIGQUERY) {
        @Override
        void parse(String sql) {
            // No name there holds a backtick.
            parseByOneOfMany(sql.replace("``", ""));
        }
    },
    SNOWFLAKE(Dialect.SNOWFLAKE) {
        @Override
        void parse(String sql) {
            parseByOneOfMany(sql);
        }
    },
    REDSHIFT(Dialect.REDSHIFT) {
        @Override
        void parse(String sql) {
            parseByOneOfMany(sql);
        }
    },
    SPARK(Dialect.SPARK) {
        @Override
        void parse(String sql) {
            SqlBaseLexer lexer = new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(sql)));
            SqlBaseParser parser = new SqlBaseParser(new CommonTokenStream(lexer));
            lexer.removeErrorListeners();
            lexer.addErrorListener(REFUSAL);
            parser.removeErrorListeners();
            parser.addErrorListener(REFUSAL);
            parser.singleStatement();
        }
    };

    private static void parseByOneOfMany(String sql) {
        try {
            CCJSqlParserUtil.parse(sql, parser -> parser.withBackslashEscapeCharacter(true));
        } catch (JSQLParserException e) {
            throw new ParseCancellationException(e);
        }
    }

    private static final BaseErrorListener REFUSAL = new BaseErrorListener() {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object symbol,
                int line,
                int column,
                String problem,
                @Nullable RecognitionException cause) {
            throw new ParseCancellationException("line " + line + ":" + column + " " + problem, cause);
        }
    };

    private final Dialect dialect;

    Grammar(Dialect dialect) {
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    /** Throws if it is no statement. */
    abstract void parse(String sql);
}
