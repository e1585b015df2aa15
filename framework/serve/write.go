package serve

import (
	"net/http"

	"example.com/resourceful/framework/traffic"
)

// responseWriter writes a response. From its first byte on the request does not count among those
// that are worked on: it waits for its client.
type responseWriter struct{ *exchange }

// Write is called with the response, or by its encoder.
func (w responseWriter) Write(p []byte) (int, error) {
	w.leave()
	return w.response.Write(p)
}

// viewWriter is what a view writes to.
type viewWriter struct {
	http.ResponseWriter
	x *exchange
}

// WriteHeader is called by the view. An answer that has begun is not followed by another.
func (w viewWriter) WriteHeader(status int) {
	w.x.started = true
	w.ResponseWriter.WriteHeader(status)
}

// Write is called by the view.
func (w viewWriter) Write(p []byte) (int, error) {
	w.x.started = true
	return responseWriter{w.x}.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w viewWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// compress begins a compressed response.
func (x *exchange) compress(c *traffic.Coding) traffic.Encoder {
	x.header().Set("Content-Encoding", c.Name)
	return c.Encoder(responseWriter{x})
}
