// The command migrate lint.

package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate/steps"
)

type migrateLintCmd struct {
	Files         []string `arg:"" optional:"" help:"Files of migrations. Default: the newest of each database."`
	Configuration string   `name:"config" enum:"${configurations}" default:"${configuration}" placeholder:"SET" help:"One of ${configurations}. Default: ${configuration}."`
	Folder        string   `default:"migrations" placeholder:"DIR" help:"Folder of the migrations (migrations)."`
}

// Run prints the statements that lock or scan a large table, or that the running version does not survive, with the steps
// to take instead. It fails if there are any.
func (c *migrateLintCmd) Run(p *program) error {
	files := c.Files
	if len(files) == 0 {
		for _, dialect := range steps.Dialects {
			files = append(files, newestFiles(filepath.Join(p.migrationsFolder(c.Folder, c.Configuration), dialect))...)
		}
	}
	if len(files) == 0 {
		return fmt.Errorf("there are no migrations in %s; write one with migrate diff NAME", c.Folder)
	}
	found := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		dialect := filepath.Base(filepath.Dir(file))
		state, err := steps.StateIn(filepath.Dir(filepath.Dir(file)), dialect)
		if err != nil {
			return err
		}
		for _, f := range steps.Lint(dialect, string(content), state) {
			found++
			fmt.Fprintf(p.stdout, "%s:%d: %s\n", file, f.Line, f.Problem)
			if f.Statement != "" {
				fmt.Fprintf(p.stdout, "\t%s;\n", f.Statement)
			}
			fmt.Fprintf(p.stdout, "\tinstead:\n\t\t%s\n", strings.ReplaceAll(f.Instead, "\n", "\n\t\t"))
		}
	}
	if found > 0 {
		return errSaid
	}
	fmt.Fprintf(p.stdout, "%d files: nothing that locks or scans a large table, or stops a running version\n", len(files))
	return nil
}

// newestFiles returns the file of the last migration in a folder, with the one before it if that is of the same migration.
func newestFiles(folder string) []string {
	files, _ := filepath.Glob(filepath.Join(folder, "*.sql"))
	slices.Sort(files)
	last := max(0, len(files)-1)
	if last > 0 {
		name, concurrent := strings.CutSuffix(migrationName(files[last]), "_concurrently")
		if concurrent && migrationName(files[last-1]) == name {
			last--
		}
	}
	return files[last:]
}

// migrationName returns the name of a migration, without its version.
func migrationName(file string) string {
	_, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".sql"), "_")
	return name
}

// migrationsFolder returns the folder of a configuration's migrations: each of several has its own.
func (p *program) migrationsFolder(folder, configuration string) string {
	if len(p.sets) > 1 {
		return filepath.Join(folder, configuration)
	}
	return folder
}
