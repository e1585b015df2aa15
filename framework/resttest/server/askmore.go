// Requests of tests for history, accounts, tokens and uploads.

package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
)

// HistoryOf returns the entries about a record as its reader sees them, the newest first, without ids and times.
func HistoryOf(t testing.TB, s *Server, user, path string) (lines []string) {
	t.Helper()
	status, text := Call(s, "GET", path+"history/", user, "")
	var page struct {
		Count   int
		Results []struct {
			ID            int64
			At            time.Time
			By            *string
			Operation     string
			Before, After json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil || status != 200 {
		return []string{fmt.Sprint(status, " ", text)}
	}
	for i, e := range page.Results {
		if i > 0 && e.ID >= page.Results[i-1].ID || time.Since(e.At) > time.Minute {
			t.Errorf("%s: entry %d of %s is after %d", path, e.ID, e.At, page.Results[max(i-1, 0)].ID)
		}
		by := "nobody"
		if e.By != nil {
			by = *e.By
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %s", by, e.Operation, e.Before, e.After))
	}
	return lines
}

// UserID returns the key of an account.
func UserID(t *testing.T, s *Server, name string) int64 {
	t.Helper()
	u, found, err := accounts.NewUsers(s.DB).UserByName(t.Context(), name)
	if err != nil || !found {
		t.Fatalf("account %s: %v", name, err)
	}
	return u.ID
}

// MadeToken is the answer to POST /tokens/.
type MadeToken struct{ ID, Token string }

// MakeToken makes a token of an account.
func MakeToken(t *testing.T, s *Server, user, body string) MadeToken {
	t.Helper()
	var made MadeToken
	w := SendAs(s, user, "POST", "/tokens/", body, "Content-Type", "application/json")
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 || !strings.HasPrefix(made.Token, "rsf_") {
		t.Fatalf("make a token: got %d %s", w.Code, w.Body)
	}
	return made
}

// UploadOnce sends a form whose bytes are the same each time.
func UploadOnce(h http.Handler, method, path, content string, fields map[string]string, headers ...string) *httptest.ResponseRecorder {
	var b strings.Builder
	for _, name := range []string{"_key", "_method", "drawer", "title"} {
		if value, sent := fields[name]; sent {
			b.WriteString("--b\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + value + "\r\n")
		}
	}
	b.WriteString("--b\r\nContent-Disposition: form-data; name=scan; filename=a.txt\r\n\r\n" + content + "\r\n--b--\r\n")
	return SendAs(h, "alice", method, path, b.String(), append(headers, "Content-Type", "multipart/form-data; boundary=b")...)
}
