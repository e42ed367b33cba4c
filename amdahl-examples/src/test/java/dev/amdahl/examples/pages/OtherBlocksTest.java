package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.jobs.UsersFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Blocks of YAML, JSON, XML and shell: each is read by what will read it. */
final class OtherBlocksTest {
    private static final Set<String> LANGUAGES = Set.of("java", "yaml", "json", "xml", "sh", "");
    private static final Pattern SCHEMA = Pattern.compile("schemas/([a-z-]+)\\.schema\\.json");
    private static final String A_JOB = "jobs: [{family: f, command: [x]}]\n";

    @TempDir
    Path folder;

    private static List<Page.Block> blocks(String language) {
        List<Page.Block> blocks = Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.language().equals(language) && !block.isExcused())
                .toList();
        assertThat(blocks).as(language).isNotEmpty();
        return blocks;
    }

    @Test
    void everyBlockIsOfAKindThatIsChecked() {
        assertThat(Page.all().stream().flatMap(page -> page.blocks().stream()))
                .hasSizeGreaterThan(50)
                .allSatisfy(block -> assertThat(LANGUAGES).as(block.place()).contains(block.language()));
    }

    @Test
    void yamlIsReadByTheReaderOfItsFile() throws Exception {
        for (Page.Block block : blocks("yaml")) {
            Map<?, ?> keys = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(block.text());
            for (String path : List.of("notes", "data", "ideas", "src")) {
                Files.createDirectories(folder.resolve(path));
            }
            Files.writeString(folder.resolve("ideas/fuse.patch"), "--- a/src/x\n+++ b/src/x\n@@ -1 +1 @@\n-a\n+b\n");
            Path file = folder.resolve("file.yaml");
            if (keys.containsKey("apiVersion")) {
                assertThat(keys.containsKey("kind") && keys.containsKey("metadata"))
                        .as(block.place())
                        .isTrue();
            } else if (keys.containsKey("models") || keys.containsKey("outside")) {
                ModelsFile models = ModelsFile.read(Files.writeString(file, block.text()));
                assertThat(models.models().isEmpty() && models.outside().isEmpty())
                        .as(block.place())
                        .isFalse();
            } else if (keys.containsKey("users")) {
                Files.writeString(file, block.text());
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                assertThat(UsersFile.read(file).users()).as(block.place()).isNotEmpty();
            } else {
                String whole = keys.containsKey("jobs") ? block.text() : A_JOB + block.text();
                assertThat(JobsFile.read(Files.writeString(file, whole.replace("/opt/cuda", "/usr")))
                                .jobs())
                        .as(block.place())
                        .isNotEmpty();
            }
        }
    }

    /** The line above it links to its schema. */
    @Test
    void jsonFitsItsSchema() throws Exception {
        for (Page.Block block : blocks("json")) {
            Matcher schema = SCHEMA.matcher(block.before());
            assertThat(schema.find())
                    .as("%s names its schema above", block.place())
                    .isTrue();
            try (InputStream in =
                    Files.newInputStream(Page.ROOT.resolve("docs/schemas").resolve(schema.group(1) + ".schema.json"))) {
                assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                                .getSchema(in)
                                .validate(new ObjectMapper().readTree(block.text())))
                        .as(block.place())
                        .isEmpty();
            }
        }
    }

    @Test
    void xmlIsWellFormed() throws Exception {
        for (Page.Block block : blocks("xml")) {
            byte[] whole = ("<all>" + block.text() + "</all>").getBytes(StandardCharsets.UTF_8);
            assertThat(DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(new ByteArrayInputStream(whole))
                            .getDocumentElement()
                            .hasChildNodes())
                    .as(block.place())
                    .isTrue();
        }
    }

    @Test
    void shellLinesAreThoseOfAShell() throws Exception {
        for (Page.Block block : blocks("sh")) {
            Process shell = new ProcessBuilder("sh", "-n", "-c", block.text())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as("%s: %s", block.place(), said).isZero();
        }
    }
}
