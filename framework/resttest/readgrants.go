// Rules about groups, permissions and related rows, as their words say.

package resttest

import (
	"regexp"
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

// rowGrants reads "row permission change_ticket" in the table of the permissions on rows of the resource.
func (r reading) rowGrants(words string, who person, of *plan.Resource, row map[string]any) (holds verdict, is bool) {
	names, is := strings.CutPrefix(words, "row permission ")
	switch {
	case !is:
		return no, false
	case who.name == "":
		return no, true
	case who.admin:
		return yes, true
	case row == nil || r.creating:
		return maybe, true
	}
	var groups []any
	for _, pair := range r.rows["users_groups"] {
		if pair["user_id"] == who.id {
			groups = append(groups, pair["group_id"])
		}
	}
	for _, f := range of.Type.Fields {
		if f.Relation == nil || f.Relation.Type == nil || schema.PermittedOf(f.Relation.Target) == nil {
			continue
		}
		for _, granted := range r.rows[f.Relation.Type.Table] {
			name, _ := granted["permission"].(string)
			mine := granted["user_id"] == any(who.id) || granted["group_id"] != nil && slices.Contains(groups, granted["group_id"])
			if granted["row_id"] == row["id"] && slices.Contains(strings.Split(names, " or "), name) && mine {
				return yes, true
			}
		}
	}
	return no, true
}

// granted is what row i of a table of permissions on rows has in a column: a permission that a rule asks for, of an account
// and of a group in turn.
func (c *conformance) granted(table schema.Table, column schema.Column, i int) (value any, is bool) {
	if !slices.ContainsFunc(c.plan.Types, func(t *schema.Type) bool { return t.Table == table.Name && schema.PermittedOf(t.Go) != nil }) {
		return nil, false
	}
	switch column.Name {
	case "permission":
		var names []string
		for _, found := range rowPermissionWords.FindAllStringSubmatch(c.plan.String(), -1) {
			names = append(names, strings.Split(found[1], " or ")...)
		}
		if names = slices.Compact(slices.Sorted(slices.Values(names))); len(names) > 0 {
			return names[(i-1)%len(names)], true
		}
	case "user_id":
		return nil, i%2 == 0
	case "group_id":
		return nil, i%2 == 1
	}
	return nil, false
}

// grantsToGroup reports whether a member of a permission on a row is the group, which is not sent beside an account.
func grantsToGroup(r *plan.Resource, f *schema.Field) bool {
	return schema.PermittedOf(r.Type.Go) != nil && f.Column == "group_id"
}

var rowPermissionWords = regexp.MustCompile(`row permission ([^ ,()]+(?: or [^ ,()]+)*)`)

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
	case row == nil || strings.ContainsAny(conditions, "()") || !plainConditions(conditions):
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

// plainConditions reports whether each condition of a related row can be read: no text in it has the word that joins them.
func plainConditions(conditions string) bool {
	for condition := range strings.SplitSeq(conditions, " and ") {
		if _, _, among := amongWords(condition); !among && strings.Count(condition, `"`) != 2*strings.Count(condition, ` = "`) {
			return false
		}
	}
	return true
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
