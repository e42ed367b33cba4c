package dev.amdahl.spi;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Files that hold secrets by what they are called, and that no model and no report is shown. */
public final class PrivateFiles {
    private static final Set<String> FOLDERS =
            Set.of(".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".gcloud", ".password-store", "secrets");
    private static final Set<String> NAMES = Set.of(
            ".netrc",
            "_netrc",
            ".npmrc",
            ".pypirc",
            ".pgpass",
            ".my.cnf",
            ".htpasswd",
            ".envrc",
            ".git-credentials",
            "credentials",
            "kubeconfig",
            "authorized_keys",
            "known_hosts");
    private static final List<String> BEGINNINGS =
            List.of(".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "credentials.", "secret.", "secrets.");
    private static final List<String> ENDS = List.of(
            ".env", ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".gpg", ".asc", ".ppk", ".tfstate");

    private PrivateFiles() {}

    /** Returns whether a path, with {@code /} between folders, names such a file or leads through such a folder. */
    public static boolean isPrivate(String path) {
        List<String> parts = List.of(path.toLowerCase(Locale.ROOT).split("/"));
        String name = parts.get(parts.size() - 1);
        return parts.stream().anyMatch(FOLDERS::contains)
                || NAMES.contains(name)
                || BEGINNINGS.stream().anyMatch(name::startsWith)
                || ENDS.stream().anyMatch(name::endsWith);
    }
}
