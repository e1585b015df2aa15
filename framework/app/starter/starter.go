// Package starter writes the module of a new service: the command "new" of cmd/resourceful.
package starter

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"example.com/resourceful/framework/app"
)

// files are the files of a new module. A file that ends in .txt loses that ending, without which it would
// belong to this module.
//
//go:embed all:files
var files embed.FS

const framework = "example.com/resourceful"

// Command returns the command "new DIR", which writes a module that builds, serves and passes its tests.
func Command() app.Command {
	var flags struct {
		Dir    string `arg:"" help:"Folder of the new module. It must be empty, or not exist yet."`
		Vendor bool   `help:"Copy the framework and its dependencies into the folder vendor, so that the module builds on any machine: about 160 MB."`
		Module string `placeholder:"PATH" help:"Path of the new module. Default: example.com/ and the name of the folder."`
	}
	return app.Command{
		Name: "new", Help: "Write the module of a new service.", Flags: &flags,
		Run: func(c *app.Context) error {
			name, err := Write(c, flags.Dir, flags.Module, flags.Vendor)
			if err != nil {
				return fmt.Errorf("new: %w", err)
			}
			fmt.Fprintf(c.Stdout, "Made the module of %s in %s. Try it; the first build takes up to three minutes on two cores:\n\n\tcd %s\n\tgo run . serve\n\tgo test ./...\n", name, flags.Dir, flags.Dir)
			if text, err := os.ReadFile(filepath.Join(flags.Dir, "go.mod")); err == nil && bytes.Contains(text, []byte("\nreplace "+framework)) {
				fmt.Fprintf(c.Stdout, "\ngo.mod replaces the framework by the folder of its checkout. When the framework has a public address, delete the line\n\"replace %s …\" and run: go get %[1]s@v%s\n", framework, app.FrameworkVersion)
			}
			return nil
		},
	}
}

// Write writes the module to a folder, and returns the name of its program. It refuses a folder that is not
// empty. With vendor the folder vendor has the framework and its dependencies.
func Write(ctx context.Context, dir, module string, vendor bool) (name string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if module == "" {
		module = "example.com/" + filepath.Base(dir)
	}
	name = path.Base(module)
	if err := check(ctx, dir, module, name); err != nil {
		return "", err
	}
	require, sums, err := source(ctx, dir)
	if err != nil {
		return "", err
	}
	if err := writeFiles(dir, module, name, require, sums); err != nil {
		return "", errors.Join(err, removeAll(dir)) // so that a second try finds the folder as it was
	}
	if err := complete(ctx, dir); err != nil {
		return "", err
	}
	if vendor { // which has the modules of all platforms, without those that only tests of dependencies import
		if err = goCommand(ctx, dir, "mod", "tidy", "-e"); err == nil {
			err = goCommand(ctx, dir, "mod", "vendor")
		}
	}
	return name, err
}

// writeFiles writes the files of the module.
func writeFiles(dir, module, name, require string, sums []byte) error {
	prefix := strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
	words := strings.NewReplacer("MODULE", module, "PREFIX", prefix, "NAME", name, "PACKAGE", firstPackage(name))
	err := fs.WalkDir(files, "files", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := files.ReadFile(file)
		if err != nil {
			return err
		}
		file = words.Replace(strings.TrimSuffix(strings.TrimPrefix(file, "files/"), ".txt"))
		return write(filepath.Join(dir, filepath.FromSlash(file)), words.Replace(string(text)))
	})
	if err != nil {
		return err
	}
	mod := fmt.Sprintf("module %s\n\ngo %s\n\n%s", module, goVersion(), require)
	return errors.Join(write(filepath.Join(dir, "go.mod"), mod), write(filepath.Join(dir, "go.sum"), string(sums)))
}

// removeAll empties a folder.
func removeAll(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
	}
	return err
}

