// Command resourceful serves a configuration as a REST API, and looks after its accounts and
// tables.
package main

import (
	"example.com/resourceful/config"
	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/app/acme"
	"example.com/resourceful/framework/app/starter"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/observe/otlp"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/resources/tracker"
)

func main() {
	app.Program{
		Name: "resourceful", Version: app.FrameworkVersion, Commands: []app.Command{starter.Command()},
		Metrics: prometheus.Metrics, Traces: otlp.Traces, Certificates: acme.Certificates,
		Background: append(tracker.Tasks(), background.Jobs()),
	}.Main(config.All()...)
}
