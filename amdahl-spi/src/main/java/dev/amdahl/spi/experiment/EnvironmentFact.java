package dev.amdahl.spi.experiment;

/** A fact about the environment of an arm, as text that is only compared for equality. An unreadable fact is absent. */
public enum EnvironmentFact {
    /** CPU frequency governors in use, sorted. */
    GOVERNOR,
    /** {@code locked} if every clock that can be read was held by a setting, {@code unlocked} if one was not. */
    CLOCKS,
    /** The nice value that the command starts with. */
    PRIORITY,
    /** CPU quotas of the control group and of those around it, innermost first. */
    CPU_LIMIT,
    /** Memory limits of the control group and of those around it, innermost first. */
    MEMORY_LIMIT,
    /** Processors that it may run on. */
    CPUS_ALLOWED,
    /** Memory nodes that it may use. */
    MEMORY_NODES_ALLOWED,
    /** The kernel's overcommit policy. */
    OVERCOMMIT,
    /** The kernel's release. */
    KERNEL,
    /** {@code virtual} or {@code physical}. */
    MACHINE,
    /** The network domain of the node, outermost first, such as {@code zone.rack.switch}: {@code AMDAHL_TOPOLOGY}, or Slurm's. */
    TOPOLOGY,
    /** The hosts of a job on several nodes, in the order of its nodes. */
    NODES,
    /** The accelerators' driver. */
    DRIVER,
    /** The visible accelerators' models, sorted. */
    ACCELERATOR_MODELS,
    /** The visible accelerators' identities, sorted: equal only on one allocation. */
    ACCELERATOR_IDS,
    /** The accelerators' power limits in watts, sorted. */
    POWER_LIMIT,
    /** A digest of the files that the command names, before it ran. */
    PROGRAM,
    /** The same after it ran. */
    PROGRAM_AFTER,
    /** A digest of the files that neither the build nor the run of a variant may change, before it ran. */
    HARNESS,
    /** The same after it ran. */
    HARNESS_AFTER,
    /** Which limit of its sandbox ended the arm, or had to do with its bad end. */
    SANDBOX_LIMIT
}
