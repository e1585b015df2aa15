// The command version.

package app

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// FrameworkVersion is the version of the framework, by semantic versioning.
const FrameworkVersion = "0.1.0"

type versionCmd struct{}

// Run prints the versions of the program and of the framework, and how the program was built.
func (versionCmd) Run(p *program) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	fmt.Fprintf(p.stdout, "%s %s\nframework %s\n%s %s/%s\n", p.own.Name, p.own.version(), FrameworkVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	var revision, modified string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if revision != "" {
		fmt.Fprintf(p.stdout, "revision %s%s\n", revision, modified)
	}
	return nil
}

// version returns the declared version, or else the version of the module.
func (own Program) version() string {
	version := own.Version
	if info, ok := debug.ReadBuildInfo(); ok && version == "" {
		version = info.Main.Version
	}
	return cmp.Or(version, "(devel)")
}
