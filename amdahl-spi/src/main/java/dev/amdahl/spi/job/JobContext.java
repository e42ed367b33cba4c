package dev.amdahl.spi.job;

import java.util.List;
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

    /** The network domains that its nodes lie in, such as {@code zone.rack.switch}, outermost first; empty if that is not known. */
    default List<String> topology() {
        return List.of();
    }

    /** Infrastructure tags such as rack, fabric or node pool. */
    Map<String, String> tags();
}
