// The command migrate diff.

package app

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/migrate/steps"
)

type migrateDiffCmd struct {
	Name          string            `arg:"" help:"What the migration does, in lower-case letters, digits and underscores, such as add_due_dates."`
	Configuration string            `name:"config" enum:"${configurations}" default:"${configuration}" placeholder:"SET" help:"One of ${configurations}. Default: ${configuration}."`
	Folder        string            `default:"migrations" placeholder:"DIR" help:"Folder of the migrations (migrations)."`
	Rename        map[string]string `placeholder:"NEW=OLD" help:"Columns and tables that were renamed, such as books.title=caption or authors=people. Without it each is asked about at a terminal."`
	New           bool              `help:"All other columns and tables are new: ask about none."`
	Drop          bool              `help:"Drop what is no longer declared, with its values. Otherwise it stays, and refuses no rows."`
	Empty         bool              `help:"Write files without statements if nothing has to change, for your own statements."`
}

// Run writes the next migration for each database.
func (c *migrateDiffCmd) Run(p *program) error {
	compiled, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	request := steps.Request{
		Folder: p.migrationsFolder(c.Folder, compiled.Name), Name: c.Name, Tables: compiled.Tables, Now: time.Now(), Sure: c.New, Empty: c.Empty,
		Options: steps.Options{Renames: c.Rename, Drop: c.Drop},
	}
	written, err := steps.Write(request)
	if err == nil && len(written.Guesses) > 0 && !isTerminal(p.stdin) {
		return undecided(written.Guesses)
	}
	answers, asked := bufio.NewReader(p.stdin), map[steps.Guess]bool{}
	for err == nil && len(written.Guesses) > 0 { // a renamed table may have renamed columns
		var renames map[string]string
		if renames, err = ask(p, answers, written.Guesses, request.Options.Renames, asked); err != nil {
			return err
		}
		request.Sure = len(renames) == len(request.Options.Renames)
		request.Options.Renames = renames
		written, err = steps.Write(request)
	}
	if err != nil {
		return err
	}
	if len(written.Files) == 0 {
		fmt.Fprintln(p.stdout, "the migrations lead to what the declarations ask for; there is nothing to write")
		return nil
	}
	for _, file := range written.Files {
		fmt.Fprintln(p.stdout, file)
	}
	fmt.Fprintln(p.stdout, "read them, edit them, and commit them with state.json")
	return nil
}

// undecided is the error for a program that is not at a terminal, and that has to say by flags what was renamed.
func undecided(guesses []steps.Guess) error {
	var flags []string
	for _, g := range guesses {
		flags = append(flags, fmt.Sprintf("--rename %s=%s", g.New, g.Former))
	}
	return fmt.Errorf("some may be renamed; say which were with %s, or was= in the tag of the field, and --new for the others", strings.Join(flags, " "))
}

// ask asks at the terminal which columns and tables are renamed ones, each once, and returns these with the known ones.
func ask(p *program, answers *bufio.Reader, guesses []steps.Guess, known map[string]string, asked map[steps.Guess]bool) (map[string]string, error) {
	renames := map[string]string{}
	for name, former := range known {
		renames[name] = former
	}
	for _, g := range guesses {
		if asked[g] || renames[g.New] != "" || slices.Contains(formers(renames, g.New), g.Former) {
			continue
		}
		asked[g] = true
		fmt.Fprintf(p.stdout, "Was %s called %s before? [y/N] ", g.New, g.Former)
		answer, err := answers.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("read the answer: %w", err)
		}
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y") {
			renames[g.New] = g.Former
		}
	}
	return renames, nil
}

// formers returns the former names that are taken, among the columns of the same table or among tables.
func formers(renames map[string]string, as string) (names []string) {
	table, _, _ := strings.Cut(as, ".")
	for name, former := range renames {
		if of, _, isColumn := strings.Cut(name, "."); !isColumn && !strings.Contains(as, ".") || isColumn && of == table {
			names = append(names, former)
		}
	}
	return names
}
