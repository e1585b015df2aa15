// Servers beside that of the service.

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
)

// side is a server beside that of the service, at the address of a setting.
type side struct {
	setting  string
	listener net.Listener // nil without an address: the server does nothing then
	server   *http.Server
}

// listenAside opens the address of a setting, "" for none.
func listenAside(ctx context.Context, setting, address string) (*side, error) {
	s := &side{setting: setting}
	if address == "" {
		return s, nil
	}
	var err error
	if s.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", address); err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	return s, nil
}

// start serves until close is called. limit may limit the connections of the listener; nil for none.
func (s *side) start(server *http.Server, limit func(net.Listener, *http.Server) net.Listener, log *slog.Logger) {
	if s.listener == nil {
		return
	}
	s.server = server
	if limit != nil {
		s.listener = limit(s.listener, server)
	}
	go func() {
		if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("requests at the address of "+s.setting+" are not answered any more", "error", err)
		}
	}()
}

func (s *side) close() {
	switch {
	case s.server != nil:
		_ = s.server.Close()
	case s.listener != nil:
		_ = s.listener.Close()
	}
}
