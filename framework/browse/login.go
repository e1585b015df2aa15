// The pages of login and logout.

package browse

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/serve/pageapi"
)

// sessionMethods is what login and logout allow.
const sessionMethods = "GET, POST, HEAD, OPTIONS"

// The messages of Django's login form.
const (
	wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."
	required   = "This field is required."
)

// login shows the form, and starts a session.
func (p *Pages) login(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", noStore)
	v, form, err := p.session(w, r, "login", "Log in")
	if form == nil || err != nil {
		return err
	}
	v.Username = inputs.Last(form["username"])
	password := inputs.Last(form["password"])
	if v.Username == "" {
		v.UsernameError = required
	}
	if password == "" {
		v.PasswordError = required
	}
	if v.Username == "" || password == "" {
		return p.write(w, v)
	}
	who, err := p.auth.Login(w, r, v.Username, password)
	if wait, throttled := auth.Waits(err); throttled {
		return p.throttled(w, v, wait)
	}
	if err != nil {
		return err
	}
	if who == nil {
		v.LoginError = wrongLogin
		return p.write(w, v)
	}
	leave(w, r, v.Next)
	return nil
}

// logout asks, and ends the session. GET ends nothing, because any page can make a browser send it.
func (p *Pages) logout(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", noStore)
	v, form, err := p.session(w, r, "logout", "Log out")
	if form == nil || err != nil {
		return err
	}
	if err := p.auth.Logout(w, r); err != nil {
		return err
	}
	// Pages that this browser kept are not shown to whoever goes back. Cookies stay:
	// those of other services on the same host would go too.
	w.Header().Set("Clear-Site-Data", `"cache"`)
	leave(w, r, v.Next)
	return nil
}

// session does what login and logout have in common. It returns the form of a POST, and nil when
// the request has been answered.
func (p *Pages) session(w http.ResponseWriter, r *http.Request, kind, title string) (*page, map[string][]string, error) {
	v := p.newPage(kind, title)
	v.Find = p.findsForAll()
	v.Language = pageapi.LanguageOf(w)
	v.Next = r.URL.Query().Get("next")
	var form map[string][]string
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		if err := auth.CheckOrigin(r, nil); err != nil {
			return nil, nil, err
		}
		var err error
		if form, err = pageapi.ReadForm(w, r); err != nil {
			return nil, nil, err
		}
		if form == nil {
			form = map[string][]string{}
		}
		if next, sent := form["next"]; sent {
			v.Next = inputs.Last(next)
		}
	case http.MethodOptions:
		w.Header().Set("Allow", sessionMethods)
		w.Header().Set("Content-Length", "0")
		return nil, nil, nil
	default:
		return nil, nil, pageapi.NotAllowed(w, r, sessionMethods)
	}
	// An address that would not be followed is not kept either.
	if _, safe := auth.SafeNext(r, v.Next); !safe {
		v.Next = ""
	}
	v.Back, v.LoginURL = v.Next, frame.LoginPath
	v.Redirects = p.redirects(v.Next)
	who, err := p.auth.LoggedIn(r.Context(), r)
	if err != nil {
		return nil, nil, err
	}
	if who != nil {
		v.User = who.User.Username
	}
	if form == nil {
		return nil, nil, p.write(w, v)
	}
	return v, form, nil
}

// throttled shows the form again to whoever has to wait.
func (p *Pages) throttled(w http.ResponseWriter, v *page, wait time.Duration) error {
	seconds := int64((wait + time.Second - 1) / time.Second)
	v.LoginError = fmt.Sprintf("Too many attempts to log in have failed. Please try again in %d seconds.", seconds)
	if seconds > 120 {
		v.LoginError = fmt.Sprintf("Too many attempts to log in have failed. Please try again in %d minutes.", (seconds+59)/60)
	}
	v.RequestID = w.Header().Get(auth.RequestHeader)
	w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
	return p.writeStatus(w, http.StatusTooManyRequests, v)
}

func (p *Pages) write(w http.ResponseWriter, v *page) error {
	return p.writeStatus(w, http.StatusOK, v)
}

func (p *Pages) writeStatus(w http.ResponseWriter, status int, v *page) error {
	page, err := p.execute(v)
	if err != nil {
		return err
	}
	h := w.Header()
	headers(h, true)
	h.Set("Content-Type", "text/html; charset=utf-8")
	vary := p.auth.Vary()[0]
	if v.Language != nil {
		vary += ", Accept-Language"
		h.Set("Content-Language", v.Language.Tag())
	}
	pageapi.SetVary(h, vary)
	h.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(status)
	_, _ = w.Write(page) // an error is the client's
	return nil
}

// leave goes on to where the person came from, or to the root.
func leave(w http.ResponseWriter, r *http.Request, next string) {
	target, _ := auth.SafeNext(r, next)
	goTo(w, target)
}

// session is the page of the login, or of the logout.
type session struct {
	Next          string
	Username      string
	LoginError    string
	UsernameError string
	PasswordError string
	Redirects     []catalog.Link // logins at other services
}
