package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerTest {
    @Test
    void noTextSteersATerminal() throws Exception {
        StringWriter out = new StringWriter();
        String build = "reason   \u001b[01m\u001b[Kdensity.c:3:\u001b[m \u001b[1;31merror:\u001b[0m x\n"
                + "\tback\rdone \u001b]0;title\u0007 \u009b2J \u202egnp \u001b[2J";

        Answer.of(Json.object(), build).print(new PrintWriter(out), false, false);

        assertThat(out.toString())
                .isEqualToNormalizingNewlines("reason   density.c:3: error: x\n\tback?done ?]0;title? ?2J ?gnp ?[2J\n");
    }

    @ParameterizedTest
    @CsvSource({"Broken pipe, true", "No space left on device, false"})
    void aReaderThatHasEnoughIsNoError(String cause, boolean isClosed) {
        OutputStream out = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(cause);
            }
        };

        assertThat(Answer.isClosedPipe(out)).isEqualTo(isClosed);
    }

    @Test
    void onlyAVerdictAtTheBeginningOfALineHasAColour() throws Exception {
        String text = "WIN\nwarn  load\nfail: x\nreason  WIN ok\nWINDOW\n";
        StringWriter coloured = new StringWriter();
        StringWriter json = new StringWriter();

        Answer.of(Json.object().put("a", "WIN"), text).print(new PrintWriter(coloured), false, true);
        Answer.of(Json.object().put("a", "WIN"), text).print(new PrintWriter(json), true, true);

        assertThat(coloured.toString()).isEqualToNormalizingNewlines("""
                        \u001b[32mWIN\u001b[0m
                        \u001b[33mwarn\u001b[0m  load
                        \u001b[31mfail\u001b[0m: x
                        reason  WIN ok
                        WINDOW
                        """);
        assertThat(json.toString()).doesNotContain("\u001b");
    }
}
