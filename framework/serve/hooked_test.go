package serve_test

import (
	"log/slog"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

func newCards(t *testing.T, address string) (*server.Server, *server.Records) {
	t.Helper()
	log := &server.Records{}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}
	return server.New(t, server.Config{Set: sets.Cards, Pages: server.PlainPages, Options: options}, address), log
}
