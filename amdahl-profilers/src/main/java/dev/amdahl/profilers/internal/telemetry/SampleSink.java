package dev.amdahl.profilers.internal.telemetry;

/** Takes samples as a format reads them. */
interface SampleSink {

    /** Begins a sample of a device; false when there is no more room. */
    boolean begin(String device, long timeNanos);

    /** Puts a value into the device's newest sample; NaN was not measured, and an impossible one is left out and counted. */
    void put(String device, Reading reading, double value);

    /** Counts something that is no sample. */
    void leaveOut(String what);
}
