package dev.amdahl.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RewardExportTest {
    private static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);

    private static List<JsonNode> lines(ReportFixture fixture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int count = RewardExport.write(fixture.view(), out);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        assertThat(lines).hasSize(count).isNotEmpty();
        return lines;
    }

    @Test
    void noSecretOfAJobIsWritten() throws IOException {
        ReportFixture fixture = new ReportFixture();
        fixture.family("eval", Bottleneck.SYNC_STALL, .3);
        fixture.experiment("h1", "eval", ReportFixture.setting("token", "none", SECRET), HypothesisState.IN_REVIEW, .8);

        List<JsonNode> lines = lines(fixture);

        assertThat(lines).noneMatch(line -> line.toString().contains(SECRET));
        assertThat(lines.get(0).at("/hypothesis/settings/0/lever").asText()).isEqualTo("token");
    }

    @Test
    void eachHypothesisHasItsRewardAndItsPlaceAmongThoseOfItsFamily() throws IOException {
        List<JsonNode> lines = lines(ReportFixture.firstDay());

        assertThat(lines)
                .allSatisfy(line -> assertThat(line.fieldNames())
                        .toIterable()
                        .contains("hypothesis", "evidence", "comparison", "votes", "state", "reward", "advantage"));
        assertThat(lines).anyMatch(line -> line.get("reward").isNumber());
        assertThat(lines)
                .as("what was not measured has no reward of 0")
                .allSatisfy(line -> assertThat(line.get("reward").isNull())
                        .isEqualTo(line.get("advantage").isNull()));
    }
}
