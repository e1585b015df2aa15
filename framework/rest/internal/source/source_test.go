// A test of positions in trimmed builds.

package source

import (
	"os"
	"path/filepath"
	"testing"
)

// A position is relative to its module, in a program that was built with trimmed paths too, wherever
// it runs.
func TestTrimmedPositions(t *testing.T) {
	shop := t.TempDir()
	if err := os.WriteFile(filepath.Join(shop, "go.mod"), []byte("module example.com/shop // goods\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(shop, "goods")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	const framework = "example.com/resourceful" // the main module of this test
	for _, tt := range []struct{ name, dir, file, want, disk string }{
		{"a whole path", shop, filepath.Join(below, "goods.go"), "goods/goods.go:7", filepath.Join(below, "goods.go")},
		{"in the module", shop, "example.com/shop/goods/goods.go", "goods/goods.go:7", filepath.Join(below, "goods.go")},
		{"below the module's folder", below, "example.com/shop/goods/goods.go", "goods/goods.go:7", filepath.Join(below, "goods.go")},
		{"away from the source", t.TempDir(), framework + "/config/a.go", "config/a.go:7", ""},
		{"in another module", shop, framework + "/config/a.go", "config/a.go:7", ""},
		{"of a module that is required", shop, "example.com/parts@v1.2.0/a.go", "example.com/parts@v1.2.0/a.go:7", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(tt.dir)
			at := Caller{file: tt.file, line: 7}
			f := NewFinder(at)
			if got := f.At(at); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got, known := f.file(); known != (tt.disk != "") || known && got != tt.disk {
				t.Errorf("got the file %s, %t, want %q", got, known, tt.disk)
			}
		})
	}
}
