// Messages for the next page, signed, in a cookie.

package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// flashAge is how long a flash message waits for its page, in seconds.
const flashAge = 60

// LeaveFlash leaves a short text for the page at path that the same client is shown next, such as
// what it has just deleted there. Nobody else is shown it and nobody else can leave one: the text
// is in a cookie that the secret of the session signs, or, where there is no session, those of the
// credentials of the request: see SecretHolder. Without any it does nothing.
func (a *Authenticator) LeaveFlash(w http.ResponseWriter, r *http.Request, path, text string) {
	token := a.secret(r)
	if token == "" {
		return
	}
	value := base64.RawURLEncoding.EncodeToString([]byte(text)) + "." + flashSignature(token, path, text)
	http.SetCookie(w, a.flashCookie(r, path, value, flashAge))
}

// TakeFlash returns the text that LeaveFlash has left for the page at path, and removes it. It is
// "" when there is none, and when another client has left it.
func (a *Authenticator) TakeFlash(w http.ResponseWriter, r *http.Request, path string) string {
	cookie, err := r.Cookie(a.flashName())
	if err != nil {
		return ""
	}
	http.SetCookie(w, a.flashCookie(r, path, "", -1))
	encoded, signature, _ := strings.Cut(cookie.Value, ".")
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	token := a.secret(r)
	if err != nil || token == "" || !hmac.Equal([]byte(signature), []byte(flashSignature(token, path, string(text)))) {
		return ""
	}
	return string(text)
}

// secret is what the client shows with each request and nobody else knows, "" for nothing.
func (a *Authenticator) secret(r *http.Request) string {
	for i := range a.schemes {
		if holder, ok := a.schemes[i].verifier.(SecretHolder); ok {
			if secret := holder.Secret(r); secret != "" {
				return secret
			}
		}
	}
	return ""
}

// flashCookie carries a flash message from one page to the next. It is for one path, so "__Host-" cannot stand
// before its name; its signature keeps others from planting one.
func (a *Authenticator) flashCookie(r *http.Request, path, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: a.flashName(), Value: value, Path: path, MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.services.Cookies.SecureFor(r),
	}
}

// flashName has no "__Host-" before it: see flashCookie.
func (a *Authenticator) flashName() string { return a.services.Cookies.For("notice").For(false) }

func flashSignature(token, path, text string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("notice\x00" + path + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
