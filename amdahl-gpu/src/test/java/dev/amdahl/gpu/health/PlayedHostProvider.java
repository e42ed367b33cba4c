package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.spi.Availability;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** As many devices as a test asks for, each the processor, but for what it makes one do wrong. */
public final class PlayedHostProvider implements ComputeBackendProvider {
    static final String NAME = "played-host";
    /** How many there are. */
    static final String DEVICES = "amdahl.gpu.played.devices";
    /** What one does wrong: {@code wrong}, {@code lost}, {@code hangs}, {@code refused}, {@code dies}, with its number, or {@code slow} with two. */
    static final String FAULT = "amdahl.gpu.played.fault";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return System.getProperty(DEVICES) == null
                ? Availability.unavailable("no devices are played")
                : Availability.ready();
    }

    @Override
    public boolean isAccelerated() {
        return false;
    }

    @Override
    public int devices() {
        return Integer.getInteger(DEVICES, 0);
    }

    @Override
    public ComputeBackend open() {
        return open(0);
    }

    @Override
    public ComputeBackend open(int device) {
        if (does("refused", device)) {
            throw new DeviceException(DeviceException.Fault.OTHER, "in exclusive mode");
        }
        return new Played(device);
    }

    private static boolean does(String what, int device) {
        return System.getProperty(FAULT, "").equals(what + " " + device);
    }

    private static final class Played extends FaultyBackend {
        private final int number;

        Played(int number) {
            this.number = number;
        }

        @Override
        void afterProduct(int n, DeviceBuffer<?> product) {
            if (n != 2) {
                return;
            }
            if (does("wrong", number)) {
                flip(product, 7, 3);
            } else if (does("lost", number)) {
                throw new DeviceException(DeviceException.Fault.LOST, "fallen off the bus");
            } else if (does("dies", number)) {
                Runtime.getRuntime().halt(134);
            } else if (does("hangs", number)) {
                // As deaf to an interrupt as a driver.
                while (true) {
                    LockSupport.parkNanos(Duration.ofHours(1).toNanos());
                }
            }
        }

        @Override
        public boolean isPeer(ComputeBackend other) {
            return true;
        }

        @Override
        public <A> void copy(ComputeBackend other, DeviceBuffer<A> from, DeviceBuffer<A> to) {
            // All links take the same time, whatever the machine does besides.
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            if (other instanceof Played source
                    && System.getProperty(FAULT, "").equals("slow " + source.number + " " + number)) {
                LockSupport.parkNanos(Duration.ofMillis(400).toNanos());
            }
            super.copy(other, from, to);
        }
    }
}
