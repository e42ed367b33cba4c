package dev.amdahl.core.testing.simulation;

/** A simulated process has died; an error of its machine, so that nothing in the loop takes it for a failure that it may handle. */
final class SimulatedCrash extends VirtualMachineError {
    private static final long serialVersionUID = 1L;

    SimulatedCrash(String where) {
        super("simulated crash at " + where);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
