package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What tells a cluster from others without a call or a right: the address of its API and the certificate of its authority, since inside
 * pods many clusters have the same address.
 */
final class ClusterIdentity {
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    private ClusterIdentity() {}

    /** Empty for an address of this host without an authority: a proxy, which may lead to another cluster tomorrow. */
    static Optional<String> of(Config config) {
        String address = config.getMasterUrl();
        Optional<String> authority = authority(config).map(ResultLine::digest);
        boolean isProxy = authority.isEmpty()
                && HERE.contains(String.valueOf(URI.create(address).getHost()));
        return isProxy
                ? Optional.empty()
                : Optional.of(address + authority.map(digest -> " " + digest).orElse(""));
    }

    private static Optional<byte[]> authority(Config config) {
        Optional<String> given = Optional.ofNullable(config.getCaCertData()).filter(data -> !data.isBlank());
        if (given.isPresent()) {
            return given.map(data -> data.strip().getBytes(StandardCharsets.UTF_8));
        }
        Optional<Path> file = Optional.ofNullable(config.getCaCertFile())
                .filter(name -> !name.isBlank())
                .map(Path::of);
        try {
            return file.isPresent() ? Optional.of(Files.readAllBytes(file.get())) : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
