// Package rest is the main package of the framework: declare resources, list them in a set, compile the set
// into a plan.
//
// # A resource
//
// A resource is a Go struct and a view set. The struct is both the row and the representation; each field
// declares its name on the wire, or "-":
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
// All options of a [ViewSet]:
//
//	Path               the list, such as "/articles/"; a segment in braces names a reference
//	RecordPath         the path above the records, if it is not Path
//	Singleton          each requester has one row, at Path
//	Actions            [List], [Create], [Retrieve], [Replace], [Modify] and [Destroy], joined by |;
//	                   [ReadOnly] are the first and third, [Everything] is the default
//	Extra              operations of the team, each an [Action]
//	Access             the rule of permissions; the rule of the set by default. DestroyAccess is the one for
//	                   deleting records, if it differs
//	Fields             who may read and write which members, as [FieldRules]
//	Owner              the owner of a row: a [Field]
//	Order, Pages       of the list
//	Throttles          how often its operations may run: some [Rate] at which a [Throttle] lets requests through,
//	                   [PerUser], [PerToken], [PerAddress] or [Together]
//	Bulk               which writes take many rows in one request, see [Bulk]
//	History            records who has changed a record, when and how, see [History]
//	Exports            whether CSV and the like have the whole list, instead of a page
//	Cache              how long caches may use lists and records, a [Caching]; [Cached] does that for an action
//	KeepLists          whether pages of the list are kept in memory while nothing is written
//	Or                 whether clients may join filters by "or"
//	Totals             counts, sums and averages of its rows that clients may request, as [Totals]
//	Facets             filters whose choices pages show with their numbers of rows
//	SavedViews         named queries of the list that pages link to, each a [SavedView]
//	Unindexed          filters and searches that no index serves, and the reasons
//	Indexes            of its table, each an [Index]: on several columns, unique together, partial
//	Constraints        conditions on several fields that every row must meet, each a [Constraint]
//	SoftDelete         deletions mark rows, which can be restored: a [SoftDelete]
//	ReadOnlyWhile      fields that clients may not change of some rows, each a [ReadOnlyWhile]
//	LimitChoices       which rows relations may lead to, each a [LimitChoices]
//	Search             the searched paths of ?search=; SearchParam is another name for it
//	Ordering           the orders that clients may request
//	Members            the members that they may choose, as [Members]: fewer, or [Expansion]s of relations
//	                   that [Expand] and [ExpandAs] make
//	Filters            parameters of its query in addition to those of the word filter, each a [Filter]
//	Params             parameters of its query that Go functions read, each a [Param]
//	Lookup             the field in addresses; the key by default
//	LookupPattern      what its values match
//	RequireVersion     changes must state the version that was read
//	LastModified       the time of a record's last change
//	PutModifies        a PUT changes only the members that are sent
//	PutCreates         a PUT to an address without a record creates it
//	EmptyNotFound      no body for a record that does not exist
//	Serializer         code for writes of rows, computed members, messages
//	Shapes             representations by operation, each a [Shape]
//	Envelope           the object around them
//	Preview            a [Preview] on the page of a record
//	Queries            the queries of the team's code, each a [Query]
//	Counters           its counters, each a [Counter] that [NewCounter] makes
//	Table              the table; the plural of the struct's name by default
//	Unmanaged          whether the table, or view, exists and others manage it
//	Name, ListName, RecordName, Description
//	                   texts for people
//
// # Kinds of values
//
// A field is of one of these Go types, of a type made of one of the first four, or a pointer to one. Or it is
// a relation: [BelongsTo], [HasMany], [HasOne] or [ManyToMany].
//
//	string             a text; pattern:"^[A-Z]{2}$" limits it to matches
//	bool               on the wire true or false; a form sends a tick
//	int64, uint8…      an integer, up to 9223372036854775807
//	float64, float32   a number
//	time.Time          in UTC, or the zone of the tag zone:"Europe/Berlin", with microseconds
//	[Date]             a day: "2026-01-02"; [NewDate] makes one
//	[TimeOfDay]        a time of day: "08:30:00"; [NewTimeOfDay] makes one
//	[Password]         a password, stored as a hash; the set lists [Passwords]
//	a struct           an object whose fields are members with their own rest and validate tags
//	map[string]any     an object of any members; its numbers are json.Number
//	json.RawMessage    any JSON
//	[]string, []int64… a list of values of one kind; rules of the items follow "dive". In an Unmanaged
//	                   table of PostgreSQL it may be an array, whose items that are NULL are left out
//	[MultipleChoice]   some values of an enum, each once
//	[]byte             bytes, on the wire in base64
//	netip.Addr         an IPv4 or IPv6 address
//	time.Duration      "[DD] [HH:[MM:]]ss[.uuuuuu]", with microseconds: "1 02:30:00"
//	uuid.UUID          of github.com/google/uuid
//	decimal.Decimal    of github.com/shopspring/decimal: exact, on the wire the text "12.50"
//
// A type made of a text or an integer with the method Choices is an [Enum]. It has only these values, each
// a [Choice], as [ChoiceOf] makes one of a constant and its label.
//
// [Set.Kinds] adds kinds from a program: each is one [Kind], a value that describes a Go type on the wire,
// in forms and in the columns of either database.
//
// # Keys and addresses
//
// The field ID is the key, in a column of any name. Its type determines its origin:
//
//	ID int64      `rest:"id,readonly"`                      // the database counts
//	ID uuid.UUID  `rest:"id,readonly"`                      // the service makes one, of version 7
//	ID string     `rest:"code" validate:"max=50"`           // the client sends one, at the create only
//
// An Unmanaged table that is only read may have a key of several columns, which are fields too. Its text is
// their values, joined by commas, with "%" and "," in a value as "%25" and "%2C":
//
//	ID string     `rest:"id,readonly" db:"actor_id,film_id"`
//
// A text in addresses consists of letters, digits, "-" and "_"; ViewSet.LookupPattern permits others, and an
// Unmanaged table without it has any text. A
// reference to a row with a number has it in BelongsTo.ID and ManyToMany.IDs, one to others in
// BelongsTo.Key and ManyToMany.Keys. ViewSet.Lookup names another field for addresses: with Lookup: "slug"
// a record is at "/projects/our-house/", and so are all links to it. In a struct of [ViewSet].Shapes the
// key is the field ID too; links have the look-up value even if the struct does not show it.
//
// # Tags
//
//	rest:"name"        the name on the wire; "-" hides the field
//	  readonly         never taken from a client
//	  writeonly        never shown to a client
//	  createonly       taken in a create; afterwards as "readonly"
//	  optional         may be left out: the zero value, or null for a BelongsTo; a text may be blank
//	  multiline        a text kept exactly as sent; other texts are trimmed
//	  code             the same for the text of a program, which pages show in a monospaced font
//	  title            pages call a record by this text; without it, by a unique text, else by the first one
//	  string           a whole number that is a text in JSON, "9007199254740993", because JavaScript
//	                   rounds it; references to such a key are texts too; as in encoding/json
//	  unique           no two rows have the same value
//	  unique=ci        no two rows have the same text, in any letter case
//	  index            the database has an index on the column; [ViewSet].Indexes has those of several
//	  sort             clients may request the order of the field: ?ordering=-due; [ViewSet].Ordering adds
//	                   choices after these. With sort=ci the case of a text's letters does not count,
//	                   also in Order, in order= of nested rows and at the end of a path
//	  filter           clients may filter by a value: ?state=open; with words for other look-ups,
//	                   "filter=in gte isnull": ?due__gte=2030-01-01
//	  link             a relation, or the field ID, shown as an address
//	  show=field       a relation shown by a text field of the other side
//	  by=field         the field of the other side for a HasMany, Count or Has, if there are
//	                   several
//	  of=relation      the relation that a Nested shows,
//	                   if it has another name; the file of an Address, and the part of a file in a
//	                   readonly column: of=scan.name, size, content_type, width or height
//	  order=field      the field that sorts the rows of a Nested, "-" before it for descending
//	  nested=word      what clients may do with the rows that a Nested shows: create, link, merge or replace;
//	                   of a ManyToMany shown by a text, "nested=create" makes the rows of unknown names
//	  computed         a value from a function of rest.Compute, without a column
//	  path=a.b         a readonly field of the row that the reference a leads to, also along several
//	  through=table    the table of pairs of a ManyToMany; table_field by default
//	  ondelete=action  restrict (default), cascade or null: the effect of the other row's deletion
//	default:"…"        the value of a create without the field; "now" for times and dates,
//	                   "random" for a uuid, "database" for a readonly field of an Unmanaged table whose
//	                   column the database fills
//	file:"…"           limits of a File or Image: max=1MiB, ext=png jpg, name=100 characters, checked (the
//	                   content matches the extension), width=4000 and height=4000 pixels
//	digits:"8,2"       8 digits of a decimal in all, 2 of them after the point
//	validate:"…"       rules of go-playground/validator, and those of the set, each a [Check] of texts or a
//	                   list of [Choice] values; gt, gte, lt and lte of a time or date compare with the
//	                   present and take no parameter. Those about other fields, by their Go
//	                   names: gtefield=Begins (gt, lt, lte, eq, ne), required_if=Status closed,
//	                   required_unless, required_with=Phone, required_without, and excluded_… for a field that
//	                   must then be empty
//	db:"…"             the column, if it is not the wire name (relations add "_id"); of a ManyToMany with
//	                   through= the columns of this side and of the other one: db:"film_id,actor_id"
//	label:"…"          the name for people, if it is not the wire name
//	help:"…"           a sentence for people who fill in the field
//
// A name on the wire has ASCII letters, digits, _, -, :, $ and @: dueDate, xml:lang. The column is the same
// in snake case. An embedded struct contributes its fields.
//
// # Files
//
// A [File] is sent in a form (multipart/form-data), stored during the upload and downloaded below the
// record, by requesters who may read the record. The row keeps its properties in columns, which other
// fields may show:
//
//	Scan    rest.File    `rest:"scan,writeonly" file:"max=20MiB,ext=pdf png jpg,checked"`
//	Name    string       `rest:"name,readonly,of=scan.name"`
//	Size    int64        `rest:"size,readonly,of=scan.size"`
//	Content rest.Address `rest:"content,of=scan"`
//
// With the word inline in the tag file, browsers show an image, a PDF or a text instead of downloading it.
//
// Here the content is at /scanned/7/content/, the name of that Address. A File that is not "writeonly" is
// shown as such an address itself. An [Image] also has a width and a height, and its content is always
// checked. With an address of [Call.SignedAddress] anyone may read a content for a time.
//
// # Representations
//
// A field may show a value that is not in a column of the row. It is read in the row's own statement, which
// stays one for any number of rows, with the requester's permissions:
//
//	Author   string                      `rest:"author_name,readonly,path=author.name"`
//	Comments rest.Count[Comment]         `rest:"comment_count"`
//	Starred  rest.Has[Star]              `rest:"starred"`
//	Last     rest.Nested[CommentBrief]   `rest:"latest,of=comments,order=-created"`
//	URL      rest.Address                `rest:"url"`
//
// A Nested can also be written if its tag permits it. Rows without a key are created, and those with one are
// changed. The others are deleted or, with merge, left unchanged:
//
//	Lines rest.Nested[OrderLine] `rest:"lines,nested=replace" validate:"max=50"`
//
// A field by path is null if a reference leads nowhere, or to a row that the requester may not see. [Count]
// does not count such rows, and [Nested] leaves them out. [ViewSet].Order may name a Count, a Has or a field
// by path. An [Address] is the address of the record. [Serializer].Computed lists members from Go functions,
// computed from the row and the [Call]; a field of the struct with "computed" determines the place of one:
//
//	Computed: []rest.Computed[Article]{rest.Compute("age_days", func(c *rest.Call, a *Article) int64 { … })}
//
// [ViewSet].Shapes lists other structs for the rows of lists, for records, and for the input of a create and
// a change. Their fields are columns and relations of the row, each with its own presentation, and nothing
// else of the row is read. Rules, conditions and the order stay those of the row:
//
//	Shapes: rest.Shapes{List: rest.As[ArticleBrief](), Create: rest.As[NewArticle]()}
//
// # Messages
//
// A refused value gets a message in the words of Django REST framework. [Serializer].Messages replaces
// messages, by the wire name and a code: "title.required". The codes are
//
//	required           a create or replace lacks the field
//	null               null for a field without null
//	blank              an empty text for a field without it
//	invalid            a value of another kind, or an unreadable one
//	invalid_choice     a value outside of the choices
//	min_value          an integer below the range of its Go type
//	max_value          an integer above it
//	overflow           a time outside the years 1 to 9999; a duration outside the range of its Go type
//	max_digits         a decimal with too many digits; max_decimal_places, max_whole_digits: with too many
//	                   after or before the point; max_string_length: with more than 1,000 characters
//	incorrect_type     a reference that is no key, or no address
//	not_a_list         a ManyToMany that is no list
//	does_not_exist     a reference to a row that does not exist
//	unique             a value of a unique field that another row has
//
// and the name of each rule in the field's validate tag: "title.max".
//
// # Who sees what
//
// The rule in [ViewSet].Access may use rows along relations, by paths of wire names, or columns:
//
//	Access: permission.By{
//		Read:  permission.Any(permission.Is("project.visibility", "public"), permission.Me("project.members.user")),
//		Write: permission.Me("project.members.user"),
//	}
//
// It filters lists and counts. A record that a requester may not read is not found; one that may be read but
// not changed is refused. A create or change is also refused if the rule does not permit its requester to
// change the resulting row, or to read it; see [permission.Rule]. Relations follow the rule of the resource
// that serves their other side. A ManyToMany and a HasMany show the rows that the requester may see, and
// forms offer these. A BelongsTo to another row is null. A reference to such a row is refused as if it did
// not exist, within the transaction too. A change of a ManyToMany keeps the rows that the requester does not
// see, and null for a BelongsTo that the requester does not see keeps it. The Owner is part of its row and
// always shown. So is a read-only relation to a struct that no resource of the set serves. A public record
// can therefore show the name of its author if the accounts are for administrators.
//
// # Operations
//
// In addition to the built-in operations, [ViewSet].Extra lists those of a team. [OnRecord] is one below a
// record, POST /articles/7/publish/. [OnList] is one next to the list, GET /articles/stats/. [Sublist] is a
// list of some of the rows, GET /articles/mine/. [Endpoint] is one without rows, which the set lists. Each is
// a typed function of a [Call]; its input and output are structs with the tags of rows, which are validated
// and shown as rows are, or [None]. After the function follow the options
//
//	GET                the [Method]: one of GET, POST, PUT, PATCH and DELETE; POST by default
//	Allow(rule)        a rule that replaces the resource's: [Allow]
//	When(p, "…")       the condition that a record must meet, and the message of the 409: [When]
//	At("name")         the segment of the path, if it is not the name: [At]
//	Status(202)        of a success; 200 by default, 204 without an output: [Status]
//	Describe("…")      its purpose: [Describe]
//	Throttled(t)       how often it may run: [Throttled]
//	Cost(fn)           for how many requests one counts, by its input: [Cost]
//	NonAtomic()        of an endpoint: without a transaction, [NonAtomic]
//	Card()             of an endpoint: its page is a form in the style of the login, [Card]
//	InAccountMenu("…") of an endpoint: its name in the account menu of the pages, [InAccountMenu]
//	MailsLinks()       that it mails links to the service, which need base-url: [MailsLinks]
//	RenderedAs("json") of an endpoint: only in some formats, [RenderedAs]
//	Requesting(rules)  of an endpoint: rules of requests that replace the set's, [Requesting]
//
// A resource may be at any path, also below the records of another. /articles/{article}/notes/ has the rows
// whose field article refers to the one article, for requesters who may read it. A [ViewSet] with Singleton
// has one row for each requester, such as /me/. A name precedes a key of the same text, so that such a record
// cannot be reached.
//
// # Authentication
//
// [Set.Schemes] lists the authentication schemes: values such as session.Scheme{}, basic.Scheme{} and
// token.Scheme{} of the packages below framework/auth, or types of a team, see [auth.Scheme]. They are
// tried in their order; the first that finds credentials decides, and one that refuses them ends the
// search. A request without credentials is refused with 401 and the challenge of the first scheme, or with
// 403 if that has none. [Set.EmailLogin] permits accounts to log in by their addresses too.
// [ObtainAuthToken] is an endpoint that returns a token for a name and a password, [Call.NewToken] makes one without, and at
// [Tokens] people list, make and revoke their own. At [Sessions] they see where they are logged in, and end sessions. At
// [SecondFactor] they set a second factor up, which the login then asks for, and permission.SecondFactor requires. A token
// may be limited to scopes: each operation has one, such as "articles:read", and [Set.Scopes] lists more, each a [Scope]. A set
// without a list has a session, then HTTP Basic, as Django REST framework does; its refusals are 403.
//
// # A set
//
// [NewSet] lists resources, under a name that [Set.Name] returns:
//
//	[Set.Include]      more resources, such as manage.Endpoints(…) of accounts
//	[RowPermissions]   the permissions on single rows, each a [RowPermission], as one more resource
//	[Audit]            who has changed rows, logged in and made tokens, and from where, as one more resource
//	[Webhooks]         addresses that receive events, as two more resources
//	[Job]              work after the commit of what enqueues it: see [Enqueue]; with a [Priority], [HighPriority] or [LowPriority]
//	[Jobs]             the runs of the jobs, as one more resource
//	[Verify]           a check of what comes with the set, such as files
//	[Set.Events]       how long changes of rows are kept for their readers: [Events]
//	[Set.CORS]         which pages of other origins may send requests: [CORS]
//	[Set.Access]       the rule of every resource that has none, and of the root
//	[Set.Rule]         a rule for validate tags
//	[Set.Kinds]        kinds of values that fields may have
//	[Set.Schemes]      the authentication schemes
//	[Set.EmailLogin]   accounts log in by their addresses too
//	[Set.PasswordPolicy] what is wrong with new passwords: auth.PasswordPolicy
//	[Set.Renderers]    the formats of responses
//	[Set.Parsers]      the formats of bodies
//	[Set.Errors]       the form of refusals
//	[Set.Problems]     the form of problem details that clients request
//	[Set.Catalogues]   the languages of refusals: a [Catalogue] each
//	[Set.TimeZones]    permits requests to name the zone of their moments: see [TimeZones] and [Call.TimeZone]
//	[Set.Versions]     the versions that clients may request, and how: [VersionScheme]
//	[Set.Scopes]       words that limit tokens, in addition to the operations: [Scope]
//	[Set.Throttles]    how often operations may run: [Throttle]
//	[Set.Requests]     the tolerated meaningless parts of requests: [RequestRules]
//	[Set.Theme]        the appearance of its pages: a [Theme]
//
// A resource with a create must fill its columns. A field that no client sends needs a default, an Owner,
// BeforeSave or BeforeCreate. This also applies to columns that another struct of the same table declares.
// [Set.Compile] checks everything, across resources too, and returns the plan or all mistakes, each a
// [DeclError] with its position and correction; [CheckSets] checks that several sets are compatible.
//
// # Formats
//
// A response is in JSON, in YAML, or in HTML, the pages for people; a body may be JSON, YAML or a form.
// [Set.Renderers] and [Set.Parsers] replace them by others:
//
//	rest.NewSet("magazine", Articles()).Renderers(
//		media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}, ndjson.Renderer{})
//
// The first is for clients that request none. The others are selected by suffix (/articles.csv), by
// ?format=csv and by Accept; OPTIONS and the pages list them. A renderer is any value that implements
// [media.Renderer], in one file of any module: it describes its format, and writes a document, whose rows
// stream. A document that a format cannot represent, such as an error in CSV, is written in the first
// format that can represent everything. A parser is a [media.Parser], a media type and a function.
//
// # A team's code
//
// [Serializer] contains code for writes of rows:
//
//	Validate           before the transaction: messages for fields, which refuse the write
//	BeforeSave         before it, in a create and a change: derives fields from others
//	BeforeCreate, AfterCreate, BeforeUpdate, AfterUpdate, BeforeDelete, AfterDelete
//	                   in it: read and write other rows
//	AfterCommit        after its commit: effects outside of the transaction
//
// All of it receives a [Call]: the request, the requester, the clock, the input, the row [Before] the
// change, the [Parent] of a path such as "/tickets/{ticket}/comments/", the transaction. It also has facts of
// the request, such as [Call.Header] and [Call.QueryParams]. [NewCall] makes a call for tests. Tasks beside the requests
// have a call too: see package background.
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
// [Rows] reads and writes the rows of any struct of the set in that transaction, under no rule but those of
// the database. [RowsOf.Visible] reads the rows that the requester may see. [RowsOf.Groups] counts and sums
// rows, in a [Group] for each value of a member. The names of a [Query] are checked at start-up. [Call.Exec]
// and [Call.Query] are for SQL. Changes by a hook are checked: the rule of the resource is applied to the row
// that the hooks leave. An error, or a panic, stores nothing. Effects outside of the transaction belong in
// AfterCommit: the database may require a transaction to run again, and it may not be stored at all. What must not be lost is
// a [Job]: [Enqueue] and [EnqueueAt] add a run of it to the transaction. A run that fails is repeated, unless its error is a
// [GiveUp].
//
// # Envelopes, pages and errors
//
// A representation is bare, unless the view set has an [Envelope]:
//
//	Envelope: rest.Envelope{Record: "article", List: "articles", Count: "count", Input: "article"},
//
// responds with {"article": {…}} and {"articles": […], "count": 2}, and takes bodies of the first form.
// Forms of pages, and formats that contain only rows, such as CSV, have none. [ViewSet].Pages divides the
// list, by [PageNumber], by [LimitOffset], by [Cursor] or by any [plan.Paginator]; without it the list
// streams. Their Count determines how the list is counted: [CountAll], [CountUpTo], [CountEstimate] or
// [CountNone]. [Set.LinkHeader] adds the addresses of other pages to a header too; [Set.OmitLocation] leaves out that
// of a created record. [Set.Slashless] answers paths without their slash at the end. [Set.Errors] sets the
// form of refusals: [PlainErrors] as Django REST framework, [ProblemDetails] (RFC 9457) or [NestedErrors]
// as the RealWorld API. Each is a value, and types of a team implement [plan.Envelope], [plan.Paginator] or
// [plan.ErrorForm], in one file of any module.
//
// The query of a list is strict: an unknown parameter is refused, 400, with the nearest known one, and so
// is a second value of a single parameter. [Lenient] are the rules of Django REST framework, which
// tolerates both. [Filtered] adds the filters of a list to its action, and [RowsOf.Filtered] are the
// matching rows.
//
// The code of a resource counts events with a [Counter] that [ViewSet].Counters lists; the metrics of the
// service show it.
//
// # Versions
//
// A [Version] is the service for its older clients: a list of changes of representations, each a
// [VersionChange]. [Rename], [Remove], [Add] and [Default] are about one member; [Split] replaces one by
// two, and [Join] two by one. A request states its version by [InAccept], [InPath], [InHeader], [InQuery]
// or [InHost]. The code of a team uses only the current names.
package rest
