"""Reads one trace with Holistic Trace Analysis and makes the breakdowns that `trace --json` makes.

    PYTHONPATH=HTA_SOURCE python3 trace_with_hta.py FILE
"""

import contextlib
import io
import json
import sys

from hta.trace_analysis import TraceAnalysis


def main(file):
    with contextlib.redirect_stdout(io.StringIO()):
        analysis = TraceAnalysis(trace_files={0: file}, trace_dir="")
        tables = {
            "temporal_breakdown": analysis.get_temporal_breakdown(visualize=False),
            "idle_time_breakdown": analysis.get_idle_time_breakdown(ranks=[0], visualize=False)[0],
            "gpu_kernel_breakdown": analysis.get_gpu_kernel_breakdown(visualize=False)[1],
            "comm_comp_overlap": analysis.get_comm_comp_overlap(visualize=False),
            "queue_length_summary": analysis.get_queue_length_summary(ranks=[0]),
            "cuda_kernel_launch_stats": analysis.get_cuda_kernel_launch_stats(ranks=[0], visualize=False)[0],
        }
    print(json.dumps({name: len(table) for name, table in tables.items()}))


if __name__ == "__main__":
    main(sys.argv[1])
