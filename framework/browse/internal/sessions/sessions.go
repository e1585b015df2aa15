// Package sessions serves the pages of login and logout.
package sessions

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/serve/pageapi"
)

// methods are the allowed methods of login and logout.
const methods = "GET, POST, HEAD, OPTIONS"

// The messages of Django's login form.
const (
	wrongLogin = "Please enter a correct username and password. Note that both fields may be case-sensitive."
	required   = "This field is required."

	wrongCode = "This code is wrong, or was used already."
	codeStep  = layout.LoginPath + "?step=code" // where a login waits for the code of a second factor
)

// Pages are the pages of login and logout.
type Pages struct {
	Auth *auth.Authenticator
	Open func(kind, title string) layout.Frame    // returns the frame of a page
	Lay  func(layout.Frame, View) ([]byte, error) // renders a page
}

// View is the page of the login or the logout.
type View struct {
	Next          string
	Username      string
	LoginError    string
	UsernameError string
	PasswordError string
	Waits         string // name of the account whose second factor is missing
	CodeError     string
	Redirects     []catalog.Link // logins at other services
}

// page is a view with its frame.
type page struct {
	layout.Frame
	View
}

// Views returns login and logout, including logins at other services, by their addresses. It is empty if
// people cannot log in.
func (s *Pages) Views() map[string]pageapi.View {
	views := map[string]pageapi.View{}
	if s.Auth.HasLogin() {
		views[layout.LoginPath], views[layout.LogoutPath] = s.login, s.logout
		for _, d := range s.Auth.Redirects() {
			callback := func(w http.ResponseWriter) string { return pageapi.BaseOf(w) + redirectPath(&d, "callback") }
			views[redirectPath(&d, "login")] = redirect(func(w http.ResponseWriter, r *http.Request) (string, error) {
				return d.Begin(w, r, callback(w), r.URL.Query().Get("next"))
			})
			views[redirectPath(&d, "callback")] = redirect(func(w http.ResponseWriter, r *http.Request) (string, error) {
				w.Header().Set("Referrer-Policy", "no-referrer") // the address has the code
				next, err := s.Auth.FinishLogin(&d, w, r, callback(w))
				if errors.Is(err, auth.ErrSecondFactor) {
					return codeStepFor(next), nil
				}
				return next, err
			})
		}
	}
	return views
}

// login shows the form, and starts a session.
func (s *Pages) login(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", layout.NoStore)
	data, form, err := s.begin(w, r, "login", "Log in")
	if form == nil || err != nil {
		return err
	}
	if code, sent := form["code"]; sent {
		return s.confirm(w, r, data, inputs.Last(code))
	}
	data.Username = inputs.Last(form["username"])
	password := inputs.Last(form["password"])
	if data.Username == "" {
		data.UsernameError = required
	}
	if password == "" {
		data.PasswordError = required
	}
	if data.Username == "" || password == "" {
		return s.write(w, http.StatusOK, data)
	}
	who, err := s.Auth.Login(w, r, data.Username, password)
	if errors.Is(err, auth.ErrSecondFactor) {
		goTo(w, codeStepFor(data.Next))
		return nil
	}
	return s.answer(w, r, data, who, err, &data.LoginError, wrongLogin)
}

// answer answers a step of the login: by the page after it, or by the form, with a message at its place if nobody is logged in.
func (s *Pages) answer(w http.ResponseWriter, r *http.Request, data *page, who *auth.Credentials, err error, place *string, message string) error {
	if wait, throttled := auth.Waits(err); throttled {
		return s.throttled(w, data, wait)
	}
	if err != nil {
		return err
	}
	if who == nil {
		*place = message
		return s.write(w, http.StatusOK, data)
	}
	target, _ := auth.SafeNext(r, data.Next)
	goTo(w, target)
	return nil
}

// confirm ends a login that waits for the code of a second factor. Without one, such as after ten minutes, the form of the
// login comes back.
func (s *Pages) confirm(w http.ResponseWriter, r *http.Request, data *page, code string) error {
	waiting, err := s.Auth.Waiting(r.Context(), r)
	if err != nil {
		return err
	}
	if waiting == nil {
		data.LoginError = "The login took too long. Please begin again."
		return s.write(w, http.StatusOK, data)
	}
	data.Waits = waiting.Username
	who, err := s.Auth.Confirm(w, r, code)
	return s.answer(w, r, data, who, err, &data.CodeError, wrongCode)
}

