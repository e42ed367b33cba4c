package dev.amdahl.llm.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import dev.amdahl.spi.InvalidInputException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts are reached, and at which addresses. */
final class AllowedHostsTest {
    private static final AllowedHosts.Names NAMES = host -> {
        InetAddress[] addresses = switch (host) {
            case "api.test" -> of("93.184.216.34");
            case "inner.test" -> of("10.1.2.3");
            case "both.test" -> of("127.0.0.1", "93.184.216.34");
            case "six.test" -> of("fd00::1");
            default -> throw new UnknownHostException(host);
        };
        return addresses;
    };

    private static InetAddress[] of(String... addresses) {
        return List.of(addresses).stream().map(InetAddresses::forString).toArray(InetAddress[]::new);
    }

    @Test
    void aNamedHostIsReachedAtItsPortOnly() throws ProxyRefusal {
        AllowedHosts hosts = AllowedHosts.of(List.of("API.test:443"), NAMES);
        assertThat(hosts.find(HostAndPort.fromString("api.TEST:443"))
                        .getAddress()
                        .getHostAddress())
                .isEqualTo("93.184.216.34");
        for (String other : List.of("api.test:80", "api.test", "api.test.:443", "93.184.216.34:443", "evil.test:443")) {
            assertThatThrownBy(() -> hosts.find(HostAndPort.fromString(other)))
                    .as(other)
                    .isInstanceOf(ProxyRefusal.class)
                    .hasMessageContaining("not one of the hosts");
        }
    }

    @Test
    void aNameThatLeadsInsideIsRefusedUnlessThatAddressIsNamed() throws ProxyRefusal {
        AllowedHosts hosts = AllowedHosts.of(List.of("inner.test:80", "both.test:80", "six.test:80"), NAMES);
        assertThatThrownBy(() -> hosts.find(HostAndPort.fromString("inner.test:80")))
                .hasMessageContaining("10.1.2.3");
        assertThatThrownBy(() -> hosts.find(HostAndPort.fromString("six.test:80")))
                .hasMessageContaining("fd00::1");
        assertThat(hosts.find(HostAndPort.fromString("both.test:80"))
                        .getAddress()
                        .getHostAddress())
                .isEqualTo("93.184.216.34");
        AllowedHosts more =
                AllowedHosts.of(List.of("inner.test:80", "10.1.2.3:80", "six.test:80", "[fd00::1]:80"), NAMES);
        assertThat(more.find(HostAndPort.fromString("inner.test:80"))
                        .getAddress()
                        .getHostAddress())
                .isEqualTo("10.1.2.3");
        assertThat(more.find(HostAndPort.fromString("six.test:80")).getPort()).isEqualTo(80);
        assertThat(more.find(HostAndPort.fromString("[fd00::1]:80")).getPort()).isEqualTo(80);
        assertThatThrownBy(() -> more.find(HostAndPort.fromString("10.1.2.3:81")))
                .isInstanceOf(ProxyRefusal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.0.0.1",
                "100.64.0.1",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "fe80::1",
                "fd00:ec2::254",
                "ff02::1",
                "2002:7f00:1::",
                "2001:0:7f00:1::",
                "64:ff9b::7f00:1",
                "::ffff:127.0.0.1"
            })
    void anAddressOfThisMachineOrItsNetworkIsNotPublic(String address) {
        assertThat(AllowedHosts.isPublic(InetAddresses.forString(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34", "172.15.0.1", "172.32.0.1", "11.0.0.1", "223.255.255.255", "2606:2800::1"})
    void otherAddressesAre(String address) {
        assertThat(AllowedHosts.isPublic(InetAddresses.forString(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.test", ":443", "https://api.test:443", "api.test:99999", "a:b:c"})
    void whatIsNoHostWithAPortIsRefused(String text) {
        assertThatThrownBy(() -> AllowedHosts.of(List.of(text), NAMES)).isInstanceOf(InvalidInputException.class);
    }
}
