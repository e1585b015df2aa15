package main

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"example.com/resourceful/cmd/drills/bench/peers/highlight"
)

// makeCollections makes the collections, with the rules and the indexes that the requests need.
func makeCollections(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	collections := map[string]*core.Collection{"users": users}
	relation := func(name, to string, most int, required bool) core.Field {
		return &core.RelationField{Name: name, CollectionId: collections[to].Id, MaxSelect: most, Required: required}
	}
	text := func(name string, most int, required bool) core.Field {
		return &core.TextField{Name: name, Max: most, Required: required}
	}
	choice := func(name string, values ...string) core.Field {
		return &core.SelectField{Name: name, Values: values, MaxSelect: 1, Required: true}
	}
	number := func(name string) core.Field { return &core.NumberField{Name: name, OnlyInt: true} }
	add := func(name string, fields ...core.Field) *core.Collection {
		c := core.NewBaseCollection(name)
		c.Fields.Add(fields...)
		collections[name] = c
		return c
	}

	groups := add("groups", text("name", 150, true))
	if err := app.Save(groups); err != nil {
		return err
	}
	users.Fields.RemoveByName("name")
	users.Fields.RemoveByName("avatar")
	users.Fields.Add(text("username", 150, true), &core.BoolField{Name: "admin"}, relation("groups", "groups", 1000, false))
	users.AddIndex("idx_users_username", true, "username", "")
	users.ListRule = types.Pointer("@request.auth.admin = true")
	users.ViewRule = types.Pointer("@request.auth.admin = true || id = @request.auth.id")
	if err := app.Save(users); err != nil {
		return err
	}

	snippets := add("snippets", text("title", 100, false), &core.TextField{Name: "code", Max: 10 << 20, Required: true},
		&core.BoolField{Name: "linenos"}, choice("language", highlight.Languages()...), choice("style", highlight.Styles()...),
		relation("owner", "users", 1, true), &core.TextField{Name: "highlighted", Max: 100 << 20, Hidden: true})
	snippets.ViewRule, snippets.CreateRule = types.Pointer("owner = @request.auth.id"), types.Pointer(`@request.auth.id != ""`)
	if err := app.Save(snippets); err != nil {
		return err
	}
	// Clients read views, which PocketBase's manual has for joined and computed columns. Expanding the owner of each
	// snippet takes twice the processor time.
	read := core.NewViewCollection("snippet_list")
	read.ViewQuery = `SELECT s.id, s.title, s.code, s.linenos, s.language, s.style, u.username AS owner
		FROM snippets s LEFT JOIN users u ON u.id = s.owner`
	read.ListRule, read.ViewRule = types.Pointer(""), types.Pointer("")
	if err := app.Save(read); err != nil {
		return err
	}

	projects := add("projects", text("slug", 50, true), choice("visibility", "public", "private"))
	if err := app.Save(projects); err != nil {
		return err
	}
	members := add("members", relation("user", "users", 1, true), relation("project", "projects", 1, true), choice("role", "viewer", "editor", "owner"))
	members.AddIndex("idx_members", true, "project, user", "")
	if err := app.Save(members); err != nil {
		return err
	}
	tickets := add("tickets", relation("project", "projects", 1, true), number("number"), text("title", 120, true),
		choice("status", "open", "doing", "closed"), number("priority"), relation("assignee", "users", 1, false), text("created", 40, true))
	tickets.AddIndex("idx_tickets_created", false, "created, id", "")
	tickets.AddIndex("idx_tickets_priority", false, "priority, created, id", "")
	tickets.AddIndex("idx_tickets_project", false, "project", "")
	if err := app.Save(tickets); err != nil {
		return err
	}
	comments := add("comments", relation("ticket", "tickets", 1, true), text("body", 1000, true))
	comments.AddIndex("idx_comments_ticket", false, "ticket", "")
	if err := app.Save(comments); err != nil {
		return err
	}

	list := core.NewViewCollection("ticket_list")
	list.ViewQuery = `SELECT t.id, t.project, p.slug, t.number, t.title, t.status, t.priority, u.username AS assignee, t.created,
			(SELECT count(*) FROM comments c WHERE c.ticket = t.id) AS comment_count
		FROM tickets t JOIN projects p ON p.id = t.project LEFT JOIN users u ON u.id = t.assignee`
	list.ListRule = types.Pointer(`project.visibility = "public" || (@request.auth.id != "" && project.members_via_project.user ?= @request.auth.id)`)
	return app.Save(list)
}
