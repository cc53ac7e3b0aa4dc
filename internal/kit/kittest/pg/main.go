// Command pg runs a command, such as go test ./..., beside one PostgreSQL that all its test processes share, and a
// folder for the templates of their databases:
//
//	go run ./internal/kit/kittest/pg go test ./...
//
// Without it each test process starts its own. With ENGINES=sqlite it only runs the command.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"

	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/pgserver"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: pg command [argument ...]")
		os.Exit(2)
	}
	// An interrupt reaches the command by the terminal; here it must not end the server before the command.
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pg:", err)
	}
	os.Exit(code)
}

// run returns the command's exit code.
func run(arguments []string) (code int, err error) {
	command := exec.Command(arguments[0], arguments[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	command.Env = os.Environ()
	if slices.Contains(kittest.Engines(), kittest.PostgreSQL) {
		server, err := pgserver.Start(false)
		if err != nil {
			return 1, err
		}
		defer server.Stop()
		templates, err := os.MkdirTemp("", "sarai-templates-")
		if err != nil {
			return 1, err
		}
		defer os.RemoveAll(templates)
		command.Env = append(command.Env, pgserver.URLVariable+"="+server.URL, kittest.TemplatesVariable+"="+templates)
	}
	err = command.Run()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(failed.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
