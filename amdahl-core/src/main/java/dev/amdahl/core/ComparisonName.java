package dev.amdahl.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The name of a comparison, which only the same question has: the same commands and options, in the same folder, over programs of the same
 * content. In a ledger each decided comparison has a name of its own, so that asking again measures again; one that was cut off goes on.
 *
 * @param name of the question, without the number of its turn
 */
record ComparisonName(String name) {
    private static final int DIGITS = 12;

    /** As {@code trial.sh} takes it: a larger file is known by its size and its time. */
    private static final long MAX_READ_BYTES = 4L << 20;

    /**
     * @param folder where the commands run
     * @param commands the two
     * @param words what else was asked
     */
    static ComparisonName of(Path folder, List<String> commands, List<String> words) {
        MessageDigest digest = sha256();
        add(digest, folder.toString());
        words.forEach(word -> add(digest, word));
        for (String command : commands) {
            add(digest, command);
            for (String word : command.split("\\s+", -1)) {
                addProgram(digest, folder, word);
            }
        }
        return new ComparisonName(
                "ab-" + HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS));
    }

    private static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(UTF_8));
        digest.update((byte) 0);
    }

    /** A file that a word of a command names, by its content. */
    private static void addProgram(MessageDigest digest, Path folder, String word) {
        try {
            Path file = folder.resolve(word);
            if (word.isEmpty() || !Files.isRegularFile(file) || !Files.isReadable(file)) {
                return;
            }
            long bytes = Files.size(file);
            add(digest, bytes + " " + word);
            if (bytes <= MAX_READ_BYTES) {
                digest.update(Files.readAllBytes(file));
            } else {
                add(digest, Files.getLastModifiedTime(file).toString());
            }
        } catch (IOException | IllegalArgumentException noFile) {
            add(digest, "");
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Returns the newest comparison that answers this question, decided or not. */
    Optional<Dossier> newest(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> isOwn(dossier.hypothesis().family()))
                .reduce((earlier, later) -> later);
    }

    /** Returns the name for the next comparison: that of one that is not decided yet, else a new one. */
    String family(LedgerView view) {
        Optional<Dossier> newest = newest(view);
        if (newest.isEmpty()) {
            return name;
        }
        String family = newest.get().hypothesis().family();
        boolean isCutOff = isOpen(newest.get());
        int turn = family.equals(name) ? 1 : Integer.parseInt(family.substring(name.length() + 1));
        return isCutOff ? family : name + "." + (turn + 1);
    }

    /** Returns whether more is to be measured for it. */
    static boolean isOpen(Dossier dossier) {
        return switch (dossier.state()) {
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX, BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                true;
            default -> false;
        };
    }

    private boolean isOwn(String family) {
        return family.equals(name)
                || (family.startsWith(name + ".")
                        && family.substring(name.length() + 1).chars().allMatch(Character::isDigit));
    }
}
