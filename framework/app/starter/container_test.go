package starter_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The container file has known instructions, images with a version, and stages that are there.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("files/Dockerfile.txt")
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	seen := map[string]int{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		seen[words[0]]++
		rest := strings.TrimSpace(strings.TrimPrefix(line, words[0]))
		switch words[0] {
		case "FROM":
			if !strings.Contains(words[1], ":") || strings.HasSuffix(words[1], ":latest") {
				t.Errorf("%s: the image has no version", rest)
			}
			if len(words) == 4 && words[2] == "AS" {
				stages = append(stages, words[3])
			}
		case "COPY":
			if stage, from := strings.CutPrefix(words[1], "--from="); from && !slices.Contains(stages, stage) {
				t.Errorf("%s: there is no stage %s", rest, stage)
			}
		case "ENTRYPOINT", "CMD":
			var list []string
			if err := json.Unmarshal([]byte(rest), &list); err != nil {
				t.Errorf("%s: %v", rest, err)
			}
		case "WORKDIR", "RUN", "ENV", "EXPOSE":
		default:
			t.Errorf("unknown instruction %s", words[0])
		}
	}
	if seen["FROM"] != 2 || seen["ENTRYPOINT"] != 1 || seen["CMD"] != 1 {
		t.Errorf("got the instructions %v", seen)
	}
}

// The compose file has known keys, volumes and services that are declared, and settings of the program.
func TestCompose(t *testing.T) {
	text, err := os.ReadFile("files/compose.yaml.txt")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct {
			Build, Image, Restart   string
			Command, Ports, Volumes []string
			Environment             map[string]string
			DependsOn               map[string]struct{ Condition string } `yaml:"depends_on"`
			Healthcheck             *struct {
				Test     []string
				Interval string
				Retries  int
			}
		}
		Volumes map[string]struct{}
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for name, s := range file.Services {
		if (s.Build == "") == (s.Image == "") || strings.HasSuffix(s.Image, ":latest") || s.Image != "" && !strings.Contains(s.Image, ":") {
			t.Errorf("%s: got build %q and image %q, want one of them, with a version", name, s.Build, s.Image)
		}
		for _, v := range s.Volumes {
			if of, _, _ := strings.Cut(v, ":"); !contains(file.Volumes, of) {
				t.Errorf("%s: volume %s is not declared", name, of)
			}
		}
		for on := range s.DependsOn {
			if file.Services[on].Healthcheck == nil {
				t.Errorf("%s waits for %s, which has no health check", name, on)
			}
		}
	}
	if s := file.Services["service"]; !strings.HasPrefix(s.Environment["PREFIX_DATABASE"], "postgres://NAME:") || !slices.Equal(s.Command[:2], []string{"serve", "--files"}) {
		t.Errorf("got %+v", s)
	}
}

func contains[V any](m map[string]V, key string) bool {
	_, is := m[key]
	return is
}
