// What clients in TypeScript and Python have in common: a request is one call of a connection, with named members.

package client

import (
	"strconv"
	"strings"
)

// callMembers returns what a request has beside its method and its path, in code: each behind a comma, with is between a name and
// its value.
func (o *operation) callMembers(query, is, yes string) string {
	var members strings.Builder
	add := func(name, value string) { members.WriteString(", " + name + is + value) }
	if o.Query != nil {
		members.WriteString(query)
		var commas []string
		for _, p := range o.Query.Members {
			if p.Commas {
				commas = append(commas, p.Wire)
			}
		}
		if commas != nil {
			add("commas", textList(commas))
		}
	}
	if o.Input != nil {
		add("body", "input")
	}
	if len(o.InputPath) > 0 {
		add("inside", textList(o.InputPath))
	}
	if o.Keyed {
		add("keyed", yes)
	}
	return members.String()
}

// frameMembers say where in an answer what stands, in code; "" where the answer is the rows.
func (o *operation) frameMembers(is string) string {
	var members []string
	for _, p := range []struct {
		name string
		path []string
	}{{"rows", o.Frame.Rows}, {"record", o.Frame.Record}, {"next", o.Frame.Next}, {"previous", o.Frame.Previous}, {"total", o.Frame.Total}} {
		if len(p.path) > 0 {
			members = append(members, p.name+is+textList(p.path))
		}
	}
	return strings.Join(members, ", ")
}

// verb returns the method of the connection that makes a request.
func (o *operation) verb() string {
	switch {
	case o.Kind == fileKind:
		return "download"
	case o.Lenient:
		return "outcomes"
	case o.Output == nil:
		return "none"
	case o.Kind == listKind, o.Kind == bulkKind:
		return "rows"
	}
	return "one"
}

// sampleCredentials returns the credentials of the example of a module, in code; "" for none.
func (m *model) sampleCredentials(name func(string) string) string {
	if len(m.Credentials) == 0 {
		return ""
	}
	c, of := m.Credentials[0], `"…"`
	if c.Basic {
		of = `"alice", "…"`
	}
	return name(c.Name) + "(" + of + ")"
}

// textList returns a list of texts in code.
func textList(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = strconv.Quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
