// Package rest is the door of the framework: declare resources, list them in a set, compile the
// set into a plan.
//
// # A resource
//
// A resource is a Go struct and a view set. The struct is both the row and the representation;
// each field says its name on the wire, or "-":
//
//	type Article struct {
//		ID        int64                   `rest:"id,readonly"`
//		Title     string                  `rest:"title" validate:"max=100"`
//		Body      string                  `rest:"body,multiline"`
//		Published *time.Time              `rest:"published"`
//		Kind      string                  `rest:"kind" default:"news" validate:"oneof=news essay"`
//		Author    rest.BelongsTo[User]    `rest:"author,readonly,show=username"`
//		Tags      rest.ManyToMany[Tag]    `rest:"tags,optional,link"`
//	}
//
//	func Articles() rest.Resource {
//		return rest.ViewSet[Article]{
//			Path:   "/articles/",
//			Access: auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly),
//			Owner:  rest.Field(func(a *Article) *rest.BelongsTo[User] { return &a.Author }),
//			Order:  []string{"-published"},
//			Pages:  rest.PageNumber{Size: 20},
//		}
//	}
//
// A field with neither a default nor "optional" is required, and a pointer may be null. Required
// means present: false, 0 and "" are values. The kinds are string, bool, the signed integers, the
// floats, time.Time, [Date], pointers to these, and the relations [BelongsTo], [HasMany] and
// [ManyToMany].
//
// # Tags
//
//	rest:"name"        the name on the wire; "-" keeps the field inside
//	  readonly         never taken from a client
//	  writeonly        never shown to a client
//	  optional         may be left out: the zero value, or null for a BelongsTo
//	  multiline        a text kept exactly as sent; other texts are trimmed
//	  unique           no two rows have the same value
//	  link             a relation, or the field ID, shown as an address
//	  show=field       a relation shown by a text field of the other side
//	  by=field         the field of the other side that a HasMany goes by, where there are several
//	  through=table    the table of pairs of a ManyToMany; table_field by default
//	  ondelete=action  restrict (default), cascade or null: what the other row's deletion does
//	default:"…"        the value of a create without the field; "now" for times and dates
//	validate:"…"       rules of go-playground/validator, and those of the set
//	db:"…"             the column, where it is not the wire name (relations add "_id")
//	label:"…"          the name for people, where it is not the wire name
//	help:"…"           a sentence for people who fill in the field
//
// # A set
//
// [NewSet] lists resources, [Set.Rule] adds rules that validate tags may name, [Set.Access] gives
// the rule of every resource that has none. [Set.Compile] checks everything, across resources too,
// and returns the [Plan] or all mistakes, each with its position and what to write instead.
package rest
