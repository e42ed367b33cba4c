package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What single jobs ask of a real cluster of three nodes. */
@Tag("nodes")
final class SlurmJobSettingsTest extends SlurmFixture {

    @Test
    void aJobAsksForWhatItNeeds() {
        SlurmScheduler scheduler = context().with("sbatch", "--cpus-per-task=1").scheduler();
        WorkerRunId run = scheduler.submit(Batch.of("own", "sleep 0.1; echo $SLURM_CPUS_PER_TASK")
                .asking(Map.of(
                        "slurm.exclusive", "",
                        "slurm.tasks-per-node", "2",
                        "slurm.cpus-per-task", "3",
                        "slurm.exclude", "n1,n3",
                        "other.account", "passed over")));

        await(scheduler, run, RunStatus.DONE);

        assertThat(shown("own"))
                .contains(" NodeList=n2 ", "ExcNodeList=n[1,3]", "NumTasks=2", "CPUs/Task=3", "OverSubscribe=NO");
        assertThat(read("own", "a/stdout")).isEqualTo("3\n");
    }

    @Test
    void whatTheClusterDoesNotHaveIsSaidInOneLine() {
        SlurmScheduler scheduler = open();
        Map<String, String> wanting = Map.of("reservation", "nosuch", "constraint", "nosuch", "partition", "nosuch");
        wanting.forEach((name, value) -> assertThatThrownBy(() ->
                        scheduler.submit(Batch.of("wanting-" + name, "true").asking(Map.of("slurm." + name, value))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sbatch refused it")
                .hasMessageNotContaining("\n"));
    }

    @Test
    void whatIsNoSettingIsRefusedBeforeAnythingIsWritten() {
        SlurmScheduler scheduler = open();
        assertThatThrownBy(() -> scheduler.submit(Batch.of("unknown", "true").asking(Map.of("slurm.wrap", "rm"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("wrap is not known")
                .hasMessageContaining("container-image");
        assertThatThrownBy(() -> scheduler.submit(Batch.of("unknown", "true").asking(Map.of("slurm.account", "a; b"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("account is 'a; b'");
        assertThatThrownBy(() ->
                        scheduler.submit(Batch.of("unknown", "true").asking(Map.of("slurm.container-mounts", "/a:/a"))))
                .hasMessageContaining("add container-image");
        assertThat(trial("unknown")).doesNotExist();
    }

    @Test
    void severalHostsAreAvoided() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("wish", "true").avoiding("n1", "n2.example.org"));
        await(scheduler, run, RunStatus.DONE);
        assertThat(shown("wish")).contains(" NodeList=n3 ", "ExcNodeList=n[1-2]");
    }

    @Test
    @Tag("long")
    void hostsStayExcludedWhenTheWishForOthersIsDropped() throws IOException {
        SlurmScheduler strict =
                context().with("avoid-patience", "0s").with("exclude", "n1").scheduler();
        Path go = place.resolve("go");
        WorkerRunId holder = strict.submit(Batch.of("holder", "until [ -e '" + go + "' ]; do sleep 0.05; done")
                .holding("h200", 4)
                .asking(Map.of("slurm.exclude", "n3")));
        awaitStart("holder");
        WorkerRunId waiting =
                strict.submit(Batch.of("waiting", "true").holding("h200", 4).avoiding("n3"));
        await(strict, waiting, RunStatus.QUEUED);
        awaitTrue("the wish to be dropped", () -> {
            status(strict, waiting);
            return !Files.exists(trial("waiting").resolve("avoiding"));
        });
        await(strict, waiting, RunStatus.DONE);
        Files.createFile(go);
        await(strict, holder, RunStatus.DONE);
        assertThat(shown("holder")).contains(" NodeList=n2 ");
        assertThat(shown("waiting")).contains(" NodeList=n3 ", "ExcNodeList=n1");
    }

    /** Stands in for the plugin pyxis: notes what a container would be, and starts what comes after on the node itself. */
    @Test
    void aCommandRunsInTheContainerThatItsJobNames() throws IOException {
        Path folder = Files.createDirectory(place.resolve("bin"));
        program(folder.resolve("srun"), """
                for word; do
                  shift
                  case $word in --container-*) echo "$word" >>'%s/containers' ;; *) set -- "$@" "$word" ;; esac
                done
                exec '%s' "$@"
                """.formatted(place, Requires.program("srun")));
        for (String name : new String[] {"sbatch", "squeue", "scancel", "scontrol", "sacct"}) {
            program(
                    folder.resolve(name),
                    "PATH='" + folder + "':$PATH; export PATH; exec '" + Requires.program(name) + "' \"$@\"\n");
        }
        SlurmScheduler scheduler = context().with("bin", folder.toString()).scheduler();
        WorkerRunId run = scheduler.submit(Batch.of("contained", "echo $AMDAHL_NODE of $AMDAHL_NODES; sleep 0.1")
                .asking(Map.of(
                        "slurm.container-image", "nvcr.io#nvidia/pytorch:26.01-py3",
                        "slurm.container-mounts", "/data:/data:ro")));

        await(scheduler, run, RunStatus.DONE);

        assertThat(scheduler.collect(run).arms()).allMatch(ArmResult::isSuccess);
        assertThat(read("contained", "a/stdout")).isEqualTo("0 of 1\n");
        assertThat(place.resolve("containers"))
                .content()
                .contains(
                        "--container-image=nvcr.io#nvidia/pytorch:26.01-py3\n",
                        "--container-mounts=" + trial("contained") + ":" + trial("contained") + ",/data:/data:ro\n",
                        "--container-workdir=" + trial("contained").resolve("a/run") + "\n")
                .hasLineCount(6);
    }

    private static void program(Path file, String lines) throws IOException {
        TrialFolder.write(file, "#!/bin/sh\n" + lines);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String shown(String key) {
        return cluster.call("scontrol", "show", "job", read(key, "job").strip()).replace('\n', ' ');
    }
}
