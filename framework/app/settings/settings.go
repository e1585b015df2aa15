// Package settings supplies the flags that a command line lacks: from the environment and from a file.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"
)

// Settings supplies missing flags: from the environment, or else from the settings file; otherwise the
// default applies. It is a kong.Resolver. The zero value has none.
type Settings struct {
	Getenv   func(string) string
	Variable func(flag string) string // returns the environment variable of a flag
	Path     string                   // path of the file, "" for none
	File     map[string]string        // values by flag
}

// Validate is called by kong; reading has checked everything.
func (s Settings) Validate(*kong.Application) error { return nil }

// Resolve is called by kong for each missing flag. An empty variable is no setting.
func (s Settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !flag.Tag.Has("setting") {
		return nil, nil
	}
	if text := s.Getenv(s.Variable(flag.Name)); text != "" {
		if problem := settingProblem(flag, text); problem != "" {
			return nil, fmt.Errorf("environment variable %s: %s", s.Variable(flag.Name), problem)
		}
		return text, nil
	}
	if text, ok := s.File[flag.Name]; ok {
		return text, nil
	}
	return nil, nil
}

// Given reports whether the environment or the settings file has a value for a flag.
func (s Settings) Given(flag string) bool {
	return s.Variable != nil && s.Getenv(s.Variable(flag)) != "" || s.File[flag] != ""
}

// settingProblem returns the mistake in the text of a setting, "" for none.
func settingProblem(flag *kong.Flag, text string) string {
	if flag.Enum != "" && !slices.Contains(flag.EnumSlice(), text) {
		return fmt.Sprintf("%q is not one of %s", text, strings.Join(flag.EnumSlice(), ", "))
	}
	var err error
	switch want := wants(flag); want {
	case "true or false":
		_, err = strconv.ParseBool(text)
	case "a whole number":
		_, err = strconv.ParseInt(text, 10, flag.Target.Type().Bits())
	case "a whole number from 0 on":
		_, err = strconv.ParseUint(text, 10, flag.Target.Type().Bits())
	case "a number":
		_, err = strconv.ParseFloat(text, flag.Target.Type().Bits())
	case "a duration such as 30s":
		_, err = time.ParseDuration(text)
	}
	if err != nil {
		return fmt.Sprintf("%q is not %s", text, wants(flag))
	}
	return ""
}

// wants returns the kind of a setting's value, in words.
func wants(flag *kong.Flag) string {
	switch {
	case flag.Target.Type() == reflect.TypeFor[time.Duration]():
		return "a duration such as 30s"
	case flag.IsBool():
		return "true or false"
	case flag.Target.CanInt():
		return "a whole number"
	case flag.Target.CanUint():
		return "a whole number from 0 on"
	case flag.Target.CanFloat():
		return "a number"
	case flag.IsSlice():
		return "a list"
	default:
		return "a text"
	}
}

// Read reads the settings file: one YAML object of plain values by the names of flags. It returns
// all its mistakes at once, each with its line.
func Read(path string, known map[string]*kong.Flag) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	f := settingsFile{path: path, known: known, values: map[string]string{}}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for n := 0; ; n++ {
		var document yaml.Node
		err := decoder.Decode(&document)
		switch {
		case errors.Is(err, io.EOF):
			return f.values, errors.Join(f.mistakes...)
		case err != nil:
			return nil, fmt.Errorf("settings: %s: %w", path, err)
		case n > 0:
			f.mistake(&document, "a second document; write one")
		default:
			f.read(document.Content[0])
		}
	}
}

// Add adds settings by a program's code, which the environment and the file override. It returns all mistakes in them.
// Settings with the tag alone are not for a service within another program.
func (s *Settings) Add(values map[string]string, known map[string]*kong.Flag) error {
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		problem := ""
		switch flag := known[name]; {
		case flag == nil:
			problem = "is unknown; " + hint(known, name)
		case flag.Tag.Has("alone"):
			problem = "is for a service that is a program of its own; here the program around it decides that"
		default:
			problem = settingProblem(flag, values[name])
		}
		if problem != "" {
			mistakes = append(mistakes, fmt.Errorf("setting %q: %s", name, problem))
		}
	}
	all := map[string]string{}
	maps.Copy(all, values)
	maps.Copy(all, s.File)
	s.File = all
	return errors.Join(mistakes...)
}

// settingsFile is a settings file while it is parsed.
type settingsFile struct {
	path     string
	known    map[string]*kong.Flag
	values   map[string]string
	mistakes []error
}

func (f *settingsFile) mistake(at *yaml.Node, format string, args ...any) {
	f.mistakes = append(f.mistakes, fmt.Errorf("%s:%d: %s", f.path, at.Line, fmt.Sprintf(format, args...)))
}

func (f *settingsFile) read(root *yaml.Node) {
	if root.Kind != yaml.MappingNode {
		f.mistake(root, "the settings are not names with values; write lines such as listen: 127.0.0.1:8000")
		return
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		flag := f.known[key.Value]
		_, twice := f.values[key.Value]
		switch {
		case flag == nil:
			f.mistake(key, "unknown setting %q; %s", key.Value, hint(f.known, key.Value))
		case twice:
			f.mistake(key, "setting %q is repeated", key.Value)
		default:
			f.values[key.Value] = textOf(flag, value)
			if problem := misplaced(flag, value); problem != "" {
				f.mistake(value, "%s: %s", key.Value, problem)
			}
		}
	}
}

// hint names the setting with a similar spelling, or all of them.
func hint(known map[string]*kong.Flag, key string) string {
	plain := strings.ReplaceAll(strings.ToLower(key), "_", "-")
	if known[plain] != nil {
		return fmt.Sprintf("write %q", plain)
	}
	return "known are " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
}

// textOf returns a value of the file as on the command line: the items of a list one after another.
func textOf(flag *kong.Flag, value *yaml.Node) string {
	if value.Kind != yaml.SequenceNode {
		return value.Value
	}
	items := make([]string, len(value.Content))
	for i, item := range value.Content {
		items[i] = item.Value
	}
	return kong.JoinEscaped(items, flag.Tag.Sep)
}

// misplaced returns the mistake in the YAML kind of a setting's value, "" for none. A text must be a text
// in YAML: 8000 and yes are not.
func misplaced(flag *kong.Flag, value *yaml.Node) string {
	want := wants(flag)
	if want == "a list" && value.Kind == yaml.SequenceNode {
		for _, item := range value.Content {
			if item.Kind != yaml.ScalarNode {
				return fmt.Sprintf("%s is not a list item; write values such as [a, b]", shown(item))
			}
		}
		return ""
	}
	tags := map[string][]string{
		"true or false": {"!!bool"}, "a whole number": {"!!int"}, "a whole number from 0 on": {"!!int"}, "a number": {"!!int", "!!float"},
	}[want]
	if tags == nil {
		tags = []string{"!!str"}
	}
	if value.Kind != yaml.ScalarNode || !slices.Contains(tags, value.ShortTag()) {
		return fmt.Sprintf("%s is not %s", shown(value), wants(flag))
	}
	return settingProblem(flag, value.Value)
}

func shown(value *yaml.Node) string {
	nodes := map[yaml.Kind]string{yaml.MappingNode: "an object", yaml.SequenceNode: "a list", yaml.AliasNode: "an alias"}
	if name, ok := nodes[value.Kind]; ok {
		return name
	}
	if value.Value == "" || value.ShortTag() == "!!null" {
		return "nothing"
	}
	return strconv.Quote(value.Value)
}
