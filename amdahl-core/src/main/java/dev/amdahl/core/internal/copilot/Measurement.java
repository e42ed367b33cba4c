package dev.amdahl.core.internal.copilot;

/**
 * What to measure where advice would have no evidence.
 *
 * @param subject the family or trace; empty text where there is none yet
 * @param what is missing
 * @param why it is wanted
 * @param command what to run, with names in capitals to fill in
 */
public record Measurement(String subject, String what, String why, String command) {}
