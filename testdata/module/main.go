// Command atelier is the program of a team that has a module, a name and words of its own.
package main

import (
	"net/http"

	"example.com/resourceful/framework/app"

	"example.org/atelier/prints"
)

func main() {
	var flags struct {
		Motto string `setting:"" default:"Paint." help:"What every answer says in the header X-Motto."`
	}
	motto := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Motto", flags.Motto)
			next.ServeHTTP(w, r)
		})
	}
	app.Program{
		Name: "atelier", Prefix: "STUDIO", Version: "1.2",
		Flags: &flags, Commands: []app.Command{prints.Count()}, Middleware: []func(http.Handler) http.Handler{motto},
	}.Main(prints.Set())
}
