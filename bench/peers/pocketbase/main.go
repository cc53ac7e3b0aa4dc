// Command pocketbase is a booking service on PocketBase that does the work of ../README.md.
//
//	pocketbase fill HISTORY.json --dir DATABASE
//	pocketbase serve --http HOST:PORT --dir DATABASE
package main

import (
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{HideStartBanner: true, DBConnect: connect})
	app.RootCmd.AddCommand(&cobra.Command{Use: "fill", Args: cobra.ExactArgs(1), Run: func(
		_ *cobra.Command, args []string,
	) {
		if err := fill(app, args[0]); err != nil {
			log.Fatal(err)
		}
	}})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil // which opens a browser for the first superuser
		e.Router.POST("/api/bookings/{hotel}/create", create).Bind(apis.RequireAuth())
		return e.Next()
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// connect is PocketBase's own, but with synchronous(FULL) instead of NORMAL, which loses commits when the power fails.
func connect(path string) (*dbx.DB, error) {
	return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)"+
		"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)"+
		"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
}
