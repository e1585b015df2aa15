// Refused messages, as error objects of JSON-RPC.

package agents

import (
	"encoding/json"
	"net/http"
	"strings"
)

// The codes of JSON-RPC 2.0, section 5.1.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
)

// rpcWriter holds back a refusal in plain text, with which the protocol's package answers a message that it
// does not accept.
type rpcWriter struct {
	http.ResponseWriter
	refused int // the status of that answer, 0 for another one
	text    []byte
}

// Unwrap is for http.ResponseController.
func (w *rpcWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *rpcWriter) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.refused = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *rpcWriter) Write(p []byte) (int, error) {
	if w.refused != 0 {
		w.text = append(w.text, p...)
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// finish answers a refused message with an error object, which has the id of the message. A call of an
// unknown method is a message that was understood: its status is 200.
func (w *rpcWriter) finish(message []byte) {
	if w.refused == 0 {
		return
	}
	var call struct {
		ID json.RawMessage `json:"id"`
	}
	code, status := invalidRequest, w.refused
	switch err := json.Unmarshal(message, &call); {
	case !json.Valid(message):
		code = parseError
	case err == nil && strings.HasPrefix(string(w.text), "JSON RPC not handled"):
		if code = methodNotFound; call.ID != nil {
			status = http.StatusOK
		}
	}
	if call.ID == nil {
		call.ID = json.RawMessage("null")
	}
	w.Header().Set("Content-Type", jsonType)
	w.ResponseWriter.WriteHeader(status)
	_ = json.NewEncoder(w.ResponseWriter).Encode(map[string]any{
		"jsonrpc": "2.0", "id": call.ID, "error": map[string]any{"code": code, "message": strings.TrimSpace(string(w.text))},
	})
}
