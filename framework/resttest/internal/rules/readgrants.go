// Rules about groups, permissions and related rows, as their words say.

package rules

import (
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// grants reads "in group hr or audit" and "permission change_ticket" in the tables of groups and permissions.
func (r Reading) grants(words string, who Person) (holds Verdict, is bool) {
	names, group := strings.CutPrefix(words, "in group ")
	if !group {
		if names, is = strings.CutPrefix(words, "permission "); !is {
			return No, false
		}
	}
	wanted := strings.Split(names, " or ")
	switch {
	case who.Name == "":
		return No, true
	case !group && who.Admin:
		return Yes, true
	}
	var groups []any
	for _, pair := range r.Rows["users_groups"] {
		if pair["user_id"] == who.ID {
			groups = append(groups, pair["group_id"])
		}
	}
	if group {
		return r.has("groups", "id", groups, "name", wanted), true
	}
	return max(r.has("user_permissions", "user_id", []any{who.ID}, "permission", wanted), r.has("group_permissions", "group_id", groups, "permission", wanted)), true
}

// rowGrants reads "row permission change_ticket" in the table of the permissions on rows of the resource.
func (r Reading) rowGrants(words string, who Person, of *plan.Resource, row map[string]any) (holds Verdict, is bool) {
	names, is := strings.CutPrefix(words, "row permission ")
	switch {
	case !is:
		return No, false
	case who.Name == "":
		return No, true
	case who.Admin:
		return Yes, true
	case row == nil || r.Creating:
		return Maybe, true
	}
	var groups []any
	for _, pair := range r.Rows["users_groups"] {
		if pair["user_id"] == who.ID {
			groups = append(groups, pair["group_id"])
		}
	}
	for _, f := range of.Type.Fields {
		if f.Relation == nil || f.Relation.Type == nil || schema.PermittedOf(f.Relation.Target) == nil {
			continue
		}
		for _, granted := range r.Rows[f.Relation.Type.Table] {
			name, _ := granted["permission"].(string)
			mine := granted["user_id"] == any(who.ID) || granted["group_id"] != nil && slices.Contains(groups, granted["group_id"])
			if granted["row_id"] == row["id"] && slices.Contains(strings.Split(names, " or "), name) && mine {
				return Yes, true
			}
		}
	}
	return No, true
}

// GrantsToGroup reports whether a member of a permission on a row is the group, which is not sent beside an account.
func GrantsToGroup(r *plan.Resource, f *schema.Field) bool {
	return schema.PermittedOf(r.Type.Go) != nil && f.Column == "group_id"
}

// RowPermissionWords matches the words of a rule with permissions on a row.
var RowPermissionWords = regexp.MustCompile(`row permission ([^ ,()]+(?: or [^ ,()]+)*)`)

// has reports whether a row of a table with one of some keys has one of some texts.
func (r Reading) has(table, key string, keys []any, column string, texts []string) Verdict {
	return Sure(slices.ContainsFunc(r.Rows[table], func(row map[string]any) bool {
		text, _ := row[column].(string)
		return slices.Contains(keys, row[key]) && slices.Contains(texts, text)
	}))
}

// some reads "some seats with user is me and role = \"editor\"": one related row must meet all of it.
func (r Reading) some(words string, who Person, of *plan.Resource, row map[string]any) (holds Verdict, is bool) {
	rest, is := strings.CutPrefix(words, "some ")
	path, conditions, with := strings.Cut(rest, " with ")
	switch {
	case !is || !with || strings.ContainsAny(path, ` "()`):
		return No, false
	case who.Name == "" && strings.Contains(conditions, " is me"):
		return No, true
	case row == nil || strings.ContainsAny(conditions, "()") || !plainConditions(conditions):
		return Maybe, true
	}
	related, target, known := r.related(of.Type, row, strings.Split(path, "."))
	if !known {
		return Maybe, true
	}
	highest := No
	for _, other := range related {
		lowest := Yes
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

// related returns the rows at the end of a path of relations.
func (r Reading) related(of *schema.Type, row map[string]any, names []string) (rows []map[string]any, target *schema.Type, known bool) {
	i := slices.IndexFunc(of.Fields, func(f *schema.Field) bool { return f.Wire == names[0] || f.Column == names[0] })
	if i < 0 || of.Fields[i].Relation == nil {
		return nil, nil, false
	}
	keys, known := r.along(of, row, names[:1])
	target = of.Fields[i].Relation.Type
	for _, other := range r.Rows[target.Table] {
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
