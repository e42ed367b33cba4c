package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Idempotency keys and seeds: derived, never drawn, so that a cycle that lost its memory finds its own submissions. */
public final class Keys {
    private static final BaseEncoding BASE32 = BaseEncoding.base32().lowerCase().omitPadding();
    private static final int LENGTH = 26;

    private Keys() {}

    /** Returns the idempotency key of one attempt at a trial. */
    public static String trial(Fingerprint fingerprint, int set, int index, int attempt) {
        return key(fingerprint, set, index, attempt);
    }

    static String run(RunPurpose purpose, String family, String epoch, int index, int attempt) {
        return key(purpose, family, epoch, index, attempt);
    }

    /** Returns the key of a pair after a promotion, which is tried once. */
    public static String heldBack(String hypothesis, int index) {
        return key(RunPurpose.HELD_BACK, hypothesis, index);
    }

    /** Returns a seed that only depends on the parts. */
    public static long seed(Object... parts) {
        return Hashing.sha256().hashString(join(parts), UTF_8).asLong();
    }

    private static String key(Object... parts) {
        return BASE32.encode(Hashing.sha256().hashString(join(parts), UTF_8).asBytes())
                .substring(0, LENGTH);
    }

    private static String join(Object... parts) {
        return Arrays.stream(parts).map(String::valueOf).collect(Collectors.joining("|"));
    }
}
