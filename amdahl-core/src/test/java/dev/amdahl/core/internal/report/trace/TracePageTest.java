package dev.amdahl.core.internal.report.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TracePageTest {
    private static final String HOSTILE = "</script><script>alert(1)</script><!-- \u2028 &amp; \" '";

    @Test
    void pageHoldsLanesCardsAndTables() throws IOException {
        JsonNode data = data(page(new TracePage("trace.json", "two lanes", LaneFixture.timeline())
                .card("busy", "50.0 %")
                .table(new PageTable(
                        "Classes", List.of("class", "seconds"), Set.of(1), List.of(List.of("A", "1")), List.of()))));

        assertThat(data.at("/span_ns").asLong()).isEqualTo(1_000);
        assertThat(data.at("/lanes")).hasSize(2);
        assertThat(data.at("/lanes/0/name").asText()).isEqualTo("device 0 stream 7");
        assertThat(data.at("/lanes/0/rows/0/s").toString()).isEqualTo("[0,600]");
        assertThat(data.at("/lanes/0/rows/0/d").toString()).isEqualTo("[400,400]");
        assertThat(data.at("/cards/0/value").asText()).isEqualTo("50.0 %");
        assertThat(data.at("/tables/0/rows/0/1").asText()).isEqualTo("1");
        assertThat(data.at("/overview")).isNotEmpty();
    }

    @Test
    void aStripLiesBelowItsLane() throws IOException {
        var timeline = LaneFixture.timeline();
        Strip idle = new Strip("why idle");
        idle.add(400, 600, Shade.of(Activity.SYNC), "sync drain");

        JsonNode data = data(
                page(new TracePage("t", "", timeline).strip(timeline.lanes().get(0), idle)));

        assertThat(data.at("/lanes")).hasSize(3);
        assertThat(data.at("/lanes/1/name").asText()).isEqualTo("why idle");
        assertThat(data.at("/lanes/1/joined").asBoolean()).isTrue();
    }

    @Test
    void whatLaunchedDeviceWorkLiesBelowIt() throws IOException {
        WrittenTimeline written = new WrittenTimeline();
        Track device = new Track(Activity.Side.DEVICE, 0, "device 0 stream 7");
        Track host = new Track(Activity.Side.HOST, -1, "thread 1");
        written.add(host, new Interval(Activity.HOST_CODE, "aten::mm", 0, 100, -1));
        written.add(host, new Interval(Activity.LAUNCH, "cudaLaunchKernel", 10, 20, 1));
        written.add(host, new Interval(Activity.LAUNCH, "cudaLaunchKernel", 30, 40, 2));
        written.add(host, new Interval(Activity.HOST_CODE, "aten::add", 110, 150, -1));
        written.add(host, new Interval(Activity.LAUNCH, "cudaLaunchKernel", 120, 130, 3));
        written.add(device, new Interval(Activity.KERNEL, "gemm", 200, 300, 1));
        written.add(device, new Interval(Activity.KERNEL, "split", 310, 350, 2));
        written.add(device, new Interval(Activity.KERNEL, "sum", 400, 450, 3));

        JsonNode data = data(page(new TracePage("t", "", written.whole(1))));

        assertThat(data.at("/lanes/1/name").asText()).isEqualTo("operators of device 0 stream 7");
        assertThat(data.at("/lanes/1/rows/0/d").toString()).isEqualTo("[150,50]");
        assertThat(data.at("/lanes/1/rows/0/n"))
                .extracting(name -> data.at("/names/" + name.asInt()).asText())
                .containsExactly("aten::mm", "aten::add");
    }

    @Test
    void textOfATraceCannotLeaveThePage() throws IOException {
        String page = page(new TracePage(HOSTILE, HOSTILE, LaneFixture.timeline(HOSTILE)).lead(HOSTILE));

        assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("\u2028");
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(data(page).at("/title").asText()).isEqualTo(HOSTILE);
    }

    private static String page(TracePage page) throws IOException {
        StringWriter out = new StringWriter();
        page.write(out);
        return out.toString();
    }

    private static JsonNode data(String page) throws IOException {
        String start = "id=\"trace\">";
        int from = page.indexOf(start) + start.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }
}