var (
	modulePath = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$`)
	plainName  = regexp.MustCompile(`^[a-z]([a-z0-9-]*[a-z0-9])?$`)
)

// firstPackage returns the name of the package in the files. It differs from the program's name, because
// "go build" writes the program beside the folder.
func firstPackage(program string) string {
	if program == "notes" {
		return "notebook"
	}
	return "notes"
}

// check refuses an invalid module before anything is written.
func check(ctx context.Context, dir, module, name string) error {
	switch {
	case !plainName.MatchString(name):
		return fmt.Errorf("%q is not a program name; write lower case letters, digits and hyphens between them, or another --module", name)
	case !modulePath.MatchString(module):
		return fmt.Errorf("%q is not a module path; write it as example.com/%s", module, name)
	case isStandard(ctx, module):
		return fmt.Errorf("%s is a name of Go itself; write another --module", module)
	case module == framework:
		return fmt.Errorf("%s is the framework's own module; write another --module", framework)
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("folder %s is not empty: it has %s; name one that is not there yet", dir, entries[0].Name())
	}
	return nil
}

// isStandard reports whether the first part of a module's path is that of a package in Go's standard library, which hides
// such a module, or a word of the go command.
func isStandard(ctx context.Context, module string) bool {
	first, _, _ := strings.Cut(module, "/")
	if strings.Contains(first, ".") {
		return false
	}
	switch first {
	case "all", "cmd", "go", "std", "vendor": // words of the go command
		return true
	}
	list := exec.CommandContext(ctx, "go", "list", "-f", "{{.Standard}}", first)
	list.Dir = os.TempDir() // in no module
	out, err := list.Output()
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// source returns the require lines for the framework that this program was built from, and the checksums of
// its dependencies. For a checkout it returns a replaced version, by its path from the folder of the new module.
func source(ctx context.Context, dir string) (require string, sums []byte, err error) {
	return sourceOf(released(), checkout(ctx), dir)
}

// sourceOf is source for a version and a checkout, each of which may be "".
func sourceOf(version, root, dir string) (require string, sums []byte, err error) {
	if root != "" {
		if sums, err = os.ReadFile(filepath.Join(root, "go.sum")); err != nil {
			sums = nil // the go command downloads them
		}
	}
	switch {
	case version != "":
		return fmt.Sprintf("require %s %s\n", framework, version), sums, nil
	case sums == nil:
		return "", nil, errors.New("no checkout of the framework is here; run this in a checkout, or in a module that requires the framework")
	}
	return replaced(root, dir), sums, nil
}

// checkout returns the folder of the framework's source: the one that this program was built from or, with
// trimmed paths, the one that the go command knows in the working directory. It returns "" if there is
// none.
func checkout(ctx context.Context) string {
	_, file, _, _ := runtime.Caller(0)
	root, found := strings.CutSuffix(filepath.ToSlash(file), "/framework/app/starter/starter.go")
	if _, err := os.Stat(filepath.Join(root, "go.mod")); found && filepath.IsAbs(root) && err == nil {
		return root
	}
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", framework).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// replaced returns the lines that require the framework from a checkout: by its path from the folder of the module, so that
// both can move together, or by the whole one where there is none. The path is quoted if go.mod needs that.
func replaced(root, dir string) string {
	if real, err := filepath.EvalSymlinks(filepath.Dir(dir)); err == nil {
		dir = filepath.Join(real, filepath.Base(dir))
	}
	if path, err := filepath.Rel(dir, root); err == nil {
		root = filepath.ToSlash(path)
		if !strings.HasPrefix(root, "../") && root != ".." {
			root = "./" + root
		}
	}
	if strings.ContainsAny(root, " \t\"'`(),[]{}") || strings.Contains(root, "//") {
		root = strconv.Quote(root)
	}
	return fmt.Sprintf("require %[1]s v0.0.0\n\nreplace %[1]s => %[2]s\n", framework, root)
}

var release = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z][0-9A-Za-z.]*)?$`)

// released returns the version of the framework that this program was built from, "" for a checkout.
func released() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == framework && m.Replace == nil && release.MatchString(m.Version) {
			return m.Version
		}
	}
	return ""
}

// goVersion returns the first version of the Go release that this program was built with.
func goVersion() string {
	return strings.TrimPrefix(minorVersion.FindString(runtime.Version()), "go") + ".0"
}

var minorVersion = regexp.MustCompile(`^go[0-9]+\.[0-9]+`)

// complete lets the go command add the dependencies of the new module.
func complete(ctx context.Context, dir string) error {
	return goCommand(ctx, dir, "list", "-mod=mod", "-deps", "-test", "./...")
}

// goCommand runs the go command in the new module.
func goCommand(ctx context.Context, dir string, args ...string) error {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("the module is written, but \"go %s\" failed in it; run \"go mod tidy\" there: %w\n%s", args[0], err, strings.TrimSpace(said.String()))
	}
	return nil
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	return os.WriteFile(file, []byte(text), mode)
}
