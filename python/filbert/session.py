"""The Java process that runs the commands of this one."""

import atexit
import json
import os
import subprocess
import tempfile
import threading

from filbert import launcher
from filbert.launcher import FilbertError

# How long Java may take to cancel a job and to delete its files.
SECONDS_TO_END = 90


class Session:
    """One run of `filbert session`: commands go in by its input, and it ends with that, as when this process is killed."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        self.pid = os.getpid()
        self.notes = tempfile.TemporaryFile()  # notes of the launcher and the JVM, for when it fails
        self.process = subprocess.Popen(
            [program, "session"], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.notes,
            text=True, encoding="utf-8", start_new_session=True)  # Ctrl-C reaches Python alone

    def fits(self, program, directory):
        """Whether it is alive and would run commands as a new one."""
        return self.program == program and self.directory == directory and self.lives()

    def lives(self):
        """Whether it is alive, and this process began it."""
        return self.pid == os.getpid() and self.process.poll() is None

    def run(self, request, show):
        """Runs a command, a list of arguments. Each line of its output goes to show. Returns its exit code and its lines of errors.

        Of a message, a dictionary, show gets what it is answered.
        """
        errors = []
        self._send(request)
        for line in self.process.stdout:
            answer = json.loads(line)
            if "out" in answer or "answer" in answer:
                show(answer["out"] if "out" in answer else answer["answer"])
            elif "err" in answer:
                errors.append(answer["err"])
            else:
                return answer["exit"], errors
        code = self.process.wait()
        self.notes.seek(0)
        return code or 1, self.notes.read().decode("utf-8", "replace").splitlines()

    def _send(self, request):
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # its output ends too, and says why

    def end(self):
        """Ends it. A command that is at work is interrupted, and leaves nothing half written."""
        requests, self.process.stdin = self.process.stdin, None
        try:
            requests.close()
        except BrokenPipeError:
            pass
        try:
            self.process.communicate(timeout=SECONDS_TO_END)  # what it still says is read, so that it can end
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        self.notes.close()

    def forget(self):
        """In a forked process: what belongs to the first one is left to it."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.notes.close()
        self.process.returncode = 0  # it is no child of this process


class Current:
    """The session of this process. Threads take turns."""

    def __init__(self):
        self.lock = threading.Lock()
        self.session = None

    def run(self, arguments, show):
        """Runs a command in the session, which begins with the first one."""
        program, directory = launcher.find(), os.getcwd()
        with self.lock:
            if self.session is not None and not self.session.fits(program, directory):
                self.end()
            if self.session is None:
                self.session = Session(program, directory)
            return self._run(arguments, show)

    def ask(self, message, show, asked):
        """Sends a message to the session that was asked before, or, where that is None, to the present one or a new one.

        Returns the session, and what run returns.
        """
        program, directory = launcher.find(), os.getcwd()
        with self.lock:
            if asked is not None and (asked is not self.session or not asked.lives()):
                raise FilbertError("the Java process that had learned the stream has ended, as by Ctrl-C or after os.chdir or a fork: "
                                   "pickle keeps what a stream has learned")
            if asked is None and self.session is not None and not self.session.fits(program, directory):
                self.end()
            if self.session is None:
                self.session = Session(program, directory)
            session = self.session
            return session, *self._run(message, show)

    def _run(self, request, show):
        try:
            return self.session.run(request, show)
        except BaseException:  # Ctrl-C among them: the rest of the answer would be taken for that of the next request
            self.end()
            raise

    def end(self):
        session, self.session = self.session, None
        if session is not None:
            session.end()

    def after_fork(self):
        self.lock = threading.Lock()
        session, self.session = self.session, None
        if session is not None:
            session.forget()


CURRENT = Current()
atexit.register(CURRENT.end)
os.register_at_fork(after_in_child=CURRENT.after_fork)


def run(*arguments, verbose=False):
    """Runs a command of Filbert, and returns its output. That is shown as it comes, if that is asked for."""
    lines = []

    def show(line):
        lines.append(line)
        if verbose:
            print(line)

    code, errors = CURRENT.run([str(argument) for argument in arguments], show)
    if code != 0:
        raise FilbertError(launcher.message(errors) or f"filbert {arguments[0]} ended with {code}")
    return "\n".join(lines)


def ask(message, asked=None):
    """Sends a message. Returns the session that has answered it, and the answer."""
    answers = []
    session, code, errors = CURRENT.ask(message, answers.append, asked)
    if code != 0:
        raise FilbertError(launcher.message(errors) or f"filbert ended with {code}")
    return session, answers[0]
