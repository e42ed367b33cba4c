package dev.amdahl.spi.hypothesis;

import java.util.List;

/** What an advisor knows when it proposes. Will grow; implementations are immutable. */
public interface Briefing {

    /** The job and its levers. */
    JobSpec job();

    /** Where its seconds went. */
    Diagnosis diagnosis();

    /** Ideas that fit. */
    List<Idea> ideas();

    /** What was tried on this job before and how it ended, one line each. */
    List<String> history();
}
