package dev.amdahl.examples.embed;

import java.time.Instant;

/**
 * One entry of the in-house queue.
 *
 * @param id unique
 * @param family the recurring workload
 * @param owner who asked for it
 * @param accelerators how many it holds
 * @param submitted when it was queued
 * @param script a shell script
 */
public record QueuedJob(String id, String family, String owner, int accelerators, Instant submitted, String script) {}
