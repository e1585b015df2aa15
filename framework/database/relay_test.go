// A relay for the traffic between a client and its server.

package database_test

import (
	"io"
	"net"
	"sync"
	"testing"
)

// relay joins every connection that is accepted to one that is dialled, until the test ends.
func relay(t *testing.T, listener net.Listener, dial func() (net.Conn, error)) {
	var group sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	group.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := dial()
			if err != nil {
				client.Close()
				continue
			}
			mu.Lock()
			conns = append(conns, client, server)
			mu.Unlock()
			for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
				group.Go(func() {
					_, _ = io.Copy(way[0], way[1])
					way[0].Close()
					way[1].Close()
				})
			}
		}
	})
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		group.Wait()
	})
}
