package dev.amdahl.profilers.internal.stacks;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Why a thread was off its processor, by the names of its frames; a stack belongs to the first that fits, in the order here. */
enum WaitReason {
    /** A thread of the kernel that waits for work. */
    KERNEL_THREAD("ret_from_fork"),
    PAGE_FAULT("page_fault", "handle_mm_fault"),
    LOCK(
            "futex",
            "pthread_mutex",
            "pthread_cond",
            "sem_wait",
            "rwsem_down",
            "mutex_lock",
            "unsafe.park",
            "locksupport.park",
            "object.wait",
            "monitorenter"),
    POLL("poll_schedule_timeout", "ep_poll", "epoll_wait", "do_select", "do_sys_poll"),
    SLEEP("nanosleep", "thread.sleep", "msleep"),
    DISK(
            "io_schedule",
            "bit_wait_io",
            "wait_on_page",
            "wait_on_bit",
            "wait_on_buffer",
            "blkdev_",
            "jbd2_",
            "folio_wait",
            "nfs_wait"),
    PIPE_OR_SOCKET(
            "pipe_wait",
            "pipe_read",
            "pipe_write",
            "tty_read",
            "tty_write",
            "unix_stream",
            "sk_wait_data",
            "skb_wait",
            "tcp_recvmsg"),
    CHILD("do_wait"),
    /** Still runnable: another thread took the processor. */
    PREEMPTED("preempt_schedule", "exit_to_usermode", "exit_to_user_mode", "retint_user", "cond_resched"),
    OTHER;

    private static final List<String> SCHEDULER = List.of(
            "schedule",
            "__schedule",
            "__sched_text_start",
            "schedule_timeout",
            "io_schedule",
            "io_schedule_timeout",
            "schedule_hrtimeout_range",
            "schedule_hrtimeout_range_clock",
            "schedule_preempt_disabled",
            "finish_task_switch",
            "__switch_to",
            "__switch_to_asm");

    private final Pattern names;

    WaitReason(String... needles) {
        this.names = Names.any(needles);
    }

    /** Returns the counter of its seconds. */
    String counter() {
        return "off_cpu_" + name().toLowerCase(Locale.ROOT) + "_seconds";
    }

    /** Returns the reasons that one frame speaks for. */
    static Set<WaitReason> of(String frame) {
        String lower = frame.toLowerCase(Locale.ROOT);
        Set<WaitReason> reasons = EnumSet.noneOf(WaitReason.class);
        for (WaitReason reason : values()) {
            if (reason.names.matcher(lower).find()) {
                reasons.add(reason);
            }
        }
        return reasons;
    }

    /** Returns whether the frame is the scheduler's own, which stands innermost in every stack of a thread that waits. */
    static boolean isScheduler(String frame) {
        int offset = frame.indexOf("+0x");
        return SCHEDULER.contains(offset < 0 ? frame : frame.substring(0, offset));
    }
}
