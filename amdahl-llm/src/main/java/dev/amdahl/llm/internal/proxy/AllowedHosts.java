package dev.amdahl.llm.internal.proxy;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import dev.amdahl.spi.InvalidInputException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts and ports may be reached, as the operator wrote them, and at which of their addresses: a name that leads into this machine or
 * its network is refused unless that very address was named too. Immutable and thread-safe.
 */
public final class AllowedHosts {
    private static final int FORBIDDEN = 403;
    private static final int BAD_GATEWAY = 502;

    /** First addresses and lengths of networks of version 4 that are not of the public internet. */
    private static final List<String> NOT_PUBLIC = List.of(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            // Where Azure tells a machine about itself.
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "224.0.0.0/3");
    /** Of version 6 only 2000::/3 is public, without what carries an address of version 4 in it: Teredo and 6to4. */
    private static final List<String> PUBLIC_6 = List.of("2000::/3");

    private static final List<String> NOT_PUBLIC_6 = List.of("2001::/32", "2002::/16");

    private final Set<HostAndPort> named;
    private final Names names;

    /** Finds the addresses of a name. */
    @FunctionalInterface
    public interface Names {
        /** The names of this machine. */
        Names SYSTEM = InetAddress::getAllByName;

        /** Returns its addresses, at least one. */
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private AllowedHosts(Set<HostAndPort> named, Names names) {
        this.named = named;
        this.names = names;
    }

    /**
     * Returns these alone.
     *
     * @param hosts each with its port, such as {@code api.example.org:443}; an address allows names to lead to it
     * @throws InvalidInputException if one is no host with a port
     */
    public static AllowedHosts of(Collection<String> hosts, Names names) {
        return new AllowedHosts(
                hosts.stream().map(AllowedHosts::parsed).collect(Collectors.toUnmodifiableSet()), names);
    }

    private static HostAndPort parsed(String text) {
        try {
            HostAndPort host = HostAndPort.fromString(text.toLowerCase(Locale.ROOT));
            if (host.hasPort() && !host.getHost().isEmpty()) {
                return host;
            }
        } catch (IllegalArgumentException malformed) {
            throw wrong(text, malformed);
        }
        throw wrong(text, null);
    }

    private static InvalidInputException wrong(String text, @Nullable Exception cause) {
        return new InvalidInputException(
                "host '" + text + "'", "is not a host with its port", "write it like api.example.org:443", cause);
    }

    /** Returns these and one more. */
    AllowedHosts and(HostAndPort host) {
        Set<HostAndPort> more = new HashSet<>(named);
        more.add(HostAndPort.fromString(host.toString().toLowerCase(Locale.ROOT)));
        return new AllowedHosts(Set.copyOf(more), names);
    }

    /**
     * Returns the address to call, which was looked up once: whoever calls it cannot be led elsewhere by another answer of the name's server.
     *
     * @throws ProxyRefusal if it may not be called
     */
    InetSocketAddress find(HostAndPort asked) throws ProxyRefusal {
        String host = asked.getHost().toLowerCase(Locale.ROOT);
        if (!asked.hasPort()
                || !named.contains(HostAndPort.fromString(asked.toString().toLowerCase(Locale.ROOT)))) {
            throw new ProxyRefusal(FORBIDDEN, asked + " is not one of the hosts and ports that it may reach");
        }
        if (InetAddresses.isInetAddress(host)) {
            return new InetSocketAddress(InetAddresses.forString(host), asked.getPort());
        }
        InetAddress[] addresses;
        try {
            addresses = names.addresses(host);
        } catch (UnknownHostException unknown) {
            throw new ProxyRefusal(BAD_GATEWAY, asked + " has no address");
        }
        return Arrays.stream(addresses)
                .filter(address -> isPublic(address) || isNamed(address, asked.getPort()))
                .map(address -> new InetSocketAddress(address, asked.getPort()))
                .findFirst()
                .orElseThrow(() -> new ProxyRefusal(
                        FORBIDDEN,
                        asked + " leads to " + InetAddresses.toAddrString(addresses[0])
                                + ", in this machine or its network; name that address with the port to allow it"));
    }

    private boolean isNamed(InetAddress address, int port) {
        return named.contains(HostAndPort.fromParts(InetAddresses.toAddrString(address), port));
    }

    static boolean isPublic(InetAddress address) {
        return address instanceof Inet4Address
                ? !isIn(address, NOT_PUBLIC)
                : isIn(address, PUBLIC_6) && !isIn(address, NOT_PUBLIC_6);
    }

    private static boolean isIn(InetAddress address, List<String> networks) {
        return networks.stream().anyMatch(network -> isIn(address.getAddress(), network));
    }

    private static boolean isIn(byte[] address, String network) {
        int slash = network.indexOf('/');
        byte[] first = InetAddresses.forString(network.substring(0, slash)).getAddress();
        int bits = Integer.parseInt(network.substring(slash + 1));
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((address[bit / 8] & mask) != (first[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
