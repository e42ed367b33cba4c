package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Makes clients that give up within seconds: from a kubeconfig, or inside a pod from its service account. */
final class Clients {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int REQUEST_MILLIS = 15_000;
    private static final int RETRIES = 1;

    private Clients() {}

    /** @throws InvalidInputException if the kubeconfig cannot be read */
    static KubernetesClient of(PluginContext context) {
        Optional<Path> file = context.setting("kubeconfig").map(Path::of);
        file.filter(path -> !Files.isReadable(path)).ifPresent(path -> {
            throw new InvalidInputException("kubernetes, setting kubeconfig", path + " cannot be read", "give another");
        });
        Config config;
        try {
            config = file.isPresent()
                    ? Config.fromKubeconfig(
                            context.setting("context").orElse(null), file.get().toFile())
                    : Config.autoConfigure(context.setting("context").orElse(null));
        } catch (KubernetesClientException e) {
            throw new InvalidInputException(
                    "kubernetes", "the kubeconfig cannot be used: " + OneLine.of(e.getMessage()), "correct it", e);
        }
        ConfigBuilder patient = new ConfigBuilder(config)
                .withConnectionTimeout(CONNECT_MILLIS)
                .withRequestTimeout(REQUEST_MILLIS)
                .withRequestRetryBackoffLimit(RETRIES);
        context.setting("namespace").ifPresent(patient::withNamespace);
        return new KubernetesClientBuilder().withConfig(patient.build()).build();
    }

    /** For messages: what was asked for, and whom. */
    static String place(String what, KubernetesClient client) {
        return what + " at " + client.getMasterUrl();
    }

    static String namespace(KubernetesClient client) {
        return Optional.ofNullable(client.getNamespace()).orElse("default");
    }
}
