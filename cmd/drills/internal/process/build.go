package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds cmd/resourceful as the README says, and returns the path of the program.
func Build(ctx context.Context, folder string) (string, error) {
	program := filepath.Join(folder, "resourceful")
	const pkg = "example.com/resourceful/cmd/resourceful"
	build := exec.CommandContext(ctx, "go", "build", "-o", program, pkg)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s (run this inside of the module): %w: %s", pkg, err, strings.TrimSpace(string(out)))
	}
	return program, nil
}
