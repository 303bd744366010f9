import contextlib
import io
import json
import os
import pathlib
import signal
import tempfile
import threading
import unittest
from unittest import mock

from filbert import FilbertError, session


class SessionTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        home = mock.patch.dict(os.environ, FILBERT_HOME=str(self.directory))
        home.start()
        self.addCleanup(home.stop)
        self.addCleanup(session.CURRENT.end)

    def program(self, *lines):
        """A program in place of Filbert's."""
        file = self.directory / "filbert"
        file.write_text("\n".join(["#!/bin/sh", *lines]) + "\n", encoding="utf-8")
        file.chmod(0o755)
        session.CURRENT.end()

    def test_commands_in_one_process(self):
        self.program(f"cd {self.directory}", "echo $1 >>starts", "while read -r line; do", 'echo "$line" >>requests',
                     """echo '{"out": "one"}'""", """echo '{"out": "two"}'""", """echo '{"exit": 0}'""", "done",
                     "echo ended >end")
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            session.run("fit", "x y.npy", "--label", 3, verbose=True)
            session.run("models")
        self.assertEqual(shown.getvalue(), "one\ntwo\n")
        self.assertEqual((self.directory / "starts").read_text(), "session\n")
        requests = [json.loads(line) for line in (self.directory / "requests").read_text().splitlines()]
        self.assertEqual(requests, [["fit", "x y.npy", "--label", "3"], ["models"]])
        session.CURRENT.end()
        self.assertEqual((self.directory / "end").read_text(), "ended\n")

    def test_the_message_of_a_command_that_fails(self):
        self.program("read -r line", """echo '{"err": "note"}'""", """echo '{"err": "error: x.npy: found 1"}'""",
                     """echo '{"err": "  more"}'""", """echo '{"exit": 2}'""", "read -r line", """echo '{"exit": 3}'""",
                     "read -r line")
        with self.assertRaises(FilbertError) as caught:
            session.run("fit", "x.npy")
        self.assertEqual(str(caught.exception), "x.npy: found 1\n  more")
        with self.assertRaisesRegex(FilbertError, "filbert fit ended with 3"):
            session.run("fit", "x.npy")

    def test_the_message_of_a_program_that_does_not_start(self):
        self.program("echo building ... >&2", "echo error: no java on the PATH >&2", "exit 2")
        for _ in range(2):
            with self.assertRaises(FilbertError) as caught:
                session.run("fit", "x.npy")
            self.assertEqual(str(caught.exception), "no java on the PATH")

    def test_an_interrupt_ends_the_process_before_it_is_raised(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        self.program("read -r line", "kill -INT $PPID", "read -r line", f"echo ended >{self.directory}/end")
        with self.assertRaises(KeyboardInterrupt):
            session.run("fit", "x.npy")
        self.assertEqual((self.directory / "end").read_text(), "ended\n")

    def test_threads_take_turns(self):
        self.program("while read -r line; do", "sleep 0.02", """echo "{\\"err\\": \\"error: $(echo $line | tr -d '[]\\"')\\"}\"""",
                     """echo '{"exit": 2}'""", "done")
        found = {}

        def run(name):
            try:
                session.run(name)
            except FilbertError as e:
                found[name] = str(e)

        threads = [threading.Thread(target=run, args=(f"c{i}",)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {f"c{i}": f"c{i}" for i in range(8)})

    def test_a_forked_process_has_its_own(self):
        self.program("while read -r line; do", """echo "{\\"err\\": \\"error: $$\\"}\"""", """echo '{"exit": 2}'""", "done")
        first = self.error()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write, self.error().encode())
            session.CURRENT.end()
            os._exit(0)
        os.waitpid(child, 0)
        other = os.read(read, 100).decode()
        os.close(read)
        os.close(write)
        self.assertNotEqual(other, first)
        self.assertEqual(self.error(), first)

    def error(self):
        with self.assertRaises(FilbertError) as caught:
            session.run("models")
        return str(caught.exception)

    def test_no_program(self):
        with self.assertRaisesRegex(FilbertError, "which has no filbert: set it to a clone"):
            session.run("models")


if __name__ == "__main__":
    unittest.main()
