// Examples of a set of resources and its first settings.

package rest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// Article is what the examples declare: a field of most kinds.
type Article struct {
	ID      int64                     `rest:"id,readonly"`
	Title   string                    `rest:"title,unique" validate:"max=100"`
	Slug    string                    `rest:"slug,readonly"`
	Section string                    `rest:"section" default:"news" validate:"section"`
	Ends    *rest.Date                `rest:"ends"`
	Added   time.Time                 `rest:"added,readonly" default:"now"`
	Author  rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
	Tags    rest.ManyToMany[Tag]      `rest:"tags,optional,link"`
	Replies rest.HasMany[Reply]       `rest:"replies,readonly"`
}

// Tag is a word by which articles are found.
type Tag struct {
	ID   int64  `rest:"url,readonly,link" db:"id"`
	Word string `rest:"word,unique" validate:"word,max=100"`
}

// Reply is what somebody says of an article.
type Reply struct {
	ID      int64                   `rest:"id,readonly"`
	Text    string                  `rest:"text,multiline"`
	Article rest.BelongsTo[Article] `rest:"article,ondelete=cascade"`
}

// Articles is the resource of articles: everybody reads, authors write.
func Articles() rest.Resource {
	return rest.ViewSet[Article]{
		Path:   "/articles/",
		Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
		Owner:  rest.Field(func(a *Article) *rest.BelongsTo[auth.User] { return &a.Author }),
		Order:  []string{"-added"},
		Pages:  rest.PageNumber{Size: 20},
		Serializer: rest.Serializer[Article]{
			BeforeSave: func(_ *rest.Call, a *Article) error {
				a.Slug = strings.ReplaceAll(strings.ToLower(a.Title), " ", "-")
				return nil
			},
		},
	}
}

// Magazine is a configuration: the resources, their rules, and who may use what says nothing else.
func Magazine() *rest.Set {
	sections := rest.Check{Choices: func() []rest.Choice {
		return []rest.Choice{{Value: "news", Label: "News"}, {Value: "essay", Label: "Essays"}}
	}}
	words := rest.Check{
		Valid:   func(s string) bool { return !strings.ContainsRune(s, ' ') },
		Message: "Enter one word.",
	}
	return rest.NewSet("magazine",
		Articles(),
		rest.ViewSet[Tag]{Path: "/tags/"},
		rest.ViewSet[Reply]{Path: "/replies/"},
	).
		Rule("section", sections).
		Rule("word", words).
		Access(permission.SignedInOrReadOnly)
}

// A set is compiled into a plan before anything is served.
func ExampleNewSet() {
	plan, err := Magazine().Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range plan.Resources {
		fmt.Println(e.Path, e.ListName, permission.String(e.Access))
	}
	// Output:
	// /articles/ Article List all(signed in or read only, owner or read only)
	// /tags/ Tag List signed in or read only
	// /replies/ Reply List signed in or read only
}

// Lists for spreadsheets, and for programs that read them as they come, beside JSON and the pages.
func ExampleSet_Renderers() {
	set := Magazine().Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}, ndjson.Renderer{})
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		if strings.Contains(line, "renders") {
			fmt.Println(strings.TrimSpace(line))
		}
	}
	// Output: renders  json application/json, api text/html, csv text/csv, ndjson application/x-ndjson
}

// Bodies of plain text, which are the text of a reply.
func ExampleSet_Parsers() {
	text := media.Parser{
		MediaType: "text/plain",
		Parse: func(body []byte, _ map[string]string, _ media.Limits) (media.Body, error) {
			if !utf8.Valid(body) {
				return media.Body{}, problem.New(problem.Malformed, "Text parse error - invalid UTF-8")
			}
			return media.Body{Value: map[string]any{"text": string(body)}}, nil
		},
	}
	plan, err := Magazine().Parsers(append(media.Parsers(), text)...).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Parsers[len(plan.Parsers)-1].MediaType)
	// Output: text/plain
}

// A team's own pages: a block takes the place of the framework's block of that name, and the rules of
// a style sheet win over the framework's. Usually the files are an embed.FS.
func ExampleSet_Theme() {
	set := Magazine().Theme(rest.Theme{Title: "The Magazine", Files: fstest.MapFS{
		"pages/footer.html": {Data: []byte(`{{define "footer"}}<p>{{.Service}}, since 1923</p>{{end}}`)},
		"pages/colours.css": {Data: []byte(`:root { --accent: light-dark(#7a2ba8, #d5a6f2); }`)},
	}})
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		if strings.Contains(line, "title") || strings.Contains(line, "pages ") {
			fmt.Println(strings.TrimSpace(line))
			if strings.Contains(line, "pages ") {
				break
			}
		}
	}
	// Output:
	// title   The Magazine
	// pages   pages/colours.css, pages/footer.html
}

// All mistakes are found in one run, each with its place and what to write instead.
func ExampleSet_Compile() {
	type Letter struct {
		ID   int64  `rest:"id,readOnly"`
		Text string `rest:"text" default:"hello" validate:"max=3"`
	}
	set := rest.NewSet("post", rest.ViewSet[Letter]{Path: "letters"}).Access(permission.Anyone)
	_, err := set.Compile()
	for mistake := range strings.Lines(err.Error()) {
		_, what, _ := strings.Cut(mistake, ": ") // without the position
		fmt.Print(what)
	}
	// Output:
	// Letter.ID: rest tag: unknown option "readOnly"; write "readonly"
	// Letter.Text: default tag: the field itself refuses "hello" (Ensure this field has no more than 3 characters.); write a default that a client could send
	// Letter: path "letters" does not start and end with a slash around a name; write "/letters/"
}

