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

// commands are what the program does, in the order of --help.
func commands() []command {
	var (
		serve        serveCommand
		backup       backupCommand
		simulator    gstSimulatorCommand
		organization createOrganizationCommand
		factor       removeFactorCommand
		verify       verifyAuditCommand
	)
	return []command{
		{name: "serve", help: "Run the server. Migrates the database first.", runner: &serve, flags: serve.flags},
		{name: "migrate", help: "Migrate the database to this version's schema and exit.", runner: migrateCommand{}},
		{name: "demo", help: "Fill an empty database with a demo hotel.", runner: demoCommand{}},
		{name: "backup", help: "Copy the SQLite database to FILE, even while the server runs.", runner: &backup,
			arguments: []argument{{"file", "File to write; it must not exist yet.", &backup.File}}},
		{name: "gst-simulator", help: "Serve invented GST records for trying look-ups.", runner: &simulator,
			flags: simulator.flags},
		{name: "organization create", help: "Create an organization and invite its administrator by mail.",
			runner: &organization, flags: organization.flags,
			arguments: []argument{{"name", "The hotel's name.", &organization.Name},
				{"email", "Whom to invite as Administrator.", &organization.Email}}},
		{name: "login remove-second-factor", help: "Let somebody in who has lost phone and recovery codes.",
			runner: &factor, arguments: []argument{{"email",
				"Whose second factor to remove. Make sure who asks: the mailbox alone proves little.", &factor.Email}}},
		{name: "audit verify", help: "Check that nobody has changed, removed, inserted or cut audit log entries.",
			runner: &verify, flags: verify.flags},
		{name: "reseal", help: "Encrypt guests' documents with the newest token key, so that an older one can go.",
			runner: resealCommand{}},
		{name: "check", help: "Check the whole database: pages, kept sums, books, the index of words and the audit logs.",
			runner: checkCommand{}},
		{name: "healthcheck", help: "Ask the server on this machine whether it is ready; ends with 1 if not.",
			runner: healthcheckCommand{}},
		{name: "openapi", help: "Print the OpenAPI document of the API.", runner: openAPICommand{}},
		{name: "version", help: "Print the version.", runner: versionCommand{}},
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
