// The backend of RealWorld: articles of people who follow each other, with comments, tags and favourites.

package sets

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type (
	// writer is an account, whose mail address is its own.
	writer struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=150"`
		Email    string `rest:"email,unique" validate:"email,max=254"`
	}
	// profile is what others see of an account.
	profile struct {
		ID        int64                      `rest:"-" db:"id"`
		Username  string                     `rest:"username,unique" validate:"max=150"`
		Followers rest.ManyToMany[auth.User] `rest:"-"`
	}
	article struct {
		ID         int64                      `rest:"-" db:"id"`
		Slug       string                     `rest:"slug,readonly,unique"`
		Title      string                     `rest:"title" validate:"max=60"`
		About      string                     `rest:"description"`
		Body       string                     `rest:"body,multiline"`
		Tags       []string                   `rest:"tagList,optional" validate:"max=9,dive,max=20"`
		Created    time.Time                  `rest:"createdAt,readonly" default:"now"`
		Author     rest.BelongsTo[auth.User]  `rest:"author,readonly,show=username,filter"`
		Likers     rest.ManyToMany[auth.User] `rest:"-"`
		Favourites rest.Count[auth.User]      `rest:"favoritesCount,by=likers"`
	}
	articleComment struct {
		ID      int64                     `rest:"id,readonly"`
		Article rest.BelongsTo[article]   `rest:"-,ondelete=cascade"`
		Body    string                    `rest:"body,multiline"`
		Created time.Time                 `rest:"createdAt,readonly" default:"now"`
		Author  rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
	}
	login struct {
		Email    string `rest:"email"`
		Password string `rest:"password"`
	}
	registration struct {
		Username string `rest:"username" validate:"max=150"`
		Email    string `rest:"email" validate:"email,max=254"`
		Password string `rest:"password" validate:"max=72"`
	}
	tokenOf struct {
		Username string `rest:"username"`
		Token    string `rest:"token"`
	}
)

// RealWorld are articles as their clients know them: in envelopes, by slugs, and with nested errors.
func RealWorld() *rest.Set {
	name := func(call *rest.Call, a *article) error {
		if call.Operation().Builtin != 0 { // a PUT of another title changes the address
			words := strings.FieldsFunc(strings.ToLower(a.Title), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N) })
			a.Slug = cmp.Or(strings.Join(words, "-"), "untitled")
		}
		return nil
	}
	favourite := func(add bool) func(*rest.Call, *article, rest.None) (*article, error) {
		return func(call *rest.Call, a *article, _ rest.None) (*article, error) {
			a.Likers.IDs = without(a.Likers.IDs, call.User().ID)
			if add {
				a.Likers.IDs = append(a.Likers.IDs, call.User().ID)
			}
			return a, rest.Rows[article](call).Update(a, &a.Likers)
		}
	}
	follow := func(add bool) func(*rest.Call, *profile, rest.None) (*profile, error) {
		return func(call *rest.Call, p *profile, _ rest.None) (*profile, error) {
			p.Followers.IDs = without(p.Followers.IDs, call.User().ID)
			if add {
				p.Followers.IDs = append(p.Followers.IDs, call.User().ID)
			}
			return p, rest.Rows[profile](call).Update(p, &p.Followers)
		}
	}
	enter := func(call *rest.Call, in login) (tokenOf, error) {
		name := ""
		if w, err := rest.Rows[writer](call).First(predicate.Eq("email", in.Email)); err == nil {
			name = w.Username
		}
		if u, err := call.CheckPassword(name, in.Password); err != nil || u == nil {
			return tokenOf{}, problem.New(problem.Unauthorized, "The mail address or the password is wrong.")
		}
		return tokenOf{Username: name, Token: "of " + name}, nil
	}
	register := func(call *rest.Call, in registration) (tokenOf, error) {
		var taken problem.Fields
		for _, of := range [][2]string{{"username", in.Username}, {"email", in.Email}} {
			if n, err := rest.Rows[writer](call).Count(predicate.Eq(of[0], of[1])); err != nil {
				return tokenOf{}, err
			} else if n > 0 {
				taken.Add(of[0], "This is taken.")
			}
		}
		if err := taken.Err(); err != nil {
			return tokenOf{}, err
		}
		hash, err := call.HashPassword(in.Password)
		if err != nil {
			return tokenOf{}, err
		}
		err = call.Atomic(func() error {
			u := &auth.User{Username: in.Username, Email: in.Email, Password: hash, Active: true, Created: call.Now()}
			return rest.Rows[auth.User](call).Create(u)
		})
		return tokenOf{Username: in.Username, Token: "of " + in.Username}, err
	}
	own := permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly)
	return rest.NewSet("realworld",
		rest.ViewSet[writer]{Path: "/user/", Table: "users", Name: "writer", Access: permission.All(permission.SignedIn, permission.Me("id")), Actions: rest.ReadOnly | rest.Replace, PutModifies: true, Envelope: rest.Envelope{Record: "user", List: "users", Input: "user"}},
		rest.ViewSet[profile]{
			Path: "/profiles/", Table: "users", Name: "profile", Lookup: "username", Actions: rest.Retrieve, Access: permission.Anyone, Envelope: rest.Envelope{Record: "profile"},
			Extra: []rest.Action{rest.OnRecord("follow", follow(true), rest.Allow(permission.SignedIn)), rest.OnRecord("unfollow", follow(false), rest.Allow(permission.SignedIn))},
		},
		rest.ViewSet[article]{
			Path: "/articles/", Lookup: "slug", LookupPattern: `[\pL\pN-]+`, Access: own, PutModifies: true, Order: []string{"-id"}, Pages: rest.LimitOffset{Default: 20, Max: 100},
			Owner:      rest.Field(func(a *article) *rest.BelongsTo[auth.User] { return &a.Author }),
			Envelope:   rest.Envelope{Record: "article", List: "articles", Count: "articlesCount", Input: "article"},
			Serializer: rest.Serializer[article]{BeforeSave: name},
			Extra: []rest.Action{
				rest.OnRecord("favorite", favourite(true), rest.Allow(permission.SignedIn)),
				rest.OnRecord("unfavorite", favourite(false), rest.Allow(permission.SignedIn)),
			},
		},
		rest.ViewSet[articleComment]{
			Path: "/articles/{article}/comments/", RecordPath: "/comments/", Actions: rest.List | rest.Create | rest.Destroy, Access: own,
			Owner:    rest.Field(func(c *articleComment) *rest.BelongsTo[auth.User] { return &c.Author }),
			Envelope: rest.Envelope{Record: "comment", List: "comments", Input: "comment"},
		},
		rest.Endpoint("/users/", register, rest.Allow(permission.Anyone), rest.NonAtomic(), rest.Status(201)),
		rest.Endpoint("/users/login/", enter, rest.Allow(permission.Anyone), rest.NonAtomic()),
	).Errors(rest.NestedErrors{}).Access(permission.Anyone)
}

func without(keys []int64, key int64) (others []int64) {
	for _, k := range keys {
		if k != key {
			others = append(others, k)
		}
	}
	return others
}
