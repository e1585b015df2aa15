package auth

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
)

// basicUser returns the user of the request's Basic credentials, nil when it has none. It never
// starts a session.
func (a *Authenticator) basicUser(ctx context.Context, r *http.Request) (*User, error) {
	// Several headers count as one list, as for every other header (RFC 9110, section 5.3); two
	// credentials in one request then never pass for good ones.
	header := strings.Join(r.Header.Values("Authorization"), ", ")
	name, password, ok, refused := parseBasic(header)
	if refused != nil {
		return nil, refused
	}
	if !ok {
		return nil, nil
	}
	at := a.attempt(r, BasicScheme, name)
	u, err := a.check(ctx, at, password)
	if err != nil {
		return nil, err
	}
	if u == nil {
		return nil, problem.New(problem.Forbidden, "Invalid username/password.")
	}
	if at.compared {
		a.reportAttempt(ctx, at, LoginEvent)
	}
	return u, nil
}

// parseBasic reads an Authorization header as Django REST framework does. ok is false without an
// error when the header is empty or of another scheme.
func parseBasic(header string) (name, password string, ok bool, refused *problem.Error) {
	words := strings.FieldsFunc(header, isASCIISpace)
	if len(words) == 0 || !strings.EqualFold(words[0], "Basic") {
		return "", "", false, nil
	}
	switch len(words) {
	case 1:
		return "", "", false, invalidBasic("No credentials provided.")
	case 2:
	default:
		return "", "", false, invalidBasic("Credentials string should not contain spaces.")
	}
	raw, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil {
		return "", "", false, invalidBasic("Credentials not correctly base64 encoded.")
	}
	// Without a colon the password is empty, and then wrong.
	name, password, _ = strings.Cut(decodeText(raw), ":")
	return name, password, true, nil
}

func invalidBasic(why string) *problem.Error {
	return problem.New(problem.Forbidden, "Invalid basic header. %s", why)
}

// decodeText reads bytes as UTF-8, else as Latin-1, in which every byte is a character.
func decodeText(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	text := make([]rune, len(raw))
	for i, b := range raw {
		text[i] = rune(b)
	}
	return string(text)
}

func isASCIISpace(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r'
}
