package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What HTA says of a job, in its key names, units and rounding.
 *
 * @param json an object with the keys that HTA has a result for; changes to what this gives do not change the report
 * @param findings sentences: where HTA has no result, and where it stands apart from what is right
 */
public record HtaReport(ObjectNode json, List<String> findings) {
    public HtaReport {
        json = json.deepCopy();
        findings = List.copyOf(findings);
    }

    @Override
    public ObjectNode json() {
        return json.deepCopy();
    }
}
