package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.Availability;
import java.util.List;

/** Whether the client library is there; names its classes as text, so that nothing of it is loaded. */
final class ClientLibrary {
    private static final List<String> CLASSES = List.of(
            "io/fabric8/kubernetes/client/KubernetesClientBuilder.class",
            "io/fabric8/kubernetes/client/impl/KubernetesClientImpl.class",
            "META-INF/services/io.fabric8.kubernetes.client.http.HttpClient$Factory");

    private ClientLibrary() {}

    static Availability availability() {
        ClassLoader loader = ClientLibrary.class.getClassLoader();
        return CLASSES.stream().allMatch(name -> loader != null && loader.getResource(name) != null)
                ? Availability.ready()
                : Availability.unavailable(
                        "the Kubernetes client is not on the class path; add io.fabric8:kubernetes-client and"
                                + " io.fabric8:kubernetes-httpclient-jdk 7.8.0 (docs/kubernetes.md says how)");
    }
}
