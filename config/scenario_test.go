package config_test

import (
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/resttest"
)

func TestSnippets(t *testing.T) {
	resttest.Run(t, "../testdata/snippets/*.txtar", resttest.Config{Set: config.Snippets})
}

func TestDirectory(t *testing.T) {
	resttest.Run(t, "../testdata/directory/*.txtar", resttest.Config{Set: config.Directory})
}

func TestDeclarations(t *testing.T) {
	for _, set := range config.All() {
		resttest.Declarations(t, set)
	}
}
