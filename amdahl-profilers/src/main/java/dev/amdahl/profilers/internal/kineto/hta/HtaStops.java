package dev.amdahl.profilers.internal.kineto.hta;

/** HTA has no result here, or one that is not reproduced; the message is a clause that says which and why. */
final class HtaStops extends Exception {
    private static final long serialVersionUID = 1;

    HtaStops(String why) {
        super(why, null, false, false);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
