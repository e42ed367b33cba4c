package dev.amdahl.examples.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One page of Markdown. */
public record Page(Path file, List<String> lines) {
    /** The top of the repository; tests run in the folder of their module. */
    public static final Path ROOT =
            Path.of("").toAbsolutePath().resolveSibling(".").normalize();

    private static final String FENCE = "```";

    /**
     * A fenced block.
     *
     * @param place page and line of its fence
     * @param language what stands behind the fence; empty if nothing
     * @param before the last line above it that is not blank
     */
    public record Block(String place, String language, String text, String before) {
        /** Whether the page says that no test can hold it against the program, and why. */
        boolean isExcused() {
            return before.matches(".*[Nn]ot (compiled|read|run) (here|by a test)[:,;].*");
        }
    }

    /** The README and all pages of docs. */
    public static List<Page> all() {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Page read(Path file) {
        try {
            return new Page(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its path below the repository. */
    public String name() {
        return ROOT.relativize(file).toString();
    }

    /** Its fenced blocks. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String before = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(FENCE)) {
                int indent = lines.get(i).indexOf(FENCE);
                int end = i + 1;
                while (!lines.get(end).strip().equals(FENCE)) {
                    end++;
                }
                String text = String.join(
                        "\n",
                        lines.subList(i + 1, end).stream()
                                .map(inner -> inner.substring(Math.min(indent, inner.length())))
                                .toList());
                blocks.add(new Block(name() + ":" + (i + 1), line.substring(FENCE.length()), text + "\n", before));
                i = end;
            } else if (!line.isEmpty()) {
                before = line;
            }
        }
        return blocks;
    }

    /** The lines outside of fenced blocks. */
    public List<String> prose() {
        List<String> prose = new ArrayList<>();
        boolean fenced = false;
        for (String line : lines) {
            if (line.strip().startsWith(FENCE)) {
                fenced = !fenced;
            } else if (!fenced) {
                prose.add(line);
            }
        }
        return prose;
    }

    /** What a link may name behind {@code #}. */
    public List<String> anchors() {
        return prose().stream()
                .filter(line -> line.startsWith("#"))
                .map(Page::anchor)
                .toList();
    }

    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ *", "")
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
