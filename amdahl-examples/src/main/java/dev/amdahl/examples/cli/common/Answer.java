package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a command has to say: for programs, for people, and by exit code.
 *
 * @param json one document; missing where everything was said already
 * @param text some lines for people
 * @param exitCode 0, or 1 when the answer is no
 */
public record Answer(JsonNode json, String text, int exitCode) {
    private static final Pattern VERDICT = Pattern.compile(
            "(?m)^(?:(?<good>ok|WIN)|(?<open>warn|EQUIVALENT|INCONCLUSIVE|INSUFFICIENT)|(?<bad>fail|damaged|LOSS|REFUTED|INVALID))(?=[\\s:]|$)");

    private static final String GREEN = "\u001b[32m";

    private static final String YELLOW = "\u001b[33m";

    private static final String RED = "\u001b[31m";

    private static final String PLAIN = "\u001b[0m";

    public static Answer of(JsonNode json, String text) {
        return new Answer(json, text, ExitCode.DONE.code());
    }

    /** Returns one that may be no. */
    public static Answer of(JsonNode json, String text, boolean isYes) {
        return new Answer(json, text, (isYes ? ExitCode.DONE : ExitCode.NO).code());
    }

    /** Prints it, the text without what would steer a terminal but its own colours, and gives the exit code. */
    public int print(PrintWriter out, boolean isJson, boolean isColoured) throws IOException {
        if (!json.isMissingNode()) {
            String plain = isJson ? Json.text(json) : Words.printable(text).stripTrailing();
            out.println(isColoured && !isJson ? painted(plain) : plain);
        }
        out.flush();
        if (out.checkError() && !isClosedPipe(new FileOutputStream(FileDescriptor.out))) {
            throw new IOException("standard output cannot be written");
        }
        return exitCode;
    }

    /** Returns whether who reads has enough, as {@code head} has: no error. Asked for only where writing failed, as writers keep the cause. */
    static boolean isClosedPipe(OutputStream out) {
        try {
            out.write('\n');
            out.flush();
            return false;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("Broken pipe");
        }
    }

    /** A verdict that begins a line, in the colour of what it means. */
    private static String painted(String text) {
        return VERDICT.matcher(text).replaceAll(found -> colour((Matcher) found) + found.group() + PLAIN);
    }

    private static String colour(Matcher found) {
        return found.group("good") != null ? GREEN : found.group("open") != null ? YELLOW : RED;
    }
}
