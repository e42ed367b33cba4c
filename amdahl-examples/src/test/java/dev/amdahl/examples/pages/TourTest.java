package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.cli.Main;
import dev.amdahl.spi.contract.Requires;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/tour.md} in an empty directory. What is the same each time is held against the page; the long test runs all of it, and holds the heads
 * of the other tables and their verdicts against it. It is rewritten by {@code -Damdahl.tour=write}.
 */
final class TourTest {
    private static final Path PAGE = Page.ROOT.resolve("docs/tour.md");
    private static final boolean WRITE = "write".equals(System.getProperty("amdahl.tour"));
    private static final Pattern NEXT =
            Pattern.compile("(?s)(?:`([\\w.]+)`[^`\n]*:\n\n)?```(\\w*)\n(.*?)```(?:\n\n```\n(.*?)```)?");
    private static final Pattern VERDICT =
            Pattern.compile("win, in review|win, promoted|\\brefuted\\b|\\bapproved [0-9a-f]{10}|export WORKERS='4'");

    @TempDir
    Path folder;

    @Test
    void whatIsTheSameEachTimeIsOnThePage() throws Exception {
        compare(WRITE);
    }

    @Test
    @Tag("long")
    void thePageIsWhatTheProgramDoes() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        compare(true);
    }

    private void compare(boolean whole) throws Exception {
        program();
        String page = Files.readString(PAGE);
        StringBuilder written = new StringBuilder();
        int compared = 0;
        int from = 0;
        for (Matcher next = NEXT.matcher(page); next.find(); from = next.end()) {
            written.append(page, from, next.start());
            if (next.group(1) != null) {
                Files.writeString(folder.resolve(next.group(1)), next.group(3));
                written.append(next.group());
            } else if (whole || isTheSameEachTime(next, whole)) {
                String printed = run(next.group(3));
                if (next.group(4) == null) {
                    written.append(next.group());
                } else if (!WRITE && !isTheSameEachTime(next, whole)) {
                    assertThat(gist(printed)).as(printed).isEqualTo(gist(next.group(4)));
                    written.append(next.group());
                } else {
                    written.append("```sh\n")
                            .append(next.group(3))
                            .append("```\n\n```\n")
                            .append(printed)
                            .append("```");
                    compared++;
                }
            } else {
                written.append(next.group());
            }
        }
        written.append(page.substring(from));
        if (WRITE) {
            Files.writeString(PAGE, written);
        }
        assertThat(compared).isPositive();
        assertThat(Files.readString(PAGE)).isEqualTo(written.toString());
    }

    private static boolean isTheSameEachTime(MatchResult block, boolean whole) {
        return block.group(3).contains(" scan ") || (whole && block.group(3).contains(" search "));
    }

    /** The first line without figures, and the verdicts: of one change each, in the order of the page. */
    private static List<String> gist(String printed) {
        String head = printed.lines().findFirst().orElse("");
        return Stream.concat(
                        Stream.of(head.replaceAll("[0-9a-f]{64}|\\d+", "N").replaceAll("[ -]+", " ")),
                        VERDICT.matcher(printed).results().map(MatchResult::group))
                .toList();
    }

    /** An {@code amdahl} of the classes under test. */
    private void program() throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path program = Files.writeString(
                bin.resolve("amdahl"),
                "#!/bin/sh\nexec '"
                        + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path") + "' "
                        + Main.class.getName() + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private String run(String script) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", script)
                .directory(folder.toFile())
                .redirectError(new File("/dev/null"));
        shell.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
        Process process = shell.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(script).isZero();
        return printed.replace(folder.toRealPath() + "/", "")
                .replaceAll("java -jar (\\S+/)?amdahl\\.jar", "amdahl")
                .replaceAll("(?m) +$", "");
    }
}
