// Command sarai is the hotel property management service: the server and what its operator needs.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // hotels' time zones, even on machines without a zone database

	"github.com/alecthomas/kong"
)

// version is set by the Makefile.
var version = "dev"

type commands struct {
	Settings
	Serve        serveCommand        `cmd:"" help:"Run the server. Migrates the database first."`
	Migrate      migrateCommand      `cmd:"" help:"Migrate the database to this version's schema and exit."`
	Demo         demoCommand         `cmd:"" help:"Fill an empty database with a demo hotel."`
	Backup       backupCommand       `cmd:"" help:"Copy the SQLite database to FILE, even while the server runs."`
	GSTSimulator gstSimulatorCommand `cmd:"" name:"gst-simulator" help:"Serve invented GST records for trying look-ups."`
	Organization organizationCommand `cmd:"" help:"Manage organizations from the server's own command line."`
	Login        loginCommand        `cmd:"" help:"Help people who can't sign in any more."`
	Audit        auditCommand        `cmd:"" help:"Check the audit log."`
	OpenAPI      openAPICommand      `cmd:"" name:"openapi" help:"Print the OpenAPI document of the API."`
	Version      versionCommand      `cmd:"" help:"Print the version."`
}

type versionCommand struct{}

func (versionCommand) Run() error {
	_, err := fmt.Println("sarai", version)
	return err
}

func main() {
	var c commands
	parser := newParser(&c)
	parsed, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.FatalIfErrorf(parsed.Run(&c.Settings))
}

func newParser(c *commands) *kong.Kong {
	return kong.Must(c, kong.Name("sarai"),
		kong.Description("Hotel property management. Each setting is a flag, an environment variable or a member of the "+
			"config file; the first of them wins."),
		kong.ShortUsageOnError(), kong.Configuration(readConfigFile))
}

func (s *Settings) logger() *slog.Logger {
	if s.Log == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, nil))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, nil))
}
