package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.DeviceException;
import java.util.Locale;

/** The device's clock and the host's say different things of the same work, however often it is looked at. */
final class ClocksDisagreeException extends DeviceException {
    private static final long serialVersionUID = 1L;

    ClocksDisagreeException(double device, double host) {
        super(
                Fault.OTHER,
                String.format(
                        Locale.ROOT,
                        "%.4g s by the events of the device and %.4g s by the clock of the host, synchronised before and after;"
                                + " they must agree to a tenth",
                        device,
                        host));
    }
}
