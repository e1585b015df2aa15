package config_test

import (
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/resttest"
)

// Every configuration is what its declarations say, on both databases. What changes on purpose is
// accepted by "go test ./config -update"; read the diff of testdata.
func TestConformance(t *testing.T) {
	for _, set := range config.All() {
		t.Run(set.Name(), func(t *testing.T) { resttest.Conformance(t, set) })
	}
}