// codeStepFor returns the address of the second step of a login, which goes on to next.
func codeStepFor(next string) string {
	if next == "" {
		return codeStep
	}
	return codeStep + "&next=" + url.QueryEscape(next)
}

// logout asks, and ends the session. GET ends nothing, because any page can make a browser send a GET.
func (s *Pages) logout(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", layout.NoStore)
	data, form, err := s.begin(w, r, "logout", "Log out")
	if form == nil || err != nil {
		return err
	}
	if err := s.Auth.Logout(w, r); err != nil {
		return err
	}
	// Pages in the browser's cache must not appear when somebody goes back. Cookies stay, because other
	// services on the same host may have some.
	w.Header().Set("Clear-Site-Data", `"cache"`)
	target, _ := auth.SafeNext(r, data.Next)
	goTo(w, target)
	return nil
}

// begin runs the steps that login and logout share. It returns the form of a POST, and a nil page if the
// request has been answered.
func (s *Pages) begin(w http.ResponseWriter, r *http.Request, kind, title string) (*page, map[string][]string, error) {
	data := &page{Frame: s.Open(kind, title)}
	data.Language = pageapi.LanguageOf(w)
	data.Next = r.URL.Query().Get("next")
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
			data.Next = inputs.Last(next)
		}
	case http.MethodOptions:
		w.Header().Set("Allow", methods)
		w.Header().Set("Content-Length", "0")
		return nil, nil, nil
	default:
		return nil, nil, pageapi.NotAllowed(w, r, methods)
	}
	// It drops an address that it would not redirect to.
	if _, safe := auth.SafeNext(r, data.Next); !safe {
		data.Next = ""
	}
	data.Back, data.LoginURL = data.Next, layout.LoginPath
	data.Redirects = s.redirects(data.Next)
	who, err := s.Auth.LoggedIn(r.Context(), r)
	if err != nil {
		return nil, nil, err
	}
	if who != nil {
		data.User = who.User.Username
	}
	if form == nil {
		if kind == "login" && r.URL.Query().Get("step") == "code" {
			waiting, err := s.Auth.Waiting(r.Context(), r)
			if err != nil {
				return nil, nil, err
			}
			if waiting != nil {
				data.Waits = waiting.Username
			}
		}
		return nil, nil, s.write(w, http.StatusOK, data)
	}
	return data, form, nil
}

// throttled shows the form again with the waiting time.
func (s *Pages) throttled(w http.ResponseWriter, data *page, wait time.Duration) error {
	seconds := int64((wait + time.Second - 1) / time.Second)
	data.LoginError = fmt.Sprintf("Too many attempts to log in have failed. Please try again in %d seconds.", seconds)
	if seconds > 120 {
		data.LoginError = fmt.Sprintf("Too many attempts to log in have failed. Please try again in %d minutes.", (seconds+59)/60)
	}
	data.RequestID = w.Header().Get(auth.RequestHeader)
	w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
	return s.write(w, http.StatusTooManyRequests, data)
}

func (s *Pages) write(w http.ResponseWriter, status int, data *page) error {
	page, err := s.Lay(data.Frame, data.View)
	if err != nil {
		return err
	}
	h := w.Header()
	layout.SetHeaders(h, true)
	h.Set("Content-Type", "text/html; charset=utf-8")
	vary := s.Auth.Vary()[0]
	if data.Language != nil {
		vary += ", Accept-Language"
		h.Set("Content-Language", data.Language.Tag())
	}
	pageapi.SetVary(h, vary)
	h.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(status)
	_, _ = w.Write(page) // an error is the client's
	return nil
}

// redirectPath returns the address where a login at another service begins or ends.
func redirectPath(d *auth.Redirect, step string) string {
	return "/api-auth/" + d.Name + "/" + step + "/"
}

// redirects returns links to the logins at other services; these return to next.
func (s *Pages) redirects(next string) (links []catalog.Link) {
	for _, d := range s.Auth.Redirects() {
		href := redirectPath(&d, "login")
		if next != "" {
			href += "?next=" + url.QueryEscape(next)
		}
		links = append(links, catalog.Link{Name: d.Title, Href: href})
	}
	return links
}

// redirect is the view of a step that ends at another address.
func redirect(step func(http.ResponseWriter, *http.Request) (address string, err error)) pageapi.View {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", layout.NoStore)
		if r.Method != http.MethodGet {
			return pageapi.NotAllowed(w, r, http.MethodGet)
		}
		address, err := step(w, r)
		if err == nil {
			goTo(w, address)
		}
		return err
	}
}

func goTo(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusSeeOther)
}
