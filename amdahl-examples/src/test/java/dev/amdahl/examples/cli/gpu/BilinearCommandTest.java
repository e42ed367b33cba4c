package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.common.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BilinearCommandTest {
    private static final int SEEDS = 3;

    @TempDir
    private Path folder;

    @Test
    void aSchemeIsFoundWrittenAndCheckedInAnotherProcess() throws Exception {
        Cli found =
                Cli.in(folder, "bilinear", "2x2x2", "--seconds", "20", "--seed", "3", "--out", "two.json", "--json");
        JsonNode json = found.json("bilinear");
        assertThat(found.code()).isZero();
        assertThat(found.err()).isEmpty();
        assertThat(json.path("rank").asInt()).isEqualTo(7);
        assertThat(json.path("known_rank").asInt()).isEqualTo(7);
        assertThat(json.path("exact").asBoolean()).isTrue();
        assertThat(json.path("seed").asInt()).isEqualTo(3);
        assertThat(json.path("flips").asLong()).isPositive();

        String file = folder.resolve("two.json").toString();
        Cli checked = Cli.here("bilinear", "--check", file, "--json");
        assertThat(checked.code()).isZero();
        assertThat(checked.json("bilinear").path("exact").asBoolean()).isTrue();
        assertThat(Cli.here("bilinear", "--check", file).out()).contains("2x2x2 over z: rank 7", "all equations hold");
        Cli.here("bilinear", "2x2x2", "--out", file).failsWith(2, "the file exists");
        Cli.here("bilinear", "2x2x2", "--out", file + "/none.json").failsWith(2, "its folder does not exist");
        Cli.here("bilinear", "2x2x2", "--threads", "100000").failsWith(2, "--threads", "give at most 1024");
    }

    @Test
    void anAlteredCoefficientIsFoundAndTheAnswerIsNo() throws IOException {
        Path file = written();
        ObjectNode scheme = SchemeJson.read(file).json();
        ((ArrayNode) scheme.at("/left/2")).set(1, 5);
        Files.writeString(file, Json.text(scheme));
        Cli checked = Cli.here("bilinear", "--check", file.toString(), "--json");
        assertThat(checked.code()).isOne();
        assertThat(checked.json("bilinear").path("exact").asBoolean()).isFalse();
        assertThat(checked.json("bilinear").path("wrong").asText()).contains("times into entry");
    }

    @Test
    void aDamagedFileIsNamedWithPlaceAndRemedy() throws IOException {
        Path file = written();
        String whole = Files.readString(file);
        check(file, whole.substring(0, whole.length() / 2), "is not JSON", "line ", "--out");
        check(file, whole + "x", "is not JSON");
        check(file, "[]", "/format", "is not text");
        check(file, whole.replace("2x2x2", "9x9x9"), "9x9x9", "3x3x3");
        check(file, whole.replace("\"z\"", "\"q\""), "/field", "write z or z2");
        check(file, whole.replaceFirst("-?1, ", ""), "has 3 coefficients", "give 4");
        check(file, whole.replaceFirst("-?1,", "0.5,"), "/left/", "not a small whole number");
        check(file, whole.replace("\"left\"", "\"lift\""), "/left", "is not a list");
        Cli.here("bilinear", "--check", folder.resolve("none").toString()).failsWith(2, "there is no such file");
    }

    private static void check(Path file, String text, String... words) throws IOException {
        Files.writeString(file, text);
        Cli.here("bilinear", "--check", file.toString(), "--json").failsWith(2, words);
    }

    @Test
    void wrongShapesAndOptionsAreUsageErrors() {
        Cli.here("bilinear").failsWith(2, "no shapes are given", "3x3x3");
        Cli.here("bilinear", "0x3x3").failsWith(2, "format '0x3x3'", "at most 64 entries");
        Cli.here("bilinear", "9x9x9").failsWith(2, "format '9x9x9'", "at most 64 entries");
        Cli.here("bilinear", "3x3").failsWith(2, "format '3x3'", "3x3x3");
        Cli.here("bilinear", "2x2x2", "--field", "q").failsWith(2, "--field: unknown field 'q'", "z or z2");
        Cli.here("bilinear", "2x2x2", "--seconds", "0").failsWith(2, "--seconds: was 0");
        Cli.here("bilinear", "2x2x2", "--threads", "0").failsWith(2, "--threads: was 0");
        Cli.here("bilinear", "--ab", "1").failsWith(2, "--ab: was 1");
        Cli.here("bilinear", "--ab", "64", "--pairs", "1").failsWith(2, "--pairs: was 1");
        Cli.here("bilinear", "--ab", "64", "--type", "fp8").failsWith(2, "unknown type 'fp8'", "bf16");
        Cli.here("bilinear", "--ab", "64", "--backend", "tpu").failsWith(2, "no backend is named 'tpu'", "cpu");
        Cli.here("bilinear", "2x2x2", "--rank", "0").failsWith(2, "--rank: was 0");
    }

    @Test
    void whatHoldsModuloTwoIsLiftedAndRunOrSaidToHoldThereOnly() throws IOException {
        boolean isLifted = false;
        boolean isNot = false;
        for (int seed = 1; seed <= SEEDS && !(isLifted && isNot); seed++) {
            String file = folder.resolve("three" + seed).toString();
            String number = Integer.toString(seed);
            Cli found = Cli.here("bilinear", "3x3x3", "--field", "z2", "--seed", number, "--out", file, "--json");
            JsonNode json = found.json("bilinear");
            assertThat(json.at("/run/equal").asBoolean()).isTrue();
            assertThat(json.at("/run/definition").asInt()).isEqualTo(27 * 27);
            assertThat(json.at("/run/multiplications").asInt())
                    .isEqualTo(json.path("rank").asInt() * json.path("rank").asInt());
            String checked =
                    Cli.here("bilinear", "--check", file, "--seed", number).out();
            if (json.path("lifts").asBoolean()) {
                isLifted = true;
                assertThat(checked).contains("lifts     yes", "run       over the integers", "equal to the definition");
            } else {
                isNot = true;
                assertThat(checked).contains("holds modulo 2 only", "run       modulo 2", "equal to the definition");
                Cli.here("bilinear", "--ab", "64", "--check", file, "--seed", number)
                        .failsWith(2, "holds modulo 2, and no lift", "--check runs this one modulo 2");
            }
        }
        assertThat(isLifted).isTrue();
    }

    @Test
    void alikeSchemesAreTimedAndTheFastestIsKept() throws IOException {
        Path kept = folder.resolve("fast.json");
        JsonNode json = Cli.here(
                        "bilinear",
                        "--by-time",
                        "40",
                        "--candidates",
                        "3",
                        "--levels",
                        "2",
                        "--out",
                        kept.toString(),
                        "--json")
                .json("bilinear-times");
        assertThat(json.path("backend").asText()).isEqualTo("cpu");
        assertThat(json.path("candidates")).hasSize(6);
        assertThat(json.at("/fastest/levels").asInt()).isEqualTo(2);
        assertThat(json.at("/scheme/format").asText()).isEqualTo("2x2x2");
        assertThat(Cli.here("bilinear", "--check", kept.toString()).code()).isZero();
        assertThat(Cli.here("bilinear", "--by-time", "24", "--candidates", "2").out())
                .contains("turns each beside the plain product", "kept       rank ", "fresh turns");
        Cli.here("bilinear", "--by-time", "1").failsWith(2, "--by-time: was 1");
        Cli.here("bilinear", "--by-time", "8", "--levels", "9").failsWith(2, "--levels: was 9");
    }

    @Test
    void aTableHoldsEveryFormatBesideWhatIsKnown() throws IOException {
        JsonNode json = Cli.here("bilinear", "--table", "--side", "3", "--seconds", "2", "--seed", "1", "--json")
                .json("bilinear-table");
        assertThat(json.path("rows")).hasSize(4);
        for (JsonNode row : json.path("rows")) {
            assertThat(row.path("run_equal").asBoolean()).isTrue();
            assertThat(row.path("rank_z2").asInt())
                    .isBetween(
                            row.path("known_rank_z2").asInt(),
                            row.path("standard_rank").asInt());
        }
        assertThat(json.at("/rows/0/rank_z").asInt()).isEqualTo(7);
        assertThat(Cli.here("bilinear", "--table", "--side", "2").out())
                .contains("processor s", "2x2x2   8           7         7      7         7");
    }

    @Test
    void whatIsFoundStandsInTheLedgerAndASecondSearchGoesOnFromIt() throws IOException {
        String ledger = folder.resolve("ledger").toString();
        String[] search = {"bilinear", "2x2x2", "--field", "z2", "--ledger", ledger, "--json"};
        assertThat(Cli.here(search).json("bilinear").path("rank").asInt()).isEqualTo(7);
        JsonNode again = Cli.here(search).json("bilinear");
        assertThat(again.path("rank").asInt()).isEqualTo(7);
        assertThat(again.path("flips").asLong()).isZero();
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isZero();
        assertThat(Cli.here("ledger", "log", "--ledger", ledger).out()).contains("Attempted");
    }

    private Path written() {
        Path file = folder.resolve("scheme.json");
        assertThat(Cli.here("bilinear", "2x2x2", "--out", file.toString()).code())
                .isZero();
        return file;
    }
}
