package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LiveBlockTest {
    @Test
    void whatIsSaidStandsAboveTheBlockAndTheBlockLeavesNothing() {
        StringWriter out = new StringWriter();
        LiveBlock block = new LiveBlock(new PrintWriter(out), 10);

        block.show(List.of("one", "a line that is longer"));
        block.say("news\n");
        block.show(List.of("two"));
        block.close();

        String eraseTwo = "\u001b[2A\u001b[J";
        String both = "one\na line th\n";
        assertThat(out.toString())
                .isEqualToNormalizingNewlines(
                        both + eraseTwo + "news\n" + both + eraseTwo + "two\n" + "\u001b[1A\u001b[J");
    }
}
