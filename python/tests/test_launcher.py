import os
import pathlib
import signal
import tempfile
import unittest
from unittest import mock

from filbert import FilbertError, launcher


class LauncherTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        home = mock.patch.dict(os.environ, FILBERT_HOME=str(self.directory))
        home.start()
        self.addCleanup(home.stop)

    def program(self, *lines):
        """A program in place of Filbert's."""
        file = self.directory / "filbert"
        file.write_text("\n".join(["#!/bin/sh", *lines]) + "\n", encoding="utf-8")
        file.chmod(0o755)

    def run_command(self):
        launcher.run("fit", "x.npy", directory=self.directory)

    def test_a_command_in_a_directory(self):
        self.program('echo "$@" >arguments')
        self.run_command()
        self.assertEqual((self.directory / "arguments").read_text(), "fit x.npy\n")

    def test_the_message_of_a_command_that_fails(self):
        self.program("echo building ... >&2", "echo error: x.npy: found 1 >&2", "echo '  more' >&2", "exit 2")
        with self.assertRaises(FilbertError) as caught:
            self.run_command()
        self.assertEqual(str(caught.exception), "x.npy: found 1\n  more")
        self.program("exit 3")
        with self.assertRaisesRegex(FilbertError, "filbert fit ended with 3"):
            self.run_command()

    def test_an_interrupt_is_passed_on(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        self.program("trap 'echo ended >end; exit 130' INT", "kill -INT $PPID", "while :; do sleep 0.1; done")
        with self.assertRaises(KeyboardInterrupt):
            self.run_command()
        self.assertEqual((self.directory / "end").read_text(), "ended\n")

    def test_no_program(self):
        with self.assertRaisesRegex(FilbertError, "which has no filbert: set it to a clone"):
            self.run_command()


if __name__ == "__main__":
    unittest.main()
