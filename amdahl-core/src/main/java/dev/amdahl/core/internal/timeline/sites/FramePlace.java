package dev.amdahl.core.internal.timeline.sites;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place that a frame's text names. Read are {@code train.py(120): step}, {@code train.py:120 step}, {@code step (train.py:120)},
 * {@code File "train.py", line 120, in step}, {@code dev.acme.Trainer.step(Trainer.java:88)}, {@code Trainer.java:88} and
 * {@code dev.acme.Trainer.step:88}.
 *
 * @param path the file with {@code /} between folders, as the frame has it
 * @param line from 1
 * @param function the function's own name, without class and file; empty text where the frame does not tell
 */
record FramePlace(String path, int line, String function) {
    private static final int MAX_LENGTH = 1024;
    private static final Pattern KINETO = Pattern.compile("([^()]+\\.py)\\((\\d{1,8})\\): ?(.*)");
    private static final Pattern TRACEBACK = Pattern.compile("File \"([^\"]+)\", line (\\d{1,8})(?:, in (.*))?");
    private static final Pattern IN_BRACKETS = Pattern.compile("([^()]*?) ?\\(([^():]+\\.[A-Za-z]+):(\\d{1,8})\\)");
    private static final Pattern COLON = Pattern.compile(
            "([^:]+\\.(?:py|java|scala|kt|c|cc|cpp|cxx|h|hpp|cu|cuh|rs|go)):(\\d{1,8})(?:[: ] *(?:in )?(.*))?");
    private static final Pattern METHOD = Pattern.compile("([\\w.$/]+)\\.([\\w$<>]+):(\\d{1,8})");

    /** Returns the place; empty where the text names none. */
    static Optional<FramePlace> of(String frame) {
        String text = frame.length() > MAX_LENGTH ? "" : frame.strip().replace('\\', '/');
        Matcher kineto = KINETO.matcher(text);
        if (kineto.matches()) {
            return place(kineto.group(1), kineto.group(2), kineto.group(3));
        }
        Matcher traceback = TRACEBACK.matcher(text);
        if (traceback.matches()) {
            return place(traceback.group(1), traceback.group(2), traceback.group(3));
        }
        Matcher brackets = IN_BRACKETS.matcher(text);
        if (brackets.matches()) {
            return place(inPackage(brackets.group(1), brackets.group(2)), brackets.group(3), brackets.group(1));
        }
        Matcher colon = COLON.matcher(text);
        if (colon.matches()) {
            return place(colon.group(1), colon.group(2), colon.group(3));
        }
        Matcher method = METHOD.matcher(text);
        return method.matches()
                ? place(classFile(method.group(1)), method.group(3), method.group(2))
                : Optional.empty();
    }

    private static Optional<FramePlace> place(String path, String line, @Nullable String function) {
        int number = Integer.parseInt(line);
        String name = function == null ? "" : simple(function.strip());
        return path.isBlank() ? Optional.empty() : Optional.of(new FramePlace(path, Math.max(1, number), name));
    }

    /** {@code dev.acme.Trainer.step} in {@code Trainer.java} lies in {@code dev/acme/Trainer.java}. */
    private static String inPackage(String qualified, String file) {
        int method = qualified.lastIndexOf('.');
        int type = method < 0 ? -1 : qualified.lastIndexOf('.', method - 1);
        return file.endsWith(".py") || file.contains("/") || type < 0
                ? file
                : qualified.substring(0, type).replace('.', '/') + "/" + file;
    }

    private static String classFile(String type) {
        int nested = type.indexOf('$');
        return (nested < 0 ? type : type.substring(0, nested)).replace('.', '/') + ".java";
    }

    /** Returns the last part of a qualified name; of a lambda the method that it stands in. */
    private static String simple(String function) {
        String last = function.substring(function.lastIndexOf('.') + 1);
        if (!last.startsWith("lambda$")) {
            return last;
        }
        String rest = last.substring("lambda$".length());
        int number = rest.indexOf('$');
        return number < 0 ? rest : rest.substring(0, number);
    }

    /** Returns whether the frame's function can be the one that the source shows there; what stands in angle brackets may be any. */
    boolean isIn(String sourceFunction) {
        return function.isEmpty() || function.startsWith("<") || function.equals(simple(sourceFunction));
    }
}
