// The parameters that many operations have, and the messages of webhooks, as the reference tells of them.

package reference

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// sharedParameters returns the parameters that many operations have. One of which another of the same name says all and more is not told
// twice: "Prefer" of reads says less than that of writes.
func (r *reader) sharedParameters() (all []Parameter) {
	for name, of := range r.d.Components.Parameters.All() {
		p := r.parameter(of)
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

// messages returns what webhooks are sent.
func (r *reader) messages() (all []*Message) {
	for name, item := range r.d.Webhooks.All() {
		o := item.Operations.Get("post")
		if o == nil || o.RequestBody == nil {
			continue
		}
		m := &Message{ID: "message-" + slug(name), Name: name, About: o.Description, Types: o.RequestBody.Content.Names()}
		for _, p := range o.Parameters {
			m.Parameters = append(m.Parameters, r.parameter(p))
		}
		if body := firstSchema(o.RequestBody.Content); body != nil {
			for name, s := range body.Properties.All() {
				m.Parameters = append(m.Parameters, r.parameter(&openapi.Parameter{
					Name: name, In: "body", Required: slices.Contains(body.Required, name), Description: s.Description, Schema: s,
				}))
			}
		}
		for status, of := range o.Responses.All() {
			n, _ := strconv.Atoi(status)
			m.Answers = append(m.Answers, Answer{Status: n, About: of.Description})
		}
		all = append(all, m)
	}
	return all
}
