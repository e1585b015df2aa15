// Reading and generating passwords.

package app

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
)

const (
	// passwordLetters leaves out letters and digits that people confuse: 0 O, 1 l I.
	passwordLetters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	passwordLength  = 20
)

// newPassword returns a random password with 116 bits.
func newPassword() string {
	var b strings.Builder
	for range passwordLength {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(passwordLetters))))
		if err != nil {
			panic(err) // the system's random numbers do not fail
		}
		b.WriteByte(passwordLetters[n.Int64()])
	}
	return b.String()
}

// readPassword reads the password of an account, which a policy judges, from an environment variable. With "" it asks twice at the
// terminal, or reads standard input if that is no terminal.
func (p *program) readPassword(variable string, user *auth.User, policy auth.PasswordPolicy) (string, error) {
	if variable != "" {
		return checkPassword(p.getenv(variable), "environment variable "+variable, user, policy)
	}
	if isTerminal(p.stdin) {
		return p.askPassword(int(p.stdin.(*os.File).Fd()), user, policy)
	}
	data, err := io.ReadAll(io.LimitReader(bufio.NewReader(p.stdin), auth.MaxPassword+3))
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	text := strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
	return checkPassword(text, "standard input", user, policy)
}

func isTerminal(file any) bool {
	f, ok := file.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func checkPassword(password, source string, user *auth.User, policy auth.PasswordPolicy) (string, error) {
	switch {
	case password == "":
		return "", fmt.Errorf("password: %s is empty", source)
	case len(password) > auth.MaxPassword:
		return "", fmt.Errorf("password: %s has more than %d bytes", source, auth.MaxPassword)
	case !utf8.ValidString(password):
		return "", fmt.Errorf("password: %s is not UTF-8", source)
	case strings.ContainsAny(password, "\r\n\x00"):
		return "", fmt.Errorf("password: %s has more than one line", source)
	}
	if weak := passwords.Judge(policy, password, user); weak != nil {
		return "", fmt.Errorf("password: %s: %s", source, strings.Join(weak, " "))
	}
	return password, nil
}

func (p *program) askPassword(fd int, user *auth.User, policy auth.PasswordPolicy) (string, error) {
	first, err := p.prompt(fd, "Password: ")
	if err != nil {
		return "", err
	}
	if _, err := checkPassword(first, "the typed line", user, policy); err != nil {
		return "", err
	}
	second, err := p.prompt(fd, "Password again: ")
	if err != nil {
		return "", err
	}
	if first != second {
		return "", errors.New("password: the two are not the same")
	}
	return first, nil
}

// prompt reads a line without echo. If the program has to stop meanwhile, it turns the echo on again.
func (p *program) prompt(fd int, text string) (string, error) {
	state, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	fmt.Fprint(p.stderr, text)
	defer fmt.Fprintln(p.stderr)
	type line struct {
		text []byte
		err  error
	}
	lines := make(chan line, 1)
	go func() {
		text, err := term.ReadPassword(fd)
		lines <- line{text, err}
	}()
	select {
	case l := <-lines:
		if l.err != nil {
			return "", fmt.Errorf("read password: %w", l.err)
		}
		return string(l.text), nil
	case <-p.ctx.Done():
		if err := term.Restore(fd, state); err != nil {
			return "", fmt.Errorf("restore terminal: %w", err)
		}
		return "", fmt.Errorf("read password: %w", context.Cause(p.ctx))
	}
}
