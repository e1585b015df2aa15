package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/database"
)

// service is one process of cmd/resourceful that serves the snippets.
type service struct {
	*process.Process
	url     string
	command func() *exec.Cmd
	log     string
}

// serve starts the service on a database and waits for its first answer. It listens on a free
// port, and on the same one when it is started again. It is stopped at the end.
func (p *program) serve(name, database string, flags ...string) (*service, error) {
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(p.service, args...)
		cmd.Env, cmd.Dir = process.Environment(), p.folder
		return cmd
	}
	return p.serveBy(command, name, append([]string{"serve", "snippets", "--database", database}, flags...)...)
}

// serveBy is serve for another program.
func (p *program) serveBy(command func(args ...string) *exec.Cmd, name string, args ...string) (*service, error) {
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	args = append(args, "--listen", listen, "--log-level", "warn")
	s := &service{
		url:     "http://" + listen,
		log:     filepath.Join(p.folder, name+".log"),
		command: func() *exec.Cmd { return command(args...) },
	}
	p.cleanup = append(p.cleanup, s.close)
	return s, s.start(p.ctx)
}

// close stops the process, if it runs.
func (s *service) close() error {
	if s.Process == nil || s.Ended() {
		return nil
	}
	return s.Stop()
}

// start starts the process, again if it has ended, and waits for its first answer.
func (s *service) start(ctx context.Context) (err error) {
	if s.Process, err = process.Start(s.command(), syscall.SIGTERM, s.log); err != nil {
		return err
	}
	return s.Await(ctx, time.Minute, func() bool {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/users/1/", nil)
		if err != nil {
			return false
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return false
		}
		return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
}

// faults are the lines of its log that say that it made a mistake: there are to be none.
func (s *service) faults() []string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "level=ERROR") || strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// judge reports every mistake that the process has logged.
func (s *service) judge(r *report) {
	for _, line := range s.faults() {
		r.violation("log of the service: %s", line)
	}
}

// prepare makes the tables of the service, and the accounts of its clients, in an empty database.
func (p *program) prepare(address string, names []string) error {
	migrate := exec.CommandContext(p.ctx, p.service, "migrate", "snippets", "--database", address)
	migrate.Env = process.Environment()
	return p.prepareBy(migrate, address, names)
}

// prepareBy is prepare for another program, by its command that makes the tables.
func (p *program) prepareBy(migrate *exec.Cmd, address string, names []string) error {
	if out, err := migrate.CombinedOutput(); err != nil {
		return fmt.Errorf("migrate: %w: %s", err, out)
	}
	db, err := database.Open(p.ctx, address, database.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	hash, err := new(passwords.Hasher).Hash(p.ctx, password)
	if err != nil {
		return err
	}
	users := accounts.NewUsers(db)
	for _, name := range names {
		if _, err := users.Create(p.ctx, auth.User{Username: name, Password: hash, Active: true}); err != nil {
			return fmt.Errorf("add account %s: %w", name, err)
		}
	}
	return nil
}
