package dev.amdahl.examples.cli;

/** The `amdahl` command line; without arguments it runs `quickstart`. Not thread-safe. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        String command = arguments.length == 0 ? "quickstart" : arguments[0];
        System.out.println("amdahl " + command);
    }
}
