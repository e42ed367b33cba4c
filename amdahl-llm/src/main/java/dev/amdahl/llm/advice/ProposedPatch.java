package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes a patch as a model writes it; what it touches is examined where it is built. */
final class ProposedPatch {
    private static final int MAX_CHARACTERS = 64 << 10;

    /** Two lines: a removed line may begin like one of them. */
    private static final Pattern HEADER =
            Pattern.compile("^--- ([^\\r\\n]+)\\n\\+\\+\\+ ([^\\r\\n]+)\\n@@ ", Pattern.MULTILINE);

    private ProposedPatch() {}

    /** @throws Fault if it is too long or names no file */
    static PatchChange of(String diff) throws Fault {
        Fault.unless(diff.length() <= MAX_CHARACTERS, "its patch has over " + MAX_CHARACTERS + " characters");
        Fault.unless(UTF_8.newEncoder().canEncode(diff), "its patch holds half a character");
        Set<String> paths = new TreeSet<>();
        HEADER.matcher(diff)
                .results()
                .flatMap(header -> Stream.of(header.group(1), header.group(2)))
                .map(String::strip)
                .filter(path -> !path.equals("/dev/null"))
                .map(path -> path.startsWith("a/") || path.startsWith("b/") ? path.substring(2) : path)
                .forEach(paths::add);
        Fault.unless(!paths.isEmpty(), "its patch names no file");
        return new PatchChange(diff.endsWith("\n") ? diff : diff + "\n", List.copyOf(paths));
    }
}
