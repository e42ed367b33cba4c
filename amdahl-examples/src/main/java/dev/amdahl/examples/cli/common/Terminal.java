package dev.amdahl.examples.cli.common;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** What this process's output goes to. */
public final class Terminal {
    private static final Path STREAMS = Path.of("/proc/self/fd");
    private static final String OUTPUT = "1";
    private static final String ERROR = "2";

    private Terminal() {}

    /** Returns whether somebody watches standard error, where progress is shown. */
    public static boolean isWatched() {
        return isTerminal(ERROR) && !isDumb();
    }

    /** Returns a remark for standard error: in lines that fit a terminal, and in one where that is none. */
    public static String remark(String text) {
        return isWatched() ? Width.ofTerminal().lines("amdahl: ", text) : "amdahl: " + text + System.lineSeparator();
    }

    /** Returns whether answers may have colours: on a terminal that knows them, unless {@code NO_COLOR} is set. */
    public static boolean hasColours() {
        return isTerminal(OUTPUT) && wantsColours();
    }

    /** Returns whether a terminal here may have colours. */
    static boolean wantsColours() {
        return System.getenv().getOrDefault("NO_COLOR", "").isEmpty() && !isDumb();
    }

    /** Returns whether standard error, in the locale's character set, can show more than ASCII. */
    public static boolean showsBlocks() {
        String locale = System.getProperty("native.encoding", "UTF-8");
        String set = System.getProperty("stderr.encoding", System.getProperty("sun.stderr.encoding", locale));
        return Charset.isSupported(set) && Charset.forName(set).newEncoder().canEncode('\u2588');
    }

    /** Returns how many characters a line of standard output has, by the shell's word or the terminal's; empty where neither says. */
    static OptionalInt columns() {
        return Columns.KNOWN;
    }

    /** Asked once: each question is a process. */
    private static final class Columns {
        static final OptionalInt KNOWN = known();
    }

    private static OptionalInt known() {
        OptionalInt told = number(System.getenv().getOrDefault("COLUMNS", ""));
        return told.isPresent() || !isTerminal(OUTPUT) ? told : asked();
    }

    private static OptionalInt asked() {
        try {
            Process size = new ProcessBuilder("stty", "size")
                    .redirectInput(STREAMS.resolve(OUTPUT).toRealPath().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return number(answer.strip().replaceFirst("^\\d+ ", ""));
        } catch (IOException unknown) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt number(String text) {
        return text.matches("[1-9]\\d{0,3}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private static boolean isDumb() {
        return "dumb".equals(System.getenv("TERM"));
    }

    private static boolean isTerminal(String stream) {
        try {
            String target = Files.readSymbolicLink(STREAMS.resolve(stream)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
