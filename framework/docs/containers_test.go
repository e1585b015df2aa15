package docs_test

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/observe"
)

// pod is a template of Kubernetes, as far as the recipe has it.
type pod struct {
	Metadata metadata
	Spec     struct {
		RestartPolicy string `yaml:"restartPolicy"`
		Grace         int    `yaml:"terminationGracePeriodSeconds"`
		Containers    []container
	}
}

type metadata struct {
	Name   string
	Labels map[string]string
}

type container struct {
	Name, Image string
	Args        []string
	Env         []struct{ Name, Value string }
	EnvFrom     []struct {
		SecretRef struct{ Name string } `yaml:"secretRef"`
	} `yaml:"envFrom"`
	Ports []struct {
		Name          string
		ContainerPort string `yaml:"containerPort"`
	}
	Startup   probe `yaml:"startupProbe"`
	Readiness probe `yaml:"readinessProbe"`
	Liveness  probe `yaml:"livenessProbe"`
	Resources struct{ Requests, Limits map[string]string }
	Security  map[string]bool `yaml:"securityContext"`
}

type probe struct {
	HTTPGet          struct{ Path, Port string } `yaml:"httpGet"`
	PeriodSeconds    int                         `yaml:"periodSeconds"`
	FailureThreshold int                         `yaml:"failureThreshold"`
}

// object is a document of Kubernetes.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   metadata
	Spec       struct {
		BackoffLimit int `yaml:"backoffLimit"`
		Replicas     int
		Selector     map[string]any
		Strategy     map[string]map[string]int
		Template     pod
		Ports        []struct {
			Port       int
			TargetPort string `yaml:"targetPort"`
		}
	}
}

// The objects of Kubernetes have known keys and fit each other, the program, and the image that the starter makes.
func TestKubernetes(t *testing.T) {
	decoder := yaml.NewDecoder(strings.NewReader(blockThatBegins(t, recipes, "apiVersion:")))
	decoder.KnownFields(true)
	objects := map[string]object{}
	for {
		var o object
		if err := decoder.Decode(&o); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		objects[o.APIVersion+" "+o.Kind] = o
	}
	migrate, service, front := objects["batch/v1 Job"], objects["apps/v1 Deployment"], objects["v1 Service"]
	if len(objects) != 3 || len(migrate.Spec.Template.Spec.Containers) != 1 || len(service.Spec.Template.Spec.Containers) != 1 {
		t.Fatalf("got the objects %+v", objects)
	}
	ports := map[string]string{}
	c := service.Spec.Template.Spec.Containers[0]
	for _, p := range c.Ports {
		ports[p.Name] = p.ContainerPort
	}
	labels := service.Spec.Template.Metadata.Labels["app"]
	secret := c.EnvFrom[0].SecretRef.Name
	m := migrate.Spec.Template.Spec.Containers[0]
	defaults := settings(t)
	least := duration(t, defaults["drain-delay"]) + duration(t, defaults["stop-timeout"])
	for what, pair := range map[string][2]string{
		"port of the image":         {ports["http"], exposed(t, "LISTEN")},
		"port of operators":         {ports["observe"], exposed(t, "OBSERVE")},
		"port of the Service":       {front.Spec.Ports[0].TargetPort, "http"},
		"startup probe":             {c.Startup.HTTPGet.Path + c.Startup.HTTPGet.Port, observe.AlivePath + "observe"},
		"liveness probe":            {c.Liveness.HTTPGet.Path + c.Liveness.HTTPGet.Port, observe.AlivePath + "observe"},
		"readiness probe":           {c.Readiness.HTTPGet.Path + c.Readiness.HTTPGet.Port, observe.ReadyPath + "observe"},
		"selector of the Service":   {front.Spec.Selector["app"].(string), labels},
		"selector of the pods":      {service.Spec.Selector["matchLabels"].(map[string]any)["app"].(string), labels},
		"image of the job":          {m.Image, c.Image},
		"secret of the job":         {m.EnvFrom[0].SecretRef.Name, secret},
		"command of the job":        {strings.Join(m.Args, " "), "migrate up"},
		"command of the service":    {strings.Join(c.Args, " "), "serve --wait-for-schema 5m"},
		"release in the job's name": {migrate.Metadata.Name, "shop-migrate-" + strings.ReplaceAll(m.Image[strings.LastIndex(m.Image, ":")+1:], ".", "-")},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %q, want %q", what, pair[0], pair[1])
		}
	}
	if got := time.Duration(service.Spec.Template.Spec.Grace) * time.Second; got <= least {
		t.Errorf("a pod has %v to stop, want more than drain-delay and stop-timeout, %v", got, least)
	}
	if wait := duration(t, c.Args[2]); time.Duration(c.Startup.PeriodSeconds*c.Startup.FailureThreshold)*time.Second < wait {
		t.Errorf("the startup probe gives up before the service has waited %v for the tables", wait)
	}
	variables := blockThatBegins(t, recipes, "kubectl create secret generic "+secret+" ")
	for _, e := range c.Env {
		variables += " " + e.Name
	}
	checkVariables(t, "SHOP_", variables)
}

// The compose file of the recipe has known keys, and extends the service of the starter's.
func TestComposeOverride(t *testing.T) {
	var file struct {
		Services map[string]struct {
			Image, Restart          string
			Environment             map[string]string
			Command, Ports, Volumes []string
		}
		Volumes map[string]struct{}
	}
	text := blockThatBegins(t, recipes, "services:")
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	base, err := os.ReadFile("../app/starter/files/compose.yaml.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range file.Services {
		if s.Image == "" && !strings.Contains(string(base), "\n  "+name+":\n") || s.Image != "" && !strings.Contains(s.Image, ":") {
			t.Errorf("%s is neither in the compose file of new nor has an image with a version", name)
		}
		for _, v := range s.Volumes {
			if of, _, _ := strings.Cut(v, ":"); !strings.Contains(text, "\n  "+of+": {}\n") {
				t.Errorf("%s: volume %s is not declared", name, of)
			}
		}
	}
	if to := file.Services["proxy"].Command; to[len(to)-1] != "service:"+exposed(t, "LISTEN") {
		t.Errorf("the proxy sends requests to %s", to[len(to)-1])
	}
	checkVariables(t, "RECIPES_", text)
}

// checkVariables checks that the environment variables in a text are settings of a program with a prefix.
func checkVariables(t *testing.T, prefix, text string) {
	t.Helper()
	known := settings(t)
	found := regexp.MustCompile(`\b`+prefix+`([A-Z_]+)`).FindAllStringSubmatch(text, -1)
	if len(found) < 2 {
		t.Errorf("got the variables %q in\n%s", found, text)
	}
	for _, m := range found {
		if _, is := known[strings.ReplaceAll(strings.ToLower(m[1]), "_", "-")]; !is {
			t.Errorf("%s is not a setting; operating.md has %d others", m[0], len(known))
		}
	}
}

// settings are the defaults of the settings that operating.md lists, by their names.
func settings(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| (`[a-z-]+`(?:, `[a-z-]+`)*) \\| `?([^|`]*)").FindAllStringSubmatch(string(text), -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			list[strings.Trim(name, "`")] = m[2]
		}
	}
	return list
}

// exposed is the port of a setting in the starter's container file.
func exposed(t *testing.T, setting string) string {
	t.Helper()
	text, err := os.ReadFile("../app/starter/files/Dockerfile.txt")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`PREFIX_` + setting + `=0\.0\.0\.0:(\d+)`).FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("the container file sets no %s", setting)
	}
	return m[1]
}

func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Error(err)
	}
	return d
}
