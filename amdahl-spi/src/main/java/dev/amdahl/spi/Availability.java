package dev.amdahl.spi;

/** Tells whether a plugin can work here, and if not, why. */
public sealed interface Availability {

    /** The plugin can be created. */
    static Availability ready() {
        return new Ready();
    }

    /** The plugin cannot be created here, for the given reason. */
    static Availability unavailable(String reason) {
        return new Unavailable(reason);
    }

    /** Returns whether the plugin can be created. */
    boolean isReady();

    /** Returns why not; empty text when ready. */
    String reason();

    /** Ready to be created. */
    record Ready() implements Availability {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public String reason() {
            return "";
        }
    }

    /** Not usable here. */
    record Unavailable(String reason) implements Availability {
        @Override
        public boolean isReady() {
            return false;
        }
    }
}
