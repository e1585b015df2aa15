package rest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// compileResources checks and fills in what belongs to each resource as a whole.
func (c *compiler) compileResources() {
	resources := make([]resource, len(c.declared))
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		resources[i] = r
		r.names()
		r.path()
		r.lookup()
		r.actions()
		r.ownership()
		r.singleton()
		r.softDelete()
	}
	c.derive(resources)
	for _, r := range resources {
		d, e := r.declaration, r.Resource
		r.filled()
		r.ordering()
		r.access()
		r.pages()
		r.envelope()
		r.exports()
		r.conditions()
		r.bulk()
		r.throttles()
		r.readOnlyWhile()
		r.limitChoices()
		r.reads()
		r.represent()
		r.fieldRules()
		e.EmptyNotFound = d.EmptyNotFound
		e.Validate, e.BeforeSave, e.Preview = d.validate, d.beforeSave, d.preview
		r.counters()
		r.checkHooks()
	}
	c.compileQueries()
	for _, t := range c.order {
		schema.CheckHidden(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
		schema.CheckComputed(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
	}
	for _, t := range c.represented {
		schema.CheckComputed(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
	}
	c.dependants()
	c.parents()
	c.rowAccess()
	c.params()
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		r.indexes()
		r.constraints()
		r.operations()
		r.history()
	}
	c.actionRules()
	for _, a := range c.actions {
		c.addEndpoint(a)
	}
	c.links()
	c.nestedWrites()
	c.checkFieldRules()
}

// resource is one of the plan while it is being compiled.
type resource struct {
	*compiler
	*declaration
	*plan.Resource
}

func (r *resource) mistake(format string, args ...any) {
	r.reportView(r.goType, fmt.Sprintf(format, args...))
}

func (r *resource) names() {
	r.Resource.Name = r.Type.Name
	r.Resource.ListName, r.Resource.RecordName = r.declaration.ListName, r.declaration.RecordName
	if r.Resource.ListName == "" {
		r.Resource.ListName = r.Type.Name + " List"
	}
	if r.Resource.RecordName == "" {
		r.Resource.RecordName = r.Type.Name + " Instance"
	}
	r.Resource.Description = r.declaration.Description
}

func (r *resource) actions() {
	r.Resource.Actions, r.Resource.Singleton = r.declaration.Actions, r.declaration.Singleton
	switch {
	case r.Resource.Actions == 0 && r.Resource.Singleton:
		r.Resource.Actions = Retrieve | Replace | Modify
	case r.Resource.Actions == 0:
		r.Resource.Actions = Everything
	}
	if extra := r.Resource.Actions &^ Everything; extra != 0 {
		r.mistake("Actions has the unknown bits %#x; join rest.List, rest.Create, rest.Retrieve, rest.Replace, rest.Modify and rest.Destroy by |", uint8(extra))
	}
}

// filled checks that every column that no client may send gets its value from somewhere.
func (r *resource) filled() {
	if r.fields.audience != nil || !r.Has(Create) || r.beforeSave != nil || r.hooks.BeforeCreate != nil || r.declaration.Shapes.Create.of != nil {
		return
	}
	for _, f := range r.Type.Fields {
		switch {
		case f.Writable() || f.Null || f.HasDefault || f.Column == "" || f.IsPart() || f.IsFile() || given(f) || f == r.Type.Owner || r.isParent(f) || nests(r.Type, f):
		case f.Go == "ID":
			r.reportField(r.goType, f.Go, fmt.Sprintf(`the key is %s, which nothing gives at a create; write it without "readonly", such as rest:"code" db:"id" validate:"max=50", so that clients do, set it in BeforeSave, or write ID int64`, f.WithArticle()))
		case f.IsToOne() && (r.owner != nil && r.Type.Owner == nil || r.misplaced[r.Resource]): // the mistake is in Owner, or in Path
		case f.IsToOne():
			r.reportField(r.goType, f.Go, `nothing gives this reference a value at a create; name it as Owner, set it in BeforeSave, or write "optional"`)
		default:
			r.reportField(r.goType, f.Go, `nothing gives this field a value at a create; write default:"…", set it in BeforeSave, or leave rest.Create out of the actions`)
		}
	}
}

// given reports whether a field is a key that the database or the service gives.
func given(f *schema.Field) bool {
	return f.Go == "ID" && (f.AsKey == nil || f.AsKey.Numbered || f.AsKey.New != nil)
}

func (r *resource) ownership() {
	if r.owner == nil {
		return
	}
	row := reflect.New(r.goType)
	address, ok := call(func() any { return r.owner(row) })
	if !ok || address == nil || reflect.ValueOf(address).IsNil() {
		r.mistake("Owner: the function given to rest.Field returns no address; write func(row *%s) *rest.BelongsTo[…] { return &row.… }", plainName(r.goType))
		return
	}
	f := r.Type.At(row, address)
	switch {
	case f == nil:
		r.mistake("Owner: the function given to rest.Field returns the address of something else than a field of the row; write func(row *%s) *rest.BelongsTo[…] { return &row.… }", plainName(r.goType))
	case !f.IsToOne():
		r.reportField(r.goType, f.Go, fmt.Sprintf("the owner of a row is a %s; make it a rest.BelongsTo of the accounts", f.Kind))
	case f.Relation.Type != nil && f.Relation.Type.Table != "users":
		r.reportField(r.goType, f.Go, fmt.Sprintf(`the owner is a row of table %q; owners are accounts, rows of table "users": make it a rest.BelongsTo of those`, f.Relation.Type.Table))
	case f.Writable():
		r.reportField(r.goType, f.Go, `the owner is the account that creates the row, never a client's choice; write "readonly"`)
	default:
		r.Type.Owner = f
	}
}

// call is fn's result, false where fn panics: it is a team's function, and may be wrong.
func call[R any](fn func() R) (result R, ok bool) {
	defer func() { _ = recover() }()
	return fn(), true
}

func (r *resource) ordering() {
	order, mistakes := plan.ParseOrder(r.Type, r.declaration.Order)
	for _, msg := range mistakes {
		r.mistake("%s", msg)
	}
	r.Resource.Order = order
}

// access finds the rule's paths and checks that its two readings exist where they are needed.
func (r *resource) access() {
	rule := r.declaration.Access
	if rule == nil {
		rule = r.set.access
	}
	if rule == nil {
		r.mistake("nothing says who may use the resource; write Access: permission.Anyone to let everybody, or another rule")
		return
	}
	rule = r.onlyOwn(rule)
	if r.DestroyAccess != nil && !r.Has(Destroy) {
		r.mistake("DestroyAccess says who may delete a record, and nobody can; add rest.Destroy to the actions, or leave it out")
	}
	bound := r.bindRule("Access", rule)
	if bound == nil {
		return
	}
	r.anonymous(bound)
	if names := permission.WithoutSQL(bound); r.Has(List) && len(names) > 0 {
		r.mistake("Access: a list cannot be filtered by the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner, or leave rest.List out", strings.Join(names, ", "))
	}
	r.Resource.Access = bound
}

// bindRule binds a rule of the view set to its rows, nil where there is a mistake.
func (r *resource) bindRule(name string, rule permission.Rule) permission.Rule {
	return r.bindRuleOf(name, rule, false)
}

// bindRuleOf is bindRule of a member, or of operations.
func (r *resource) bindRuleOf(name string, rule permission.Rule, member bool) permission.Rule {
	bound, mistakes := bindRule(rule, r.Type, member, permission.Contradictions)
	for _, msg := range mistakes {
		r.mistake("%s: %s", name, msg)
	}
	if permission.NeedsOwner(rule) && r.owner == nil {
		r.mistake("%s: the rule asks for an owner and the resource names none; write Owner: rest.Field(func(row *%s) *rest.BelongsTo[…] { return &row.… })", name, plainName(r.goType))
	}
	if len(mistakes) > 0 {
		return nil
	}
	return bound
}

// bindRule binds a rule to rows, and says what is wrong with it, contradictions too.
func bindRule(rule permission.Rule, t *schema.Type, member bool, contradictions func(permission.Rule) []string) (bound permission.Rule, mistakes []string) {
	bound, mistakes = permission.Bind(rule, t, ownedBy(t))
	switch wrong := permission.Misplaced(rule, member); {
	case mistakes != nil || permission.NeedsOwner(rule) && t.Owner == nil: // which is told
	case wrong != "":
		mistakes = []string{wrong}
	default:
		mistakes = contradictions(bound)
	}
	return bound, mistakes
}

// ownedBy says that the requester owns a row, which nobody does where the resource names no owner.
func ownedBy(t *schema.Type) predicate.Expr {
	if t.Owner == nil {
		return predicate.Constant(false)
	}
	return predicate.RequesterAt(cmp.Or(t.Owner.Wire, t.Owner.Column), t.Owner.Index)
}

// anonymous refuses a rule that lets a request without a user create what needs an owner.
func (r *resource) anonymous(rule permission.Rule) {
	owner := r.Type.Owner
	if owner == nil || owner.Null || !r.Has(Create) || r.beforeSave != nil || r.hooks.BeforeCreate != nil {
		return
	}
	left, ok := call(func() predicate.Expr { return permission.Reduce(rule, permission.Request{}) })
	if ok && !left.IsFalse() {
		r.mistake(`Access: anonymous requests may create rows, and a row needs an owner; write permission.All(permission.SignedInOrReadOnly, …), or "optional" at %s`, owner.Go)
	}
}

// taggedFiles are the files of a row, shown or not, that the tag of its record follows: nobody writes over one that he
// has not seen. A version says the same in one column.
func (r *resource) taggedFiles() []*schema.Field {
	if r.Type.Version != nil {
		return nil
	}
	return r.Type.Files()
}

func (r *resource) reads() {
	r.Reads = r.Type.Reads()
	add := func(f *schema.Field) {
		if f != nil && !slices.Contains(r.Reads, f) {
			r.Reads = append(r.Reads, f)
		}
	}
	add(r.Type.Key)
	add(r.Resource.Lookup.Field)
	add(r.Type.Owner)
	add(r.Type.Version)
	add(r.Resource.LastModified)
	for _, f := range r.taggedFiles() {
		add(f)
	}
	if r.Parent != nil {
		add(r.Parent.Field)
	}
	for _, index := range permission.Columns(r.Resource.Access) {
		add(r.Type.Fields[index])
	}
	for _, rule := range r.Resource.ReadOnlyWhile {
		for _, f := range r.Type.Columns() {
			if rule.Holds.Reads(f.Index) {
				add(f)
			}
		}
	}
	for _, limit := range r.Resource.LimitChoices {
		for _, f := range limit.Outer {
			add(f)
		}
	}
	if _, seeks := r.Resource.Pages.(plan.Seeker); seeks {
		for _, o := range r.Resource.Order {
			add(o.Field)
		}
	}
	if r.Type.Key != nil && permission.HasRowFunc(r.Resource.Access) { // it may want any column
		for _, f := range r.Type.Columns() {
			add(f)
		}
	}
}
