package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/cmd/drills/bench/byhand"
)

// handCommand is the sub-command that serves package byhand.
const handCommand = "byhand"

// serveByHand serves a configuration until ctx ends, with limits like those of the service.
func serveByHand(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(handCommand, flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8000", "`address` and port")
	database := flags.String("database", "", "SQLite file, or key words of PostgreSQL")
	if err := flags.Parse(args); err != nil {
		return err
	}
	handler, err := byhand.New(ctx, flags.Arg(0), *database)
	if err != nil {
		return err
	}
	defer handler.Close()
	server := &http.Server{
		Addr:              *listen,
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      10 * time.Minute,
		IdleTimeout:       2 * time.Minute,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return server.Shutdown(bounded)
}
