// Command pocketbase serves the benchmark's snippets, people and tickets by PocketBase as a Go framework.
//
//	BENCH_DATABASE=FILE pocketbase serve --dir FOLDER --http HOST:PORT
//	BENCH_DATABASE=FILE pocketbase fill --dir FOLDER <CONTENT.json >TOKENS.json
//
// It keeps rows in the SQLite file of BENCH_DATABASE, and its log in the folder.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"example.com/resourceful/cmd/drills/bench/peers/highlight"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		HideStartBanner: true,
		DBConnect: func(path string) (*dbx.DB, error) {
			if filepath.Base(path) == "data.db" {
				path = os.Getenv("BENCH_DATABASE")
			}
			return core.DefaultDBConnect(path)
		},
	})
	// All Go servers have the same SQLite, that of the service. The module of the driver says which libc it needs.
	app.OnBootstrap().Unbind(pocketbase.ModerncDepsCheckHookId)
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil // which opens a browser
		return e.Next()
	})
	app.OnRecordCreateRequest("snippets").BindFunc(setDefaults)
	app.OnRecordCreateExecute("snippets").BindFunc(highlightCode)
	app.RootCmd.AddCommand(&cobra.Command{
		Use:   "fill",
		Short: "Make the collections, and fill them from standard input",
		RunE:  func(*cobra.Command, []string) error { return fillFromInput(app) },
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// setDefaults fills in what a client may leave out, and the owner.
func setDefaults(e *core.RecordRequestEvent) error {
	for field, value := range map[string]string{"language": "python", "style": "friendly"} {
		if e.Record.GetString(field) == "" {
			e.Record.Set(field, value)
		}
	}
	if e.Auth != nil {
		e.Record.Set("owner", e.Auth.Id)
	}
	return e.Next()
}

// highlightCode runs after the validation, and outside of a transaction.
func highlightCode(e *core.RecordEvent) error {
	r := e.Record
	if r.GetString("highlighted") == "" {
		page, err := highlight.Page(r.GetString("title"), r.GetString("code"), r.GetString("language"), r.GetString("style"), r.GetBool("linenos"))
		if err != nil {
			return err
		}
		r.Set("highlighted", page)
	}
	return e.Next()
}

// fillFromInput makes the collections with their rows, and prints a token for each account that can log in.
func fillFromInput(app core.App) error {
	var c content
	if err := json.NewDecoder(os.Stdin).Decode(&c); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	app.Settings().Logs.MaxDays = 0 // no record of each request, since the other servers keep none
	if err := app.Save(app.Settings()); err != nil {
		return err
	}
	if err := makeCollections(app); err != nil {
		return err
	}
	tokens, err := fill(app, c)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(tokens)
}
