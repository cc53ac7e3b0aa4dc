// Command sarai is the hotel property management service: the server and what its operator needs.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // hotels' time zones, also on machines without a zone database

	"github.com/alecthomas/kong"
)

// version is set by the Makefile.
var version = "dev"

type commands struct {
	Settings
	Serve        serveCommand        `cmd:"" help:"Run the server. Migrates the database first."`
	Migrate      migrateCommand      `cmd:"" help:"Bring the database to this version's schema, then stop."`
	Demo         demoCommand         `cmd:"" help:"Fill an empty database with a demo hotel."`
	Backup       backupCommand       `cmd:"" help:"Copy the SQLite database to FILE, consistently, also while the server runs."`
	GSTSimulator gstSimulatorCommand `cmd:"" name:"gst-simulator" help:"Serve invented GST records, to try the look-up of GSTINs without a provider."`
	Organization organizationCommand `cmd:"" help:"Manage organizations from the server's own command line."`
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
		kong.Description("Hotel property management. Each setting is a flag, an environment variable or a line of the config file, in that order."),
		kong.ShortUsageOnError(), kong.Configuration(readConfigFile))
}

func (s *Settings) logger() *slog.Logger {
	if s.Log == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, nil))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, nil))
}
