package dev.amdahl.core.internal.schedulers.slurmcommands;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.job.Accelerators;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One job within the JSON of {@code squeue} or {@code sacct}, of any generation. */
final class JobJson {
    private JobJson() {}

    /** Empty without a number and a time of submission: not a job. */
    static Optional<SlurmJob> of(JsonNode job) {
        List<String> states = texts(job.has("job_state") ? job.path("job_state") : job.at("/state/current"));
        Phase phase = Phase.of(states);
        Optional<Instant> submitted = time(job, "submit_time", "/time/submission");
        if (submitted.isEmpty() || number(job.path("job_id")).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SlurmJob(
                id(job),
                number(job.path("job_id")).orElse(0L).toString(),
                job.path("name").asText(),
                first(job, "user_name", "user", "/association/user"),
                states,
                first(job, "state_reason", "/state/reason"),
                submitted.get(),
                phase.hasStarted() ? time(job, "start_time", "/time/start") : Optional.empty(),
                phase.hasEnded() ? time(job, "end_time", "/time/end") : Optional.empty(),
                exit(job.path("exit_code")),
                number(job.path("restart_cnt")).orElse(0L).intValue(),
                accelerators(job),
                new SlurmJob.Place(
                        job.path("cluster").asText(),
                        job.path("partition").asText(),
                        job.path("account").asText(),
                        first(job, "working_directory", "current_working_directory"),
                        first(job, "submit_line", "command"),
                        job.path("qos").asText(),
                        HostList.names(job.path("nodes").asText())),
                SlurmJob.Use.UNKNOWN));
    }

    /** Returns a number, plain or as an object that says whether it is set. */
    static Optional<Long> number(JsonNode value) {
        if (value.isObject()) {
            return value.path("set").asBoolean() && !value.path("infinite").asBoolean()
                    ? number(value.path("number"))
                    : Optional.empty();
        }
        return value.isIntegralNumber() && value.canConvertToLong() ? Optional.of(value.longValue()) : Optional.empty();
    }

    private static List<String> texts(JsonNode value) {
        List<String> texts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> texts.add(each.asText()));
        } else if (value.isTextual()) {
            texts.add(value.asText());
        }
        return texts;
    }

    private static String first(JsonNode job, String... places) {
        for (String place : places) {
            JsonNode value = place.startsWith("/") ? job.at(place) : job.path(place);
            if (value.isTextual()) {
                return value.asText();
            }
        }
        return "";
    }

    private static Optional<Instant> time(JsonNode job, String queued, String accounted) {
        return number(job.has(queued) ? job.path(queued) : job.at(accounted)).flatMap(EpochTime::of);
    }

    /** Of {@code squeue} 22.05 the raw wait status; else the code and the signal by themselves. */
    private static Optional<ExitStatus> exit(JsonNode exit) {
        if (exit.isIntegralNumber()) {
            return Optional.of(ExitStatus.ofWaitStatus(exit.intValue()));
        }
        JsonNode signal = exit.path("signal");
        Optional<Long> number = number(signal.has("id") ? signal.path("id") : signal.path("signal_id"));
        return number(exit.path("return_code"))
                .map(code -> new ExitStatus(code.intValue(), number.orElse(0L).intValue()));
    }

    private static String id(JsonNode job) {
        JsonNode array = job.has("array") ? job.path("array") : job;
        Optional<Long> leader = number(
                        array.has("job_id") && job.has("array") ? array.path("job_id") : array.path("array_job_id"))
                .filter(id -> id > 0);
        Optional<Long> task = number(job.has("array") ? array.path("task_id") : array.path("array_task_id"));
        String tasks = first(job, "array_task_string", "/array/task");
        if (leader.isPresent() && task.isPresent()) {
            return leader.get() + "_" + task.get();
        }
        return leader.isPresent() && !tasks.isEmpty()
                ? leader.get() + "_[" + tasks + "]"
                : number(job.path("job_id")).orElse(0L).toString();
    }

    private static Optional<Accelerators> accelerators(JsonNode job) {
        int nodes = number(job.has("node_count") ? job.path("node_count") : job.path("allocation_nodes"))
                .orElse(1L)
                .intValue();
        int tasks = number(job.path("tasks")).orElse(1L).intValue();
        return GpuCount.ofTres(job.path("tres_alloc_str").asText(), 1)
                .or(() -> GpuCount.ofTres(tres(job.at("/tres/allocated")), 1))
                .or(() -> GpuCount.ofDetails(texts(job.path("gres_detail"))))
                .or(() -> GpuCount.ofTres(job.path("tres_per_job").asText(), 1))
                .or(() -> GpuCount.ofTres(job.path("tres_per_node").asText(), nodes))
                .or(() -> GpuCount.ofTres(job.path("tres_per_task").asText(), tasks))
                .or(() -> GpuCount.ofTres(job.path("tres_req_str").asText(), 1))
                .or(() -> GpuCount.ofTres(tres(job.at("/tres/requested")), 1));
    }

    /** Returns the list of {@code sacct} in the words of the others. */
    private static String tres(JsonNode list) {
        StringBuilder text = new StringBuilder();
        list.forEach(each -> text.append(each.path("type").asText())
                .append('/')
                .append(each.path("name").asText())
                .append('=')
                .append(number(each.path("count")).orElse(0L))
                .append(','));
        return text.toString();
    }
}
