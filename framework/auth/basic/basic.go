// Package basic implements HTTP Basic authentication: a name and a password in each request.
package basic

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// Scheme accepts Basic credentials. The zero value is ready to use.
type Scheme struct {
	Realm string // in the challenge; "api" if empty, as in Django REST framework
}

// Name implements auth.Scheme.
func (Scheme) Name() string { return "basic" }

// Challenge implements auth.Scheme.
func (s Scheme) Challenge() string { return "Basic realm=" + strconv.Quote(cmp.Or(s.Realm, "api")) }

// Vary implements auth.Scheme. As in Django REST framework it names no header: a shared cache stores no
// response to a request with Authorization (RFC 9111, section 3.5).
func (Scheme) Vary() string { return "" }

// Header implements auth.HeaderScheme.
func (Scheme) Header() string { return "Authorization" }

// Bind implements auth.Scheme.
func (s Scheme) Bind(services auth.Services) (auth.Verifier, error) {
	return verifier{services, s.Name()}, nil
}

// Reports implements auth.Reporter.
func (s Scheme) Reports() []auth.Event {
	return auth.EventsOf(s.Name(), auth.LoginEvent, auth.LoginFailedEvent, auth.LoginThrottledEvent, auth.LoginUnavailableEvent, auth.CrossOriginEvent)
}

type verifier struct {
	auth.Services
	scheme string
}

// Authenticate implements auth.Verifier. It never starts a session.
func (v verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	// Several headers form one list, as for every other header (RFC 9110, section 5.3), so that two
	// credentials in one request are never valid.
	name, password, ok, refused := parse(strings.Join(r.Header["Authorization"], ", "))
	switch {
	case refused != nil:
		return nil, refused
	case !ok:
		return nil, nil
	}
	checked, err := v.Passwords.Check(ctx, r, auth.PasswordLogin{Scheme: v.scheme, Name: name, Password: password})
	if err != nil {
		return nil, err
	}
	if checked.User == nil {
		return nil, problem.New(problem.Unauthorized, "Invalid username/password.")
	}
	if checked.Compared {
		e := auth.Event{Kind: auth.LoginEvent, Scheme: v.scheme, Routine: checked.Known}
		v.Report(ctx, r, e.By(checked.User))
	}
	c := &auth.Credentials{User: *checked.User, Scheme: v.scheme}
	c.User.Password = ""
	return c, nil
}

// Secret implements auth.SecretHolder: the header contains the password.
func (verifier) Secret(r *http.Request) string {
	header := r.Header.Get("Authorization")
	if _, password, ok, _ := parse(header); ok && password != "" {
		return header
	}
	return ""
}

// parse parses an Authorization header as Django REST framework does. ok is false without a refusal if the
// header is empty or of another scheme.
func parse(header string) (name, password string, ok bool, refused *problem.Error) {
	words := strings.FieldsFunc(header, func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' })
	if len(words) == 0 || !strings.EqualFold(words[0], "Basic") {
		return "", "", false, nil
	}
	switch len(words) {
	case 1:
		return "", "", false, invalid("No credentials provided.")
	case 2:
	default:
		return "", "", false, invalid("Credentials string should not contain spaces.")
	}
	raw, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil {
		return "", "", false, invalid("Credentials not correctly base64 encoded.")
	}
	text := string(raw)
	if !utf8.ValidString(text) {
		text = latin1(raw)
	}
	// Without a colon the password is empty, and so wrong.
	name, password, _ = strings.Cut(text, ":")
	return name, password, true, nil
}

func invalid(why string) *problem.Error {
	return problem.New(problem.Unauthorized, "Invalid basic header. %s", why)
}

// latin1 decodes bytes as Latin-1, in which every byte is a character.
func latin1(raw []byte) string {
	text := make([]rune, len(raw))
	for i, b := range raw {
		text[i] = rune(b)
	}
	return string(text)
}
