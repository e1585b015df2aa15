// Messages for the next page, signed, in a cookie.

package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// flashAge is the lifetime of a flash message, in seconds.
const flashAge = 60

// LeaveFlash leaves a short text for the page at path that the same client opens next, such as about a
// deletion. No other client sees it or can leave one: the text is in a cookie, signed with the secret of
// the session or of the request's credentials: see SecretHolder. Without a secret it does nothing.
func (a *Authenticator) LeaveFlash(w http.ResponseWriter, r *http.Request, path, text string) {
	token := a.secret(r)
	if token == "" {
		return
	}
	value := base64.RawURLEncoding.EncodeToString([]byte(text)) + "." + flashSignature(token, path, text)
	http.SetCookie(w, a.flashCookie(r, path, value, flashAge))
}

// TakeFlash returns and removes the text that LeaveFlash left for the page at path. It returns "" if there
// is none, or if another client left it.
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

// secret returns a secret that only this client sends with each request, "" for none.
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

// flashCookie returns the cookie of a flash message. It is for one path, so its name has no "__Host-"; the
// signature keeps others from planting one.
func (a *Authenticator) flashCookie(r *http.Request, path, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: a.flashName(), Value: value, Path: path, MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.services.Cookies.SecureFor(r),
	}
}

// flashName returns the name of the cookie, without "__Host-": see flashCookie.
func (a *Authenticator) flashName() string { return a.services.Cookies.For("notice").For(false) }

func flashSignature(token, path, text string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("notice\x00" + path + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
