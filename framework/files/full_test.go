package files

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

// A full disk differs from other faults.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	if _, err := io.Copy(storingWriter{full}, strings.NewReader("x")); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want %v", err, ErrFull)
	}
	if err := full.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(storingWriter{full}, strings.NewReader("x")); err == nil || errors.Is(err, ErrFull) {
		t.Errorf("a file that is closed: got %v", err)
	}
}
