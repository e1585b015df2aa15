// The first administrator, created if the database has no account.

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
)

// adminName is the name of the first account.
const adminName = "admin"

// firstAdmin creates an account if there is none, and returns its password; "" if it created none.
func firstAdmin(ctx context.Context, users *accounts.Users) (password string, err error) {
	n, err := users.Count(ctx)
	if err != nil || n > 0 {
		return "", err
	}
	password = newPassword()
	hash, err := new(passwords.Hasher).Hash(ctx, password)
	if err != nil {
		return "", err
	}
	_, err = users.Create(ctx, auth.User{Username: adminName, Password: hash, Active: true, Admin: true})
	if refusal := problem.As(err); refusal != nil && refusal.Fields.Get("username") != nil {
		return "", nil // another process was faster
	}
	return password, err
}

// tellPassword hands over the password of the first administrator: at a terminal, or else in a file that
// only the user of the service can read. The output of a service may end in a journal that many people
// read, for years.
func (p *program) tellPassword(configuration, database, command, password string) {
	for _, out := range []io.Writer{p.stdout, p.stderr} {
		if isTerminal(out) {
			fmt.Fprintf(out, "First start: account %q has the password %s\n", adminName, password)
			fmt.Fprintf(out, "It is shown this once; this sets another: %s\n", command)
			return
		}
	}
	path, err := p.keepPassword(configuration, database, password)
	if err != nil {
		p.log().Warn("the password of the first administrator is lost", "account", adminName, "error", err, "set_another_by", command)
		fmt.Fprintf(p.stdout, "First start: the password of account %q could not be written to a file; this sets another: %s\n", adminName, command)
		return
	}
	fmt.Fprintf(p.stdout, "First start: the password of account %q is in the file %s\n", adminName, path)
	fmt.Fprintf(p.stdout, "Read it and remove the file; this sets another: %s\n", command)
}

// keepPassword writes the password to a new file: beside the database, or for PostgreSQL in systemd's state
// directory of the service, or else in the working directory. It does not overwrite a file, which may hold
// the password of another database.
func (p *program) keepPassword(configuration, address, password string) (path string, err error) {
	dir := "."
	if !database.IsPostgres(address) {
		dir = filepath.Dir(address)
	} else if state, _, _ := strings.Cut(p.getenv("STATE_DIRECTORY"), ":"); state != "" {
		dir = state
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	var file *os.File
	for n := 1; file == nil; n++ {
		path = filepath.Join(dir, configuration+".admin-password")
		if n > 1 {
			path += fmt.Sprint("-", n)
		}
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil && (n == 100 || !errors.Is(err, fs.ErrExist)) {
			return "", err
		}
	}
	_, err = fmt.Fprintln(file, password)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		_ = os.Remove(path) // half a password is of no use
	}
	return path, err
}

// userCommand returns a shell command about accounts that finds the database of the service, without a
// password in the database's address.
func (c *serveCmd) userCommand(p *program, command string) string {
	words := []string{p.own.Name + " user", command}
	if configuration := p.vars()["configuration"]; c.Configuration != configuration {
		words = append(words, "--config", c.Configuration)
	}
	switch address := c.Database; {
	case address == "":
	case p.settings.File["database"] == address:
		words = append(words, "--settings", shellWord(p.settings.Path))
	default:
		words = append(words, "--database", shellWord(withoutSecrets(address)))
	}
	return strings.Join(words, " ")
}

// withoutSecrets returns the address of a database with "…" for each secret. It replaces a whole list of
// keywords, whose quotes may hide the end of a password.
func withoutSecrets(address string) string {
	switch {
	case !database.IsPostgres(address):
		return address
	case !isURL(address) && strings.Contains(strings.ToLower(address), "pass"):
		return "…"
	case !isURL(address):
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	text := u.Scheme + "://"
	if name := u.User.Username(); name != "" {
		text += url.User(name).String()
		if _, has := u.User.Password(); has {
			text += ":…"
		}
		text += "@"
	}
	text += u.Host + u.EscapedPath()
	var query []string
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		if name, _, _ := strings.Cut(pair, "="); strings.Contains(strings.ToLower(name), "pass") || strings.Contains(name, "%") {
			pair = name + "=…"
		}
		if pair != "" {
			query = append(query, pair)
		}
	}
	if len(query) > 0 {
		text += "?" + strings.Join(query, "&")
	}
	return text
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// shellWord quotes a word for a POSIX shell.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
