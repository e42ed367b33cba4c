package dev.amdahl.core.internal.workspace;

/**
 * What a patch does to one file.
 *
 * @param path relative to the repository
 * @param kind what happens to it
 */
record PatchFile(String path, Kind kind) {
    enum Kind {
        CREATED,
        CHANGED,
        DELETED
    }
}
