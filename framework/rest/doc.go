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
//			Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
//			Owner:  rest.Field(func(a *Article) *rest.BelongsTo[User] { return &a.Author }),
//			Order:  []string{"-published"},
//			Pages:  rest.PageNumber{Size: 20},
//		}
//	}
//
// A field with neither a default nor "optional" is required, and a pointer may be null. Required
// means present: false, 0 and "" are values.
//
// All that a [ViewSet] says:
//
//	Path               the list, such as "/articles/"; a segment in braces names a reference
//	RecordPath         what the records are below, where it is not Path
//	Singleton          each requester has one row, at Path
//	Actions            [List], [Create], [Retrieve], [Replace], [Modify] and [Destroy], joined by |;
//	                   [ReadOnly] are the first and third, [Everything] is the default
//	Extra              operations of the team's own, each an [Action]
//	Access             who may do what; the rule of the set by default. DestroyAccess is who may delete
//	                   records, where that is not who may change them
//	Fields             who may read and write which members, as [FieldRules]
//	Owner              whose a row is: a [Field]
//	Order, Pages       of the list
//	Throttles          how often its operations may be done: some [Rate] at which a [Throttle] lets requests through,
//	                   [PerUser], [PerToken], [PerAddress] or [Together]
//	Bulk               which writes take many rows in one request, see [Bulk]
//	History            keeps who has changed a record, when and how, see [History]
//	Exports            whether CSV and the like have the whole list, and not a page of it
//	Facets             filters whose choices pages show with the number of rows that they leave
//	SavedViews         queries of the list that pages lead to under a name, each a [SavedView]
//	Unindexed          filters and searches that no index serves, and why that will do
//	Indexes            of its table, each an [Index]: on several columns, unique together, partial
//	Constraints        conditions on several fields that every row has to meet, each a [Constraint]
//	SoftDelete         deletions mark rows, which can be restored: a [SoftDelete]
//	ReadOnlyWhile      fields that clients may not change of some rows, each a [ReadOnlyWhile]
//	LimitChoices       which rows relations may lead to, each a [LimitChoices]
//	Search             where ?search= looks for words; SearchParam is another name for it
//	Ordering           the orders that clients may ask for
//	Members            the members that they may choose, as [Members]: fewer, or [Expansion]s of relations
//	                   that [Expand] and [ExpandAs] make
//	Filters            parameters of its query beside those of the word filter, each a [Filter]
//	Params             parameters of its query that Go functions read, each a [Param]
//	Lookup             the field in addresses; the key by default
//	LookupPattern      what its values match
//	RequireVersion     changes have to say as what the record was read
//	LastModified       the time of a record's last change
//	EmptyNotFound      no body for a record that does not exist
//	Serializer         code that is run when rows are written, computed members, messages
//	Shapes             representations by operation, each a [Shape]
//	Envelope           what stands around them
//	Preview            a [Preview] on the page of a record
//	Queries            what the code of the team asks with, each a [Query]
//	Counters           what it counts, each a [Counter] that [NewCounter] makes
//	Table              the table; the plural of the struct's name by default
//	Name, ListName, RecordName, Description
//	                   what people read
//
// # Kinds of values
//
// A field is of one of these Go types, of a type made of one of the first four, a pointer to one, or
// a relation: [BelongsTo], [HasMany], [HasOne] or [ManyToMany].
//
//	string             a text; pattern:"^[A-Z]{2}$" asks for those that match
//	bool               on the wire true or false; a form sends a tick
//	int64, uint8…      a whole number, up to 9223372036854775807
//	float64, float32   a number
//	time.Time          in UTC, or the zone of the tag zone:"Europe/Berlin", with microseconds
//	[Date]             a day: "2026-01-02"; [NewDate] makes one
//	[TimeOfDay]        a time of day: "08:30:00"; [NewTimeOfDay] makes one
//	[Password]         a password, of which a hash is kept; the set lists [Passwords]
//	a struct           an object whose fields are members with rest and validate tags of their own
//	map[string]any     an object of any members; its numbers are json.Number
//	json.RawMessage    any JSON
//	[]string, []int64… a list of values of one kind; rules of the items follow "dive"
//	[MultipleChoice]   some values of an enum, each once
//	[]byte             bytes, on the wire in base64
//	netip.Addr         an IPv4 or IPv6 address
//	time.Duration      "[DD] [HH:[MM:]]ss[.uuuuuu]", with microseconds: "1 02:30:00"
//	uuid.UUID          of github.com/google/uuid
//	decimal.Decimal    of github.com/shopspring/decimal: exact, on the wire the text "12.50"
//
// A type made of a text or a whole number with the method Choices is an [Enum]. It has only these values, each
// a [Choice], as [ChoiceOf] makes one of a constant and its label.
//
// [Set.Kinds] adds kinds of a program's own: each is one [Kind], a value that says what a Go type
// looks like on the wire, in forms and in the columns of either database.
//
// # Keys and addresses
//
// The field ID is the key, in the column "id". What it is says who gives it:
//
//	ID int64      `rest:"id,readonly"`                      // the database counts
//	ID uuid.UUID  `rest:"id,readonly"`                      // the service makes one, of version 7
//	ID string     `rest:"code" db:"id" validate:"max=50"`   // the client sends one, at the create only
//
// A text in addresses is made of letters, digits, "-" and "_"; ViewSet.LookupPattern takes others. A
// reference to a row with a number has it in BelongsTo.ID and ManyToMany.IDs, one to others in
// BelongsTo.Key and ManyToMany.Keys. ViewSet.Lookup names another field for addresses: with
// Lookup: "slug" a record is at "/projects/our-house/", and so are all links to it.
// In a struct of [ViewSet].Shapes the key is the field ID too; links have the look-up value also where
// the struct does not show it.
//
// # Tags
//
//	rest:"name"        the name on the wire; "-" keeps the field inside
//	  readonly         never taken from a client
//	  writeonly        never shown to a client
//	  createonly       taken at a create; afterwards as "readonly"
//	  optional         may be left out: the zero value, or null for a BelongsTo; a text may be blank
//	  multiline        a text kept exactly as sent; other texts are trimmed
//	  unique           no two rows have the same value
//	  index            the database has an index on the column; [ViewSet].Indexes has those of several
//	  sort             the query of the list may ask for the order of the field: ?ordering=-due; behind these
//	                   come the choices of [ViewSet].Ordering
//	  filter           the query of the list may ask for a value: ?state=open; with words for what else it
//	                   may ask, "filter=in gte isnull": ?due__gte=2030-01-01
//	  link             a relation, or the field ID, shown as an address
//	  show=field       a relation shown by a text field of the other side
//	  by=field         the field of the other side that a HasMany, Count or Has goes by, where there are
//	                   several
//	  of=relation      the relation that a Nested shows,
//	                   where it has another name; the file of an Address, and the part of a file that a
//	                   readonly column tells: of=scan.name, size, content_type, width or height
//	  order=field      the field that the rows of a Nested are sorted by, "-" before it for descending
//	  nested=word      what clients may send of the rows that a Nested shows: create, link, merge or replace;
//	                   of a ManyToMany shown by a text, "nested=create" makes the rows of unknown names
//	  computed         a value that a function of rest.Compute gives, which has no column
//	  path=a.b         a readonly field of the row that the reference a leads to, also along several
//	  through=table    the table of pairs of a ManyToMany; table_field by default
//	  ondelete=action  restrict (default), cascade or null: what the other row's deletion does
//	default:"…"        the value of a create without the field; "now" for times and dates,
//	                   "random" for a uuid
//	file:"…"           bounds of a File or Image: max=1MiB, ext=png jpg, name=100 characters, checked (the
//	                   content is what the extension says), width=4000 and height=4000 pixels
//	digits:"8,2"       8 digits of a decimal in all, 2 of them behind the point
//	validate:"…"       rules of go-playground/validator, and those of the set, each a [Check] of texts or a
//	                   list of [Choice] values; gt, gte, lt and lte of a time or date compare with the
//	                   present and take no parameter. Those that look at other fields, by their Go
//	                   names: gtefield=Begins (gt, lt, lte, eq, ne), required_if=Status closed,
//	                   required_unless, required_with=Phone, required_without, and excluded_… for a field that is
//	                   then to be empty
//	db:"…"             the column, where it is not the wire name (relations add "_id")
//	label:"…"          the name for people, where it is not the wire name
//	help:"…"           a sentence for people who fill in the field
//
// A name on the wire has ASCII letters, digits, _, -, :, $ and @: dueDate, xml:lang. The column is the
// same in snake case. A struct that is embedded contributes its fields.
//
// # Files
//
// A [File] is sent in a form (multipart/form-data), stored while it comes and downloaded below the record, by
// whoever may read that. The row keeps the facts about it in columns, which other fields may tell:
//
//	Scan    rest.File    `rest:"scan,writeonly" file:"max=20MiB,ext=pdf png jpg,checked"`
//	Name    string       `rest:"name,readonly,of=scan.name"`
//	Size    int64        `rest:"size,readonly,of=scan.size"`
//	Content rest.Address `rest:"content,of=scan"`
//
// Here the content is at /scanned/7/content/, the name of that Address. A File that is not "writeonly" is shown
// as such an address itself. An [Image] has a width and a height too, and its content is always looked at.
//
// # Representations
//
// A field may show a value that is no column of the row. It is read in the row's own statement, which stays one
// for any number of rows, and by what the requester may see:
//
//	Author   string                      `rest:"author_name,readonly,path=author.name"`
//	Comments rest.Count[Comment]         `rest:"comment_count"`
//	Starred  rest.Has[Star]              `rest:"starred"`
//	Last     rest.Nested[CommentBrief]   `rest:"latest,of=comments,order=-created"`
//	URL      rest.Address                `rest:"url"`
//
// A Nested is written too where its tag says how: rows without a key are made, those with one changed, and the others
// deleted, or with merge left as they are:
//
//	Lines rest.Nested[OrderLine] `rest:"lines,nested=replace" validate:"max=50"`
//
// A field by path is null where a reference leads nowhere, or to a row that the requester may not see;
// [Count] does not count such rows, and [Nested] leaves them out. [ViewSet].Order may name a Count, a
// Has or a field by path. An [Address] is that of the record. [Serializer].Computed lists members that Go
// functions give, of the row and the [Call]; where one stands, a field of the struct with "computed" says:
//
//	Computed: []rest.Computed[Article]{rest.Compute("age_days", func(c *rest.Call, a *Article) int64 { … })}
//
// [ViewSet].Shapes names other structs for the rows of lists, for records, and for what a create and a
// change are given. Their fields are columns and relations of the row, each shown in its own way, and
// nothing else of the row is read; rules, conditions and the order stay those of the row:
//
//	Shapes: rest.Shapes{List: rest.As[ArticleBrief](), Create: rest.As[NewArticle]()}
//
// # Messages
//
// A refused value is answered in the words of Django REST framework. [Serializer].Messages puts a
// declaration's own in their place, under the wire name and a code: "title.required". The codes are
//
//	required           a create or replace lacks the field
//	null               null where there is none
//	blank              an empty text where there is none
//	invalid            a value of another kind, or that cannot be read
//	invalid_choice     a value that is none of the choices
//	min_value          an integer below what its Go type holds
//	max_value          an integer above that
//	overflow           a time outside the years 1 to 9999; a duration that its Go type cannot hold
//	max_digits         a decimal of too many digits; max_decimal_places, max_whole_digits: of too many
//	                   behind or before the point; max_string_length: of more than 1,000 characters
//	incorrect_type     a reference that is no key, or no address
//	not_a_list         a ManyToMany that is no list
//	does_not_exist     a reference to a row that is not there
//	unique             a value of a unique field that another row has
//
// and the name of each rule in the field's validate tag: "title.max".
//
// # Who sees what
//
// The rule in [ViewSet].Access may look at rows along relations, by paths of wire names, or columns:
//
//	Access: permission.By{
//		Read:  permission.Any(permission.Is("project.visibility", "public"), permission.Me("project.members.user")),
//		Write: permission.Me("project.members.user"),
//	}
//
// It filters lists and counts. A record that it does not let a requester
// read is not found; one that may be read and not be changed is refused. A create or change is
// refused, too, where the rule does not let its requester change the row as it has become, or read it; see
// [permission.Rule]. Relations obey the rule of
// the resource that serves their other side: a ManyToMany and a HasMany show the rows that the
// requester may see, a BelongsTo to another row is null, the choices of forms are the same, and
// what names such a row is refused as if there were none, within the transaction too. Whoever changes a ManyToMany leaves the
// rows in it that he does not see, and null for a BelongsTo that he does not see keeps it. The Owner is part of its row and always shown; so is a
// read-only relation to a struct that no resource of the set serves, which is how a public
// record shows, say, the name of its author where the accounts are for administrators.
//
// # Operations
//
// Beside the built-in operations, [ViewSet].Extra lists those of a team's own: [OnRecord] is one below
// a record, POST /articles/7/publish/, [OnList] one beside the list, GET /articles/stats/, and
// [Sublist] a list of some of the rows, GET /articles/mine/. [Endpoint] is one without rows, which the
// set lists. Each is a typed function of a [Call]; what it takes and answers are structs with the tags
// of rows, which are validated and shown as rows are, or [None]. Behind the function stand the words
//
//	GET                the [Method]: one of GET, POST, PUT, PATCH and DELETE; POST by default
//	Allow(rule)        a rule in place of the resource's: [Allow]
//	At("name")         the segment of the path, where it is not the name: [At]
//	Status(202)        of a success; 200 by default, 204 without an output: [Status]
//	Describe("…")      what it is for: [Describe]
//	Throttled(t)       how often it may be done: [Throttled]
//	Cost(fn)           for how many requests one counts, by its input: [Cost]
//	NonAtomic()        of an endpoint: without a transaction, [NonAtomic]
//	Card()             of an endpoint: its page is a form in the look of the login, [Card]
//	RenderedAs("json") of an endpoint: only in some formats, [RenderedAs]
//	Requesting(rules)  of an endpoint: rules of requests in place of the set's, [Requesting]
//
// A resource may be at any path, also below the records of another: /articles/{article}/notes/ has the
// rows whose field article refers to the one article, for whoever may read that. A [ViewSet] with
// Singleton has one row for each requester, such as /me/. A name goes before a key of the same text,
// which so reaches no record.
//
// # Who asks
//
// [Set.Schemes] lists how requesters say who they are: values such as session.Scheme{},
// basic.Scheme{} and token.Scheme{} of the packages below framework/auth, or a team's own, see
// [auth.Scheme]. They are asked in their order; the first that finds credentials decides, and one that
// refuses them ends the search. A request without credentials is refused with 401 and the challenge of
// the first scheme, or with 403 where that has none. [Set.EmailLogin] lets accounts log in by their addresses too.
// [ObtainAuthToken] is an endpoint where clients get a token
// for a name and a password, and [Tokens] are those where people list, make and revoke their own. A token may be
// limited to scopes: each operation has one, such as "articles:read", and [Set.Scopes] lists more, each a [Scope].
// A set without a list has a session, then HTTP Basic, as Django REST framework does; its refusals are 403.
//
// # A set
//
// [NewSet] lists resources, under a name that [Set.Name] returns:
//
//	[Set.Include]      more resources, such as manage.Endpoints(…) of accounts
//	[RowPermissions]   the permissions on single rows, each a [RowPermission], as one more resource
//	[Audit]            who has changed rows, logged in and made tokens, and from where, as one more resource
//	[Webhooks]         addresses that events are sent to, as two more resources
//	[Set.Events]       how long changes of rows are kept for those who wait for them: [Events]
//	[Set.CORS]         which pages of other origins may send requests: [CORS]
//	[Set.Access]       the rule of every resource that has none, and of the root
//	[Set.Rule]         a rule that validate tags may name
//	[Set.Kinds]        kinds of values that fields may have
//	[Set.Schemes]      how requesters say who they are
//	[Set.EmailLogin]   accounts log in by their addresses too
//	[Set.Renderers]    the formats of responses
//	[Set.Parsers]      the formats of bodies
//	[Set.Errors]       the form of refusals
//	[Set.Problems]     how problem details look that clients ask for
//	[Set.Catalogues]   in which languages refusals are told: a [Catalogue] each
//	[Set.TimeZones]    lets requests name the zone of their moments: see [TimeZones] and [Call.TimeZone]
//	[Set.Versions]     which versions clients may ask for, and where: [VersionScheme]
//	[Set.Scopes]       what tokens may be limited to, beside the operations: [Scope]
//	[Set.Throttles]    how often operations may be done: [Throttle]
//	[Set.Requests]     what requests may have that means nothing: [RequestRules]
//	[Set.Theme]        how its pages look: a [Theme]
//
// A resource that may be created has to fill its columns: a field that no client sends needs a default,
// an Owner, BeforeSave or BeforeCreate, also where another struct declares more columns of the same
// table. [Set.Compile] checks everything, across resources too, and returns the plan or all mistakes,
// each a [DeclError] with its position and what to write instead; [CheckSets] checks that several sets go
// together.
//
// # Formats
//
// A response is in JSON, in YAML, or in HTML, the pages for people; a body may be JSON, YAML or a
// form. [Set.Renderers] and [Set.Parsers] list others in their place:
//
//	rest.NewSet("magazine", Articles()).Renderers(
//		media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}, ndjson.Renderer{})
//
// The first is for clients that ask for none. The others are had by suffix (/articles.csv), by
// ?format=csv and by Accept; OPTIONS and the pages list them. A renderer is any value that
// implements [media.Renderer], in one file of any module: it says its names, and writes a document,
// whose rows stream. What a format cannot hold, such as an error in CSV, is written in the first
// that holds everything. A parser is a [media.Parser], a media type and a function.
//
// # A team's own code
//
// [Serializer] has code that is run when rows are written:
//
//	Validate           before the transaction: messages for fields, which refuse the write
//	BeforeSave         before it, at a create and a change: derives fields from others
//	BeforeCreate, AfterCreate, BeforeUpdate, AfterUpdate, BeforeDelete, AfterDelete
//	                   in it: read and write other rows
//	AfterCommit        after its commit: effects outside of the transaction
//
// All of it gets a [Call]: the request, who asks, the clock, what was sent, the row [Before] the change, the
// [Parent] that a path such as "/tickets/{ticket}/comments/" names, the transaction. [NewCall] makes one for tests.
//
//	Serializer: rest.Serializer[Ticket]{
//		BeforeUpdate: func(call *rest.Call, t *Ticket) error {
//			if t.Status == "closed" && rest.Before[Ticket](call).Status != "closed" {
//				now := call.Now()
//				t.Closed = &now
//			}
//			return nil
//		},
//		AfterUpdate: func(call *rest.Call, t *Ticket) error {
//			if !call.Sent("status") {
//				return nil
//			}
//			return rest.Rows[Comment](call).Create(&Comment{Ticket: rest.BelongsTo[Ticket]{ID: t.ID}, Text: "Now " + t.Status})
//		},
//		AfterCommit: func(call *rest.Call, t *Ticket) error { return mail(call.Context(), t) },
//	}
//
// [Rows] reads and writes the rows of any struct of the set in that transaction, under no rule but those of the
// database; [RowsOf.Visible] reads what the requester may see, and [RowsOf.Groups] counts rows and adds them
// up, a [Group] for each value of a member. A [Query] has its names checked at start-up. [Call.Exec] and
// [Call.Query] are for SQL. What a hook changes is asked about: the rule of the resource is asked about the row
// as the hooks leave it. An error, or a panic, stores nothing. Effects outside of the transaction belong in
// AfterCommit: the database may ask for a transaction again, and it may not be stored at all.
//
// # Envelopes, pages and errors
//
// A representation is bare, unless the view set has an [Envelope]:
//
//	Envelope: rest.Envelope{Record: "article", List: "articles", Count: "count", Input: "article"},
//
// answers {"article": {…}} and {"articles": […], "count": 2}, and takes bodies of the first form. Forms of
// pages, and formats that hold only rows, such as CSV, have none. [ViewSet].Pages cuts the list, by
// [PageNumber], by [LimitOffset], by [Cursor] or by any [plan.Paginator]; without it the list streams. Their
// Count says how the list is counted: [CountAll], [CountUpTo], [CountEstimate] or [CountNone]. [Set.LinkHeader]
// gives the addresses of other pages in a header too. [Set.Errors] says how the set tells of refusals:
// [PlainErrors] as Django REST framework, [ProblemDetails] (RFC 9457) or [NestedErrors] as the RealWorld API.
// Each is a value, and a team's own implements [plan.Envelope], [plan.Paginator] or [plan.ErrorForm], in one
// file of any module.
//
// The query of a list is strict: a parameter that the list does not have is refused, 400, with the nearest one
// that it has, and so is a second value of a parameter that takes one. [Lenient] are the rules of Django REST
// framework, which lets both pass. [Filtered] lets an action of a list have its filters too, and [RowsOf.Filtered]
// are the rows that they leave.
//
// What the code of a resource counts, it counts with a [Counter] that [ViewSet].Counters lists; the
// metrics of the service show it.
//
// # Versions
//
// A [Version] is the service as its older clients know it: a list of changes to representations, each a
// [VersionChange]. [Rename], [Remove], [Add] and [Default] are about one member; [Split] has two members in the
// place of one, [Join] one in the place of two. A request says which version it means by [InAccept], [InPath],
// [InHeader], [InQuery] or [InHost]. The code of a team knows only today's names.
package rest
