package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An API server in memory that keeps objects, serves logs, counts calls, and fails on request. Has no controllers. Thread-safe. */
final class FakeCluster implements AutoCloseable {
    static final String NAMESPACE = "test";

    static final ResourceDefinitionContext WORKLOADS = new ResourceDefinitionContext.Builder()
            .withGroup("kueue.x-k8s.io")
            .withVersion("v1beta1")
            .withKind("Workload")
            .withPlural("workloads")
            .withNamespaced(true)
            .build();

    /** Held, so that its level lasts: it tells every call. */
    private static final Logger CHATTER = Logger.getLogger("io.fabric8.mockwebserver");

    /** Logs by pod. */
    final Map<String, String> logs = new ConcurrentHashMap<>();
    /** Every call since it was last cleared, as {@code GET /path}. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    final KubernetesClient client;

    private final KubernetesCrudDispatcher objects = new KubernetesCrudDispatcher();
    private final KubernetesMockServer server;
    private volatile Function<RecordedRequest, Optional<MockResponse>> fault = request -> Optional.empty();
    private volatile Function<RecordedRequest, Optional<MockResponse>> loss = request -> Optional.empty();

    FakeCluster() {
        CHATTER.setLevel(Level.WARNING);
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new ConcurrentHashMap<>(), new Front(), false);
        server.init();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(url())
                        .withNamespace(NAMESPACE)
                        .withRequestTimeout(60_000)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    String url() {
        return server.url("/");
    }

    /** Answers in the server's stead where the function gives an answer; null in it lets the call hang. */
    void fail(Function<RecordedRequest, Optional<MockResponse>> how) {
        fault = how;
    }

    /** Does what it is asked, and then gives this answer in place of its own. */
    void lose(Function<RecordedRequest, Optional<MockResponse>> how) {
        loss = how;
    }

    void heal() {
        fault = request -> Optional.empty();
        loss = request -> Optional.empty();
    }

    static MockResponse status(int code, String reason, String message) {
        return new MockResponse()
                .setResponseCode(code)
                .setHeader("Content-Type", "application/json")
                .setBody("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"" + reason
                        + "\",\"message\":\"" + message + "\",\"code\":" + code + "}");
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }

    private final class Front extends Dispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            String path = request.getPath();
            calls.add(request.getMethod() + " " + path);
            Optional<MockResponse> failed = fault.apply(request);
            if (failed.isPresent()) {
                return failed.get();
            }
            if (path.contains("/log?") || path.endsWith("/log")) {
                String pod = path.replaceFirst(".*/pods/([^/]+)/log.*", "$1");
                return logs.containsKey(pod)
                        ? new MockResponse().setResponseCode(200).setBody(logs.get(pod))
                        : status(404, "NotFound", "pods " + pod + " not found");
            }
            if (path.equals("/apis/kueue.x-k8s.io")) {
                return new MockResponse()
                        .setResponseCode(200)
                        .setBody(
                                "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"kueue.x-k8s.io\",\"versions\":["
                                        + "{\"groupVersion\":\"kueue.x-k8s.io/v1beta2\",\"version\":\"v1beta2\"},"
                                        + "{\"groupVersion\":\"kueue.x-k8s.io/v1beta1\",\"version\":\"v1beta1\"}],"
                                        + "\"preferredVersion\":{\"groupVersion\":\"kueue.x-k8s.io/v1beta1\",\"version\":\"v1beta1\"}}");
            }
            MockResponse answer = objects.dispatch(request);
            return loss.apply(request).orElse(answer);
        }
    }
}
