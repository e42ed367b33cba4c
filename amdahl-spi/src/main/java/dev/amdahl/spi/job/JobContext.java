package dev.amdahl.spi.job;

import java.util.Map;
import java.util.Optional;

/** What a host knows about a job beside its runs. Will grow; implementations are immutable. */
public interface JobContext {

    /** Who owns it. */
    Optional<String> owner();

    /** The revision of its code. */
    Optional<String> codeReference();

    /** Its service objective, in the owner's words. */
    Optional<String> objective();

    /** Infrastructure tags such as rack, fabric or node pool. */
    Map<String, String> tags();
}
