// Command sarai is the hotel property management service: the server and what its operator needs.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // hotels' time zones, even on machines without a zone database
)

// version is set by the Makefile.
var version = "dev"

func commands() []command {
	return []command{
		{"serve", "Run the server. Migrates the database first.", &serveCommand{}},
		{"migrate", "Migrate the database to this version's schema and exit.", &migrateCommand{}},
		{"demo", "Fill an empty database with a demo hotel.", &demoCommand{}},
		{"backup", "Copy the SQLite database to FILE, even while the server runs.", &backupCommand{}},
		{"gst-simulator", "Serve invented GST records for trying look-ups.", &gstSimulatorCommand{}},
		{"organization create", "Create an organization and invite its administrator by mail.",
			&createOrganizationCommand{}},
		{"login remove-second-factor", "Let somebody in who has lost phone and recovery codes.",
			&removeFactorCommand{}},
		{"audit verify", "Check that nobody has changed, removed, inserted or cut audit log entries.",
			&verifyAuditCommand{}},
		{"check", "Check the whole database: pages, kept sums, books, the index of words and the audit logs.",
			&checkCommand{}},
		{"healthcheck", "Ask the server on this machine whether it is ready; ends with 1 if not.", &healthcheckCommand{}},
		{"openapi", "Print the OpenAPI document of the API.", &openAPICommand{}},
		{"version", "Print the version.", &versionCommand{}},
	}
}

type versionCommand struct{}

func (versionCommand) Run(context.Context, *Settings) error {
	_, err := fmt.Println("sarai", version)
	return err
}

func main() {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	status := runLogged(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// runLogged leaves no line of the log unwritten, not even after a panic.
func runLogged(ctx context.Context, args []string) int {
	defer logLines.flush()
	return run(ctx, args)
}
