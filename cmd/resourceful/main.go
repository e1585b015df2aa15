// Command resourceful serves a configuration as a REST API, and looks after its accounts and
// tables.
package main

import (
	"example.com/resourceful/config"
	"example.com/resourceful/framework/app"
)

func main() { app.Main(config.All()...) }
