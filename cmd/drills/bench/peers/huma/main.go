// Command huma serves the benchmark's snippets, people and tickets by Huma over hand-written SQL. It uses the
// tables of the service.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8000", "`address` and port")
	address := flag.String("database", "", "SQLite file, or key words of PostgreSQL")
	flag.Parse()
	if err := serve(*listen, *address, flag.Arg(0)); err != nil {
		fmt.Fprintf(os.Stderr, "huma: %v\n", err)
		os.Exit(1)
	}
}

// serve serves a configuration until the process is asked to end.
func serve(listen, address, configuration string) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	db, err := open(address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s := &service{db: db}
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Bench", "1.0.0")
	config.CreateHooks = nil // no links to schemas in bodies, which the other servers do not send
	api := humago.New(mux, config)
	if err := s.prepareAccess(ctx); err != nil {
		return err
	}
	api.UseMiddleware(s.identify(api))
	switch configuration {
	case "snippets":
		err = s.addSnippets(ctx, api)
	case "directory":
		err = s.addUsers(ctx, api)
	case "tracker":
		s.addTickets(api)
	default:
		err = fmt.Errorf("there is no configuration %q", configuration)
	}
	if err != nil {
		return err
	}
	server := &http.Server{
		Addr:              listen,
		Handler:           mux,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      10 * time.Minute,
		IdleTimeout:       2 * time.Minute,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return server.Shutdown(bounded)
}

// service is what the handlers share. Statements of other configurations are nil.
type service struct {
	db       *database
	verified verified

	userByName, countUsers, listUsers     statement
	getSnippet, listSnippets, saveSnippet statement
}
