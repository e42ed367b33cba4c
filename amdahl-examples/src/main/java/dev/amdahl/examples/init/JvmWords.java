package dev.amdahl.examples.init;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a {@code java} command that are for the virtual machine: its collector, and the size of its heap. Immutable. */
final class JvmWords {
    private static final Pattern COLLECTORS =
            Pattern.compile("-XX:\\+(Use(?:Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC)");
    private static final Pattern HEAP = Pattern.compile("-Xmx([0-9]+)([kKmMgG]?)");

    private final List<Word> all = new ArrayList<>();

    /**
     * One word.
     *
     * @param name by which templates look for it
     * @param value its part that may be another
     * @param before what stands before that
     * @param after what stands behind
     * @param rival the variable that would say the same
     */
    record Word(String name, String value, String before, String after, String rival) {
        String text() {
            return with(value);
        }

        String with(String other) {
            return before + other + after;
        }
    }

    JvmWords(List<String> command) {
        boolean isJava = !command.isEmpty() && command.get(0).matches("(.*/)?java");
        for (int i = 1; isJava && i < command.size() && command.get(i).startsWith("-"); i++) {
            Matcher collector = COLLECTORS.matcher(command.get(i));
            Matcher heap = HEAP.matcher(command.get(i));
            if (collector.matches()) {
                all.add(new Word("jvm-collector", collector.group(1), "-XX:+", "", "JAVA_TOOL_OPTIONS"));
            } else if (heap.matches()) {
                all.add(new Word("jvm-heap", heap.group(1), "-Xmx", heap.group(2), "JDK_JAVA_OPTIONS"));
            } else if (command.get(i).matches("-cp|-classpath|--class-path|-p|--module-path|--add-modules")) {
                i++;
            } else if (command.get(i).matches("-jar|-m|--module")) {
                return;
            }
        }
    }

    List<Word> all() {
        return all;
    }
}
