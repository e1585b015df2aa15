// The parameters that many operations have, and the messages of webhooks, as the reference tells of them.

package openapi

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// sharedParameters are those that many operations have. One of which another of the same name says all and more is not told
// twice: "Prefer" of reads says less than that of writes.
func (r *reader) sharedParameters() (all []Parameter) {
	shared := membersAt(r.root, "components", "parameters")
	for _, name := range shared.names {
		p := r.parameter(shared.values[name])
		p.ID = "param-" + name
		r.params[name] = p.ID
		all = append(all, p)
	}
	return slices.DeleteFunc(slices.Clone(all), func(p Parameter) bool {
		i := slices.IndexFunc(all, func(o Parameter) bool {
			return o.ID != p.ID && o.Name == p.Name && o.In == p.In && len(o.About) > len(p.About) && strings.Contains(o.About, p.About)
		})
		if i >= 0 {
			r.params[strings.TrimPrefix(p.ID, "param-")] = all[i].ID
		}
		return i >= 0
	})
}

// messages are what webhooks are sent.
func (r *reader) messages() (all []*Message) {
	hooks := membersAt(r.root, "webhooks")
	for _, name := range hooks.names {
		o := at(hooks.values[name], strings.ToLower(http.MethodPost))
		m := &Message{ID: "message-" + slug(name), Name: name, About: textAt(o, "description"), Types: typesOf(at(o, "requestBody"))}
		for _, p := range list(at(o, "parameters")) {
			m.Parameters = append(m.Parameters, r.parameter(p))
		}
		body := firstSchema(at(o, "requestBody"))
		properties := membersAt(body, "properties")
		for _, name := range properties.names {
			s := properties.values[name]
			m.Parameters = append(m.Parameters, r.parameter(newObject().set("name", name).set("in", "body").
				set("required", slices.Contains(list(at(body, "required")), any(name))).set("description", textAt(s, "description")).set("schema", s)))
		}
		responses := membersAt(o, "responses")
		for _, status := range slices.Sorted(maps.Keys(responses.values)) {
			n, _ := strconv.Atoi(status)
			m.Answers = append(m.Answers, Answer{Status: n, About: textAt(responses.values[status], "description")})
		}
		all = append(all, m)
	}
	return all
}
