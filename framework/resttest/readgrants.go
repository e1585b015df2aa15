// Rules about groups, permissions and related rows, as their words say.

package resttest

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// grants reads "in group hr or audit" and "permission change_ticket" in the tables of groups and permissions.
func (r reading) grants(words string, who person) (holds verdict, is bool) {
	names, group := strings.CutPrefix(words, "in group ")
	if !group {
		if names, is = strings.CutPrefix(words, "permission "); !is {
			return no, false
		}
	}
	wanted := strings.Split(names, " or ")
	switch {
	case who.name == "":
		return no, true
	case !group && who.admin:
		return yes, true
	}
	var groups []any
	for _, pair := range r.rows["users_groups"] {
		if pair["user_id"] == who.id {
			groups = append(groups, pair["group_id"])
		}
	}
	if group {
		return r.has("groups", "id", groups, "name", wanted), true
	}
	return max(r.has("user_permissions", "user_id", []any{who.id}, "permission", wanted), r.has("group_permissions", "group_id", groups, "permission", wanted)), true
}

// has reports whether a row of a table with one of some keys has one of some texts.
func (r reading) has(table, key string, keys []any, column string, texts []string) verdict {
	return sure(slices.ContainsFunc(r.rows[table], func(row map[string]any) bool {
		text, _ := row[column].(string)
		return slices.Contains(keys, row[key]) && slices.Contains(texts, text)
	}))
}

// some reads "some seats with user is me and role = \"editor\"": one related row has to meet all of it.
func (r reading) some(words string, who person, of *plan.Resource, row map[string]any) (holds verdict, is bool) {
	rest, is := strings.CutPrefix(words, "some ")
	path, conditions, with := strings.Cut(rest, " with ")
	switch {
	case !is || !with || strings.ContainsAny(path, ` "()`):
		return no, false
	case who.name == "" && strings.Contains(conditions, " is me"):
		return no, true
	case row == nil || strings.ContainsAny(conditions, "()") || strings.Count(conditions, `"`) != 2*strings.Count(conditions, ` = "`):
		return maybe, true
	}
	related, target, known := r.related(of.Type, row, strings.Split(path, "."))
	if !known {
		return maybe, true
	}
	highest := no
	for _, other := range related {
		lowest := yes
		for condition := range strings.SplitSeq(conditions, " and ") {
			lowest = min(lowest, r.compares(condition, who, &plan.Resource{Type: target}, other))
		}
		highest = max(highest, lowest)
	}
	return highest, true
}

// related are the rows at the end of a path of relations.
func (r reading) related(of *schema.Type, row map[string]any, names []string) (rows []map[string]any, target *schema.Type, known bool) {
	i := slices.IndexFunc(of.Fields, func(f *schema.Field) bool { return f.Wire == names[0] || f.Column == names[0] })
	if i < 0 || of.Fields[i].Relation == nil {
		return nil, nil, false
	}
	keys, known := r.along(of, row, names[:1])
	target = of.Fields[i].Relation.Type
	for _, other := range r.rows[target.Table] {
		if !known || !slices.Contains(keys, other[target.Key.Column]) {
			continue
		}
		if len(names) == 1 {
			rows = append(rows, other)
			continue
		}
		more, _, deeper := r.related(target, other, names[1:])
		rows, known = append(rows, more...), known && deeper
	}
	for _, name := range names[1:] {
		if i := slices.IndexFunc(target.Fields, func(f *schema.Field) bool { return f.Wire == name || f.Column == name }); i >= 0 && target.Fields[i].Relation != nil {
			target = target.Fields[i].Relation.Type
		}
	}
	return rows, target, known
}
