package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class CsvTest {
    private static final String ROWS = """
            {"rows": [{"job": "a, \\"b\\"", "hours": 1.25, "saved": {"low": null, "high": 2}, "why": ["x", "y"]},
                      {"job": "line\\nbreak", "late": true}]}""";

    private static String text(String... arguments) throws Exception {
        Csv csv = new Csv();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("csv", CommandLine.Model.CommandSpec.forAnnotatedObject(csv)))
                .parseArgs(arguments);
        return csv.of(Answer.of((ObjectNode) new ObjectMapper().readTree(ROWS), "for people"), "rows")
                .text();
    }

    @Test
    void rowsHaveAColumnForEachNameAndAreQuotedWhereTheyMustBe() throws Exception {
        assertThat(text("--csv")).isEqualTo("""
                job,hours,saved_low,saved_high,why,late
                "a, ""b""\",1.25,,2,x; y,
                "line
                break",,,,,true
                """);
    }

    @Test
    void withoutTheOptionItIsTheAnswer() throws Exception {
        assertThat(text()).isEqualTo("for people");
        assertThat(Csv.of(List.of(List.of("a", "b c")))).isEqualTo("a,b c\n");
    }
}
