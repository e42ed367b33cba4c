/** What bpftrace and the tools of bcc print: histograms, counts and stacks, as text among prose or as JSON. */
@NullMarked
package dev.amdahl.profilers.internal.bpf;

import org.jspecify.annotations.NullMarked;
