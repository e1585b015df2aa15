package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// noticeAge is how long a notice waits for its page, in seconds.
const noticeAge = 60

// LeaveNotice leaves a short text for the page at path that the same session is shown next, such as
// what it has just deleted there. Nobody else is shown it and nobody else can leave one: the text
// is in a cookie that the session's own secret signs. Without a session it does nothing.
func (a *Authenticator) LeaveNotice(w http.ResponseWriter, r *http.Request, path, text string) {
	token := a.token(r)
	if token == "" {
		return
	}
	value := base64.RawURLEncoding.EncodeToString([]byte(text)) + "." + noticeSignature(token, path, text)
	http.SetCookie(w, a.noticeCookie(r, path, value, noticeAge))
}

// TakeNotice returns the text that LeaveNotice has left for the page at path, and removes it. It is
// "" when there is none, and when another session has left it.
func (a *Authenticator) TakeNotice(w http.ResponseWriter, r *http.Request, path string) string {
	cookie, err := r.Cookie(a.notice)
	if err != nil {
		return ""
	}
	http.SetCookie(w, a.noticeCookie(r, path, "", -1))
	encoded, signature, _ := strings.Cut(cookie.Value, ".")
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	token := a.token(r)
	if err != nil || token == "" || !hmac.Equal([]byte(signature), []byte(noticeSignature(token, path, string(text)))) {
		return ""
	}
	return string(text)
}

// noticeCookie carries a notice from one page to the next. It is for one path, so "__Host-" cannot stand
// before its name; its signature keeps others from planting one.
func (a *Authenticator) noticeCookie(r *http.Request, path, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: a.notice, Value: value, Path: path, MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.SecureCookies(r),
	}
}

func noticeSignature(token, path, text string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("notice\x00" + path + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
