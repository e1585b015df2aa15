// Logins at other services, through redirects of the browser.

package sessions

import (
	"net/http"
	"net/url"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/serve/pageapi"
)

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

// beginRedirect redirects the browser to another service.
func (s *Pages) beginRedirect(d *auth.Redirect) pageapi.View {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", layout.NoStore)
		if r.Method != http.MethodGet {
			return pageapi.NotAllowed(w, r, http.MethodGet)
		}
		address, err := d.Begin(w, r, pageapi.BaseOf(w)+redirectPath(d, "callback"), r.URL.Query().Get("next"))
		if err != nil {
			return err
		}
		goTo(w, address)
		return nil
	}
}

// finishRedirect starts a session for a browser that comes back.
func (s *Pages) finishRedirect(d *auth.Redirect) pageapi.View {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", layout.NoStore)
		w.Header().Set("Referrer-Policy", "no-referrer") // the address has the code
		if r.Method != http.MethodGet {
			return pageapi.NotAllowed(w, r, http.MethodGet)
		}
		next, err := s.Auth.FinishLogin(d, w, r, pageapi.BaseOf(w)+redirectPath(d, "callback"))
		if err != nil {
			return err
		}
		goTo(w, next)
		return nil
	}
}

func goTo(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusSeeOther)
}
