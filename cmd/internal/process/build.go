package process

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds cmd/resourceful and returns the path of the program.
func Build(ctx context.Context, folder string) (string, error) {
	program := filepath.Join(folder, "resourceful")
	const pkg = "example.com/resourceful/cmd/resourceful"
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s (run this inside of the module): %w: %s", pkg, err, strings.TrimSpace(string(out)))
	}
	return program, nil
}
