"""Compares two revisions by `amdahl ab` and says the answer in one comment of a pull request.

All it is told comes from the environment, as action.yml sets it. It ends as `ab` does: 0, 1 where what is required does not
hold, 2 for wrong input. A forge that refuses or hangs is a warning: the answer is in the log and the summary all the same.
Needs git, Python 3.8 and nothing else.
"""

import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request

# What a forge takes for one comment, less room for the lines around it.
MOST_CHARACTERS = 60_000
MOST_PAGES = 30

# What a job tells its own steps, and the code of a pull request has no use for.
KEPT_BACK = ("AB_", "ACTIONS_", "GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "GITHUB_TOKEN")


class WrongInput(Exception):
    pass


def told(name, default=""):
    return os.environ.get(name, "").strip() or default


def warn(text):
    """One line in the log, and in the list of what went wrong that the forge shows."""
    print("::warning::" + text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"), flush=True)


def append(variable, text):
    path = os.environ.get(variable)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def git(*words):
    return subprocess.run(
        ["git", *words],
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=600,
        check=False,
    )


def commit(option, ref):
    """The revision's full name, fetched first where the checkout lacks it."""
    if not re.fullmatch(r"[^\s:?*\[\\-][^\s:?*\[\\]*", ref):
        raise WrongInput(f"{option}: '{ref}' is no revision; name a branch, a tag or a commit")
    here = git("rev-parse", "--verify", "--quiet", ref + "^{commit}")
    if here.returncode != 0:
        shallow = git("rev-parse", "--is-shallow-repository").stdout.strip() == "true"
        fetched = git("fetch", "--quiet", "--no-tags", *(["--depth=1"] if shallow else []), "origin", ref)
        if fetched.returncode != 0:
            line = (fetched.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise WrongInput(f"{option}: '{ref}' is not in this checkout, and cannot be fetched: {line}")
        here = git("rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}")
    return here.stdout.strip()


def program():
    """The command line: found by PATH, or out of the archive, whose sum must be the one that was told."""
    archive, wanted = told("AB_ARCHIVE"), told("AB_SHA256").lower()
    if not archive:
        return "amdahl"
    if not re.fullmatch(r"[0-9a-f]{64}", wanted):
        raise WrongInput("archive: needs its sha256, 64 digits from the file SHA256SUMS beside it")
    try:
        if archive.startswith(("https://", "http://")):
            with urllib.request.urlopen(archive, timeout=60) as answer:
                data = answer.read()
        else:
            with open(archive, "rb") as file:
                data = file.read()
        if hashlib.sha256(data).hexdigest() != wanted:
            raise WrongInput(f"archive: the sum of {archive} is another one than sha256; nothing of it was run")
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            inside = [entry for entry in tar if entry.isfile() and re.fullmatch(r"[^/]+/amdahl", entry.name)]
            if len(inside) != 1:
                raise WrongInput(f"archive: {archive} holds no file 'amdahl' in its folder; name the tar of a release")
            body = tar.extractfile(inside[0]).read()
    except (OSError, ValueError, tarfile.TarError) as e:
        raise WrongInput(f"archive: {archive} cannot be read: {e}") from e
    path = os.path.join(tempfile.mkdtemp(prefix="amdahl", dir=os.environ.get("RUNNER_TEMP")), "amdahl")
    with open(path, "wb") as file:
        file.write(body)
    os.chmod(path, 0o755)
    return path


def compare(baseline, variant):
    """Runs ab; returns its exit code and the Markdown that it printed."""
    command = [program(), "ab", "--markdown", "--baseline", told("AB_COMMAND"), "--require", told("AB_REQUIRE", "no-regression")]
    command += ["--baseline-ref", baseline, "--variant-ref", variant]
    if told("AB_BUILD"):
        command += ["--build", told("AB_BUILD")]
    command += [line.strip() for line in told("AB_OPTIONS").splitlines() if line.strip()]
    try:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(KEPT_BACK)}
        ended = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    except OSError as e:
        raise WrongInput(f"amdahl cannot be started: {e.strerror}; put it on PATH, or name an archive") from e
    return ended.returncode, ended.stdout.decode("utf-8", "replace")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token goes to the forge and nowhere else."""

    def redirect_request(self, *_):
        return None


def call(method, path, body=None):
    request = urllib.request.Request(
        told("GITHUB_API_URL", "https://api.github.com").rstrip("/") + path,
        method=method,
        data=None if body is None else json.dumps({"body": body}).encode(),
        headers={
            "Authorization": "Bearer " + told("AB_TOKEN"),
            "Accept": "application/vnd.github+json",
            "Content-Type": "application/json",
            "User-Agent": "amdahl",
        },
    )
    with urllib.request.build_opener(NoRedirect).open(request, timeout=30) as answer:
        return json.load(answer)


def own_comment(repository, number, marker):
    author = told("AB_AUTHOR", "github-actions[bot]")
    for page in range(1, MOST_PAGES + 1):
        comments = call("GET", f"/repos/{repository}/issues/{number}/comments?per_page=100&page={page}")
        for comment in comments:
            if comment["user"]["login"] == author and (comment.get("body") or "").startswith(marker):
                return int(comment["id"])
        if len(comments) < 100:
            return None
    return None


def post(repository, number, marker, text):
    """Writes the comment, or writes it anew; what goes wrong is a warning."""

    def late(*_):
        raise TimeoutError("no answer in time")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(int(told("AB_SECONDS", "60")))
    try:
        comment = own_comment(repository, number, marker)
        if comment is None:
            call("POST", f"/repos/{repository}/issues/{number}/comments", marker + "\n" + text)
        else:
            call("PATCH", f"/repos/{repository}/issues/comments/{comment}", marker + "\n" + text)
    except urllib.error.HTTPError as e:
        may = "; the job needs the permission 'pull-requests: write'" if e.code in (401, 403, 404) else ""
        warn(f"no comment was written: the forge answered {e.code}{may}")
    except (OSError, ValueError, KeyError, TypeError) as e:
        warn(f"no comment was written: {getattr(e, 'reason', e)}")
    finally:
        signal.alarm(0)


def comment_text(name, code, markdown, baseline, variant):
    if code not in (0, 1):
        markdown = f"**Nothing was compared.** `ab` ended with {code}; the log of the step says why.\n"
    if len(markdown) > MOST_CHARACTERS:
        markdown = markdown[:MOST_CHARACTERS].rpartition("\n")[0]
        fence = "\n````" if markdown.count("\n```") % 2 else ""
        markdown += fence + "\n\nCut here: the log of the step has all of it.\n"
    run = "/".join([told("GITHUB_SERVER_URL"), told("GITHUB_REPOSITORY"), "actions/runs", told("GITHUB_RUN_ID")])
    link = f", [run]({run})" if told("GITHUB_RUN_ID") else ""
    return f"### Amdahl: {name}\n\n{markdown}\n`{variant[:12]}` against `{baseline[:12]}`{link}\n"


def main():
    name, number, repository = told("AB_NAME", "ab"), told("AB_PULL_REQUEST"), told("GITHUB_REPOSITORY")
    if not told("AB_COMMAND"):
        raise WrongInput("command: is empty; name what both revisions run")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.]{0,59}", name):
        raise WrongInput("name: may have letters, digits, blanks, dots and '_' only, 60 at most")
    if number and not (re.fullmatch(r"[0-9]{1,18}", number) and re.fullmatch(r"[\w.-]+/[\w.-]+", repository)):
        raise WrongInput(f"pull-request: '{number}' of '{repository}' is none; give its number, or leave it out")
    baseline = commit("baseline-ref", told("AB_BASELINE_REF"))
    variant = commit("variant-ref", told("AB_VARIANT_REF", "HEAD"))
    code, markdown = compare(baseline, variant)
    print(markdown, flush=True)
    decision = re.match(r"\*\*([A-Z_]+): ", markdown)
    append("GITHUB_OUTPUT", f"decision={decision.group(1) if decision else ''}\n")
    text = comment_text(name, code, markdown, baseline, variant)
    append("GITHUB_STEP_SUMMARY", text)
    if number:
        post(repository, number, f"<!-- amdahl: {name} -->", text)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WrongInput as e:
        print(f"amdahl: {e}", file=sys.stderr)
        sys.exit(2)
