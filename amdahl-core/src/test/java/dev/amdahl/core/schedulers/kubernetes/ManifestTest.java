package dev.amdahl.core.schedulers.kubernetes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The manifests of docs/kubernetes, read as the types that were generated from the published schema. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ManifestTest {
    private static final Path MANIFEST = Path.of("..", "docs", "kubernetes", "loop.yaml");

    private String text = "";
    private List<HasMetadata> objects = List.of();

    @BeforeAll
    void read() throws IOException {
        text = Files.readString(MANIFEST);
        objects = objects(text);
    }

    private static List<HasMetadata> objects(String yaml) {
        return Stream.of(yaml.split("(?m)^---$", -1))
                .map(one -> (HasMetadata) new KubernetesSerialization().unmarshal(one))
                .toList();
    }

    private <T> List<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The pods of every object that has a template of them. */
    private List<PodSpec> pods() throws Exception {
        List<PodSpec> found = new ArrayList<>();
        for (HasMetadata object : objects) {
            if (List.of("Deployment", "StatefulSet").contains(object.getKind())) {
                Object spec = read(object, "spec");
                Object template = spec == null ? null : read(spec, "template");
                found.add((PodSpec) requireNonNull(template == null ? null : read(template, "spec")));
            }
        }
        return found;
    }

    private static @Nullable Object read(Object bean, String name) throws Exception {
        for (PropertyDescriptor property : properties(bean)) {
            if (property.getName().equals(name)) {
                return property.getReadMethod().invoke(bean);
            }
        }
        return null;
    }

    private List<Container> containers() throws Exception {
        return pods().stream().flatMap(pod -> pod.getContainers().stream()).toList();
    }

    /** The fields of an object and of all within it that its type does not have. */
    static List<String> unknown(@Nullable Object value) throws Exception {
        List<String> found = new ArrayList<>();
        if (value instanceof Collection<?> many) {
            for (Object one : many) {
                found.addAll(unknown(one));
            }
        } else if (value instanceof KubernetesResource) {
            for (PropertyDescriptor property : properties(value)) {
                Object held = property.getReadMethod() == null
                        ? null
                        : property.getReadMethod().invoke(value);
                if (property.getName().equals("additionalProperties") && held instanceof Map<?, ?> more) {
                    more.keySet().forEach(key -> found.add(value.getClass().getSimpleName() + "." + key));
                } else {
                    found.addAll(unknown(held));
                }
            }
        }
        return found;
    }

    private static PropertyDescriptor[] properties(Object bean) throws IntrospectionException {
        return Introspector.getBeanInfo(bean.getClass(), Object.class).getPropertyDescriptors();
    }

    @Test
    void everyFieldIsOneOfItsType() throws Exception {
        assertThat(objects).extracting(HasMetadata::getKind).contains("Role", "StatefulSet", "Deployment");
        assertThat(unknown(objects)).isEmpty();
        assertThat(unknown(objects(text.replace("readOnlyRootFilesystem", "readOnlyRoot"))))
                .as("what is misspelled is seen")
                .contains("SecurityContext.readOnlyRoot");
    }

    @Test
    void nothingRunsAsRootOrWritesItsImageOrHoldsATokenThatItDoesNotNeed() throws Exception {
        assertThat(pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        });
        assertThat(containers()).hasSize(3).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getResources().getLimits()).containsKey("memory");
            assertThat(container.getLivenessProbe()).isNotNull();
            assertThat(container.getVolumeMounts())
                    .anyMatch(mount -> mount.getMountPath().equals("/tmp"));
        });
        assertThat(containers())
                .filteredOn(container -> container.getVolumeMounts().stream()
                        .anyMatch(mount -> mount.getMountPath().contains("serviceaccount")))
                .extracting(Container::getName)
                .containsExactly("loop");
    }

    @Test
    void thePasswordIsASecretAndNothingIsReachedFromOutside() throws Exception {
        assertThat(all(Secret.class)).as("made by a command, never a file").isEmpty();
        assertThat(containers().stream().flatMap(container -> container.getEnv().stream()))
                .filteredOn(variable -> variable.getName().equals("PGPASSWORD"))
                .hasSize(2)
                .extracting(EnvVar::getValueFrom)
                .allMatch(from -> from.getSecretKeyRef().getName().equals("amdahl-database"));
        assertThat(all(Service.class))
                .extracting(service -> service.getSpec().getType())
                .containsExactly("ClusterIP");
        assertThat(containers()).allSatisfy(container -> {
            assertThat(container.getPorts()).allMatch(port -> port.getHostPort() == null);
            assertThat(container.getArgs()).noneMatch(word -> word.startsWith("--listen"));
        });
        assertThat(objects)
                .filteredOn(object -> object.getKind().equals("NetworkPolicy"))
                .hasSize(2);
    }
}
