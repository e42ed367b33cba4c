package dev.amdahl.core.testing.disk;

import java.io.IOException;

/** The disk took half of the bytes before it failed. */
final class HalfWritten extends IOException {
    private static final long serialVersionUID = 1L;

    HalfWritten(String message) {
        super(message);
    }
}
