package config

import "testing"

func TestCompile(t *testing.T) {
	for _, set := range All() {
		if _, err := set.Compile(); err != nil {
			t.Errorf("%s:\n%v", set.Name(), err)
		}
	}
}
