// Command resourceful-contract is the program resourceful, which checks each answer against its OpenAPI document when
// it was sent, and logs as an error what the document does not say. The cases of conformance are replayed
// against it by .ci/conformance.
package main

import (
	"log/slog"
	"net/http"
	"os"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/resources/tracker"
)

// check tells the log of answers that are not as the document says.
func check(p *plan.Plan, service http.Handler) (http.Handler, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	return server.CheckAnswers(p, service, func(err error) { log.Error(err.Error()) })
}

func main() {
	app.Program{Name: "resourceful", Agents: check, Background: append(tracker.Tasks(), background.Jobs())}.Main(config.All()...)
}
