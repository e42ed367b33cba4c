package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One lever moved from one value to another.
 *
 * @param lever the lever's name in the job
 * @param target what it sets: environment variable, argument, flag or resource
 * @param from the present value
 * @param to the proposed value
 */
public record LeverSetting(String lever, Target target, String from, String to) {

    /** The target that a lever sets. */
    public sealed interface Target {
        /** Returns what it is, for people, such as {@code variable WORKERS}. */
        String words();
    }

    /** An environment variable. */
    public record Environment(String variable) implements Target {
        @Override
        public String words() {
            return "variable " + variable;
        }
    }

    /** A word of the command, replaced wherever it stands alone. */
    public record Argument(String placeholder) implements Target {
        @Override
        public String words() {
            return "argument " + placeholder;
        }
    }

    /** A word of the command that is there or not, such as {@code --amp}: its values are {@value #ON} and {@value #OFF}. */
    public record Flag(String word) implements Target {
        /** It stands in the command: at its end, where it was not before. */
        public static final String ON = "on";

        /** It stands nowhere in the command. */
        public static final String OFF = "off";

        /** Returns its value in a command. */
        public String in(List<String> command) {
            return command.contains(word) ? ON : OFF;
        }

        @Override
        public String words() {
            return "flag " + word;
        }
    }

    /** The number of accelerators. */
    public record AcceleratorCount() implements Target {
        @Override
        public String words() {
            return "number of accelerators";
        }
    }

    /**
     * The limit of power of each accelerator while an arm runs, as in {@code 300 W}, or {@code 80 %} of the one that it has by default; it is
     * lowered before the arm and set back after it. Tried only where the policy of the loop allows it.
     */
    public record PowerCap() implements Target {
        /** The present value: whatever limit the accelerators have. */
        public static final String AS_IT_IS = "as it is";

        private static final Pattern LIMIT = Pattern.compile("[1-9]\\d{0,3} W|[1-9]\\d? %");

        /** Returns whether it is a value that can be set: whole watts, or whole per cent below 100. */
        public static boolean isLimit(String text) {
            return LIMIT.matcher(text).matches();
        }

        @Override
        public String words() {
            return "limit of power";
        }
    }

    /** The whole command, run by {@code sh -c}. */
    public record ShellCommand() implements Target {
        @Override
        public String words() {
            return "command";
        }
    }

    /** Nothing yet: the job declares no lever for what an idea asks for. */
    public record Undeclared() implements Target {
        @Override
        public String words() {
            return "no declared lever";
        }
    }
}