func ExampleDeclError() {
	_, err := rest.NewSet("post", rest.ViewSet[Tag]{Path: "/tags/"}).Compile()
	if mistake, ok := errors.AsType[*rest.DeclError](err); ok {
		file, _, _ := strings.Cut(mistake.Pos, ":")
		fmt.Println(file)
		fmt.Println(mistake.Resource, mistake.Msg)
	}
	// Output:
	// framework/rest/example_test.go
	// Tag nothing says who may use the resource; write Access: permission.Anyone to allow everyone, or another rule
}

// A view set with nothing but a path offers every action on the rows of its struct.
func ExampleViewSet() {
	plan, err := rest.NewSet("tags",
		rest.ViewSet[Tag]{Path: "/tags/"},
		rest.ViewSet[Tag]{Path: "/words/", Name: "Word", Actions: rest.ReadOnly},
	).Rule("word", rest.Check{Valid: func(string) bool { return true }, Message: "Enter one word."}).Access(permission.Admin).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range plan.Resources {
		fmt.Println(e.Path, e.Name, "table", e.Type.Table, "create:", e.Has(rest.Create))
	}
	// Output:
	// /tags/ Tag table tags create: true
	// /words/ Word table tags create: false
}

// Field names a field in Go, so that the compiler knows of it: a misspelt one is not a program.
func ExampleField() {
	plan, _ := Magazine().Compile()
	fmt.Println(plan.Resources[0].Type.Owner.Go)
	// Output: Author
}

// A check with Valid is a rule for texts, named in validate tags.
func ExampleCheck() {
	plan, _ := Magazine().Compile()
	rule := plan.Resources[1].Type.ByWire("word").Rules[0]
	fmt.Println(rule.Tag+":", rule.Message)
	// Output: word: Enter one word.
}

// A check with Choices is a closed list, which forms offer.
func ExampleCheck_choices() {
	plan, _ := Magazine().Compile()
	for _, c := range plan.Resources[0].Type.ByWire("section").Choices {
		fmt.Println(c.Value, "is read as", c.Label)
	}
	// Output:
	// news is read as News
	// essay is read as Essays
}

// Validate looks at several fields at once; what it says is answered as 400.
func ExampleSerializer_validate() {
	type Stay struct {
		ID   int64     `rest:"id,readonly"`
		From rest.Date `rest:"from"`
		To   rest.Date `rest:"to"`
	}
	stays := rest.ViewSet[Stay]{
		Path:   "/stays/",
		Access: permission.SignedIn,
		Serializer: rest.Serializer[Stay]{
			Validate: func(_ *rest.Call, s *Stay) (said problem.Fields) {
				if s.To.Before(s.From.Time) {
					said.Add("to", "A stay ends after it has begun.")
				}
				return said
			},
		},
	}
	stay := &Stay{From: rest.NewDate(2026, time.November, 21)}
	fmt.Println(stays.Serializer.Validate(rest.NewCall(context.Background()), stay).Err())
	// Output: to: A stay ends after it has begun.
}

// BeforeSave derives fields from others at every create and change.
func ExampleSerializer_beforeSave() {
	articles := Articles().(rest.ViewSet[Article])
	article := &Article{Title: "Snow in May"}
	err := articles.Serializer.BeforeSave(rest.NewCall(context.Background()), article)
	fmt.Println(article.Slug, err)
	// Output: snow-in-may <nil>
}

// Messages puts a team's own words in the place of the framework's.
func ExampleSerializer_messages() {
	set := rest.NewSet("words", rest.ViewSet[Tag]{
		Path:       "/tags/",
		Access:     permission.Admin,
		Serializer: rest.Serializer[Tag]{Messages: map[string]string{"word.unique": "There is such a tag already."}},
	}).Rule("word", rest.Check{Valid: func(string) bool { return true }, Message: "Enter one word."})
	plan, _ := set.Compile()
	fmt.Println(plan.Resources[0].Type.ByWire("word").Taken("Tag"))
	// Output: There is such a tag already.
}

func ExamplePageNumber() {
	plan, _ := Magazine().Compile()
	fmt.Println(plan.Resources[0].Pages, plan.Resources[1].Pages == nil)
	// Output: of 20 true
}

// A BelongsTo is a column with the key of one row of another table.
func ExampleBelongsTo() {
	plan, _ := Magazine().Compile()
	author := plan.Resources[0].Type.ByWire("author")
	fmt.Println(author.Column, "refers to", author.Relation.Type.Table, "and is shown by", author.Relation.OnShow.Wire)
	// Output: author_id refers to users and is shown by username
}

// A HasMany is the other side of a BelongsTo: it has no column.
func ExampleHasMany() {
	plan, _ := Magazine().Compile()
	replies := plan.Resources[0].Type.ByWire("replies")
	fmt.Println(replies.Relation.Type.Table, "by their", replies.Relation.By.Go)
	// Output: replies by their Article
}

// A ManyToMany is a table of pairs.
func ExampleManyToMany() {
	plan, _ := Magazine().Compile()
	i := slices.IndexFunc(plan.Tables, func(table schema.Table) bool { return table.Pairs })
	pairs := plan.Tables[i]
	fmt.Println(pairs.Name, pairs.Columns[0].Name, pairs.Columns[1].Name)
	// Output: articles_tags article_id tag_id
}

// A Date is a day without a time or a zone.
func ExampleNewDate() {
	day := rest.NewDate(2026, time.November, 21)
	fmt.Println(day)
	// Output: 2026-11-21
}
