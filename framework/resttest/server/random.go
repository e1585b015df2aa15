// Values that a service makes at random, in scenarios.

package server

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// randoms are the random values in the responses of a scenario: keys from the service, and cursors. A
// transcript has names instead, "{uuid-1}" and "{cursor-1}" in the order of their first occurrence, and
// later requests may use them. Steps that show the tag of each response name it "{etag-1}".
type randoms struct {
	sent   string            // by the scenario: what it sends itself is no random value
	names  map[string]string // by value
	values []string          // name, value, name, value
	of     map[string]int    // number of names of each sort
}

// newRandoms looks into the requests of a scenario.
func newRandoms(archive *txtar.Archive) *randoms {
	r := &randoms{names: map[string]string{}, of: map[string]int{}}
	for _, section := range archive.Files {
		for _, request := range requests(section) {
			r.sent += request.Name + "\n" + string(request.Data) + "\n"
		}
	}
	return r
}

// fill returns the section of a request with the values instead of their names.
func (r *randoms) fill(section txtar.File) txtar.File {
	replacer := strings.NewReplacer(r.values...)
	return txtar.File{Name: replacer.Replace(section.Name), Data: []byte(replacer.Replace(string(section.Data)))}
}

var (
	randomUUID   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	randomTag    = regexp.MustCompile(`W/\\?"[^"\\]+\\?"`) // in JSON, or in YAML
	randomCursor = regexp.MustCompile(`([?&](?:amp;)?cursor=)([\w.~%-]+)`)
)

// name returns a transcript with names instead of the values.
func (r *randoms) name(transcript string) string {
	transcript = randomUUID.ReplaceAllStringFunc(transcript, func(value string) string { return r.nameOf("uuid", value) })
	return randomCursor.ReplaceAllStringFunc(transcript, func(text string) string {
		parts := randomCursor.FindStringSubmatch(text)
		return parts[1] + r.nameOf("cursor", parts[2])
	})
}

// tagged returns the response of a step with the name of its tag after the status, and those of the tags in
// its body.
func (r *randoms) tagged(answer, tag string) string {
	status, body, _ := strings.Cut(answer, " ")
	body = randomTag.ReplaceAllStringFunc(body, func(value string) string {
		return r.nameOf("etag", strings.ReplaceAll(value, `\"`, `"`))
	})
	return strings.TrimSpace(status + " " + r.nameOf("etag", tag) + " " + body)
}

func (r *randoms) nameOf(sort, value string) string {
	if strings.Contains(r.sent, value) {
		return value
	}
	if r.names[value] == "" {
		r.of[sort]++
		r.names[value] = fmt.Sprintf("{%s-%d}", sort, r.of[sort])
		r.values = append(r.values, r.names[value], value)
	}
	return r.names[value]
}
