# Hands one trial to Slurm, once. Runs under a lock that it keeps when whoever started it dies, so that nobody else submits meanwhile.
# Arguments: the trial's folder; "again" if Slurm was asked and knows of no earlier attempt, else nothing; sbatch and its options.
here=$1 again=$2
shift 2
[ ! -e "$here/job" ] || exit 0
if [ -e "$here/attempt" ] && [ -z "$again" ]; then exit 76; fi
date +%s >"$here/attempt" || exit 77
job=$("$@" </dev/null) || exit 1
printf '%s\n' "$job" >"$here/job.$$" && mv -f "$here/job.$$" "$here/job" || exit 78
