package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ArmRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** SHA-256 by file: declared outputs under their own paths, what lies under AMDAHL_OUTPUT as {@code AMDAHL_OUTPUT/path}. */
final class OutputDigests {
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final String FOLDER = "AMDAHL_OUTPUT";

    private OutputDigests() {}

    static Map<String, String> read(NodeRecord node, ArmRequest arm, List<String> notes) {
        Map<String, String> digests = new TreeMap<>();
        for (int i = 0; i < arm.outputs().size(); i++) {
            String path = arm.outputs().get(i);
            Optional<String> digest = node.text(arm.name() + ".digest." + i)
                    .filter(text -> SHA_256.matcher(text).matches());
            digest.ifPresent(text -> digests.put(path, text));
            if (digest.isEmpty()) {
                String why = node.text(arm.name() + ".too_long." + i)
                        .map(bytes -> bytes + " bytes take longer to read than the arm's time limit and 3 s")
                        .orElse("not written, or not a regular file");
                notes.add(Notes.line("output " + path + " not digested: " + why));
            }
        }
        node.text(arm.name() + ".output_too_long")
                .ifPresent(any ->
                        notes.add(FOLDER + " not digested: it takes longer to read than the arm's time limit and 3 s"));
        node.text(arm.name() + ".output_all").ifPresent(text -> digests.put(FOLDER, text));
        node.text(arm.name() + ".output").ifPresent(list -> readList(list, digests));
        return digests;
    }

    private static void readList(String base64, Map<String, String> digests) {
        String list = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        for (String line : list.split("\0", -1)) {
            if (line.length() > 66) {
                digests.put(FOLDER + "/" + line.substring(66).replaceFirst("^\\./", ""), line.substring(0, 64));
            }
        }
    }
}
