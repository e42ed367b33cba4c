package dev.amdahl.core.internal.refine.kernel;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import dev.amdahl.spi.refine.Hack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a shared object asks for and brings along, as readelf tells it.
 *
 * @param sections names of its sections
 * @param needed symbols that others must define
 * @param defined symbols that it defines
 */
record SharedObject(Set<String> sections, Set<String> needed, Set<String> defined) {
    private static final Set<String> RUN_AT_LOAD =
            Set.of(".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors");

    private static final Splitter WORDS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

    static SharedObject read(CandidateSandbox enclosure, Path folder, String file) throws IOException {
        Command.Ended ended =
                Command.run(enclosure, List.of("readelf", "-W", "-S", "-s", file), folder, Optional.empty());
        if (ended.code() != 0) {
            throw new IOException("readelf of " + folder.resolve(file) + " failed: " + ended.text());
        }
        List<String> sections = new ArrayList<>();
        List<String> needed = new ArrayList<>();
        List<String> defined = new ArrayList<>();
        ended.text()
                .lines()
                .map(line -> line.replaceFirst("^\\s*\\[\\s*", "[").strip())
                .forEach(line -> {
                    List<String> words = WORDS.splitToList(line);
                    if (line.startsWith("[") && words.size() > 1) {
                        sections.add(words.get(1));
                    } else if (words.size() >= 8 && words.get(0).matches("\\d+:")) {
                        (words.get(6).equals("UND") ? needed : defined)
                                .add(words.get(7).replaceFirst("@.*", ""));
                    }
                });
        return new SharedObject(Set.copyOf(sections), Set.copyOf(needed), Set.copyOf(defined));
    }

    Optional<HackReport> complaint() {
        Optional<String> early = sections.stream().filter(RUN_AT_LOAD::contains).findFirst();
        if (early.isPresent()) {
            return Optional.of(new HackReport(
                    Hack.FORBIDDEN_CODE, "code would run when the kernel is loaded: section " + early.get()));
        }
        return Symbols.worst(needed, "calls", true).or(() -> Symbols.worst(defined, "replaces", false));
    }
}
