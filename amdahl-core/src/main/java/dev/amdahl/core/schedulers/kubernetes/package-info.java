/** Trials as Jobs of a Kubernetes cluster, and its pods with accelerators as a fleet. The one package that uses the client library. */
@NullMarked
package dev.amdahl.core.schedulers.kubernetes;

import org.jspecify.annotations.NullMarked;
