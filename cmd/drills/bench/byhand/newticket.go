package byhand

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/julienschmidt/httprouter"
)

var statuses = []string{"open", "doing", "closed"}

// known are the fields of a ticket. Those that the benchmark does not send are passed over.
var known = map[string]bool{
	"id": true, "url": true, "project": true, "number": true, "title": true, "body": true, "status": true, "priority": true, "estimate": true,
	"cost": true, "due": true, "remind_at": true, "watchers": true, "details": true, "labels": true, "assignee": true, "reporter": true,
	"parent": true, "is_overdue": true, "comment_count": true, "closed_at": true, "created": true, "updated": true,
}

// ticket is what a client sends of a new one.
type ticket struct {
	project, title, body, status string
	priority                     int64
	due                          string // "" for none
}

// createTicket stores a ticket of the user under the next number of its project.
func (s *Server) createTicket(w http.ResponseWriter, r *http.Request, _ httprouter.Params, u *user) error {
	if u == nil {
		return refused(http.StatusForbidden, "Authentication credentials were not provided.")
	}
	if !plainHost(r.Host) {
		return refused(http.StatusBadRequest, "Invalid Host header.")
	}
	fields, err := decode(w, r, true)
	if err != nil {
		return err
	}
	t, err := validateTicket(fields)
	if err != nil {
		return err
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	id, number, err := s.insertTicket(r.Context(), t, u, now)
	if err != nil {
		return err
	}
	return withBuffer(func(b []byte) ([]byte, error) {
		base := "http://" + r.Host
		b = t.append(b, id, number, base, u.name, now)
		w.Header().Set("Location", base+"/tickets/"+strconv.FormatInt(id, 10)+"/")
		sum := sha256.Sum256(b)
		w.Header().Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:16])+`"`)
		send(w, http.StatusCreated, b)
		return b, nil
	})
}

// validateTicket makes a ticket of what was sent, or says all that is wrong with it.
func validateTicket(fields map[string]any) (*ticket, error) {
	t := &ticket{status: "open", priority: 3}
	var wrong messages
	check := func(name string, required bool, read func(value any) string) {
		value, sent := fields[name]
		switch {
		case !sent && required:
			wrong.add(name, "This field is required.")
		case !sent || value == nil && name == "due":
		case value == nil:
			wrong.add(name, "This field may not be null.")
		default:
			if message := read(value); message != "" {
				wrong.add(name, message)
			}
		}
	}
	check("project", true, func(value any) (message string) {
		if t.project, message = text(value); message != "" {
			return "Invalid value."
		}
		return ""
	})
	check("title", true, func(value any) (message string) {
		t.title, message = text(value)
		t.title = strings.TrimFunc(t.title, isSpace)
		switch {
		case message == "" && t.title == "":
			return "This field may not be blank."
		case message == "" && utf8.RuneCountInString(t.title) > 120:
			return "Ensure this field has no more than 120 characters."
		}
		return message
	})
	check("body", false, func(value any) (message string) {
		t.body, message = text(value)
		return message
	})
	check("status", false, func(value any) (message string) {
		t.status, message = choice(value, func(name string) bool { return slices.Contains(statuses, name) })
		return message
	})
	check("priority", false, func(value any) (message string) {
		text, message := text(value)
		n, err := strconv.ParseInt(text, 10, 64)
		switch t.priority = n; {
		case message != "" || err != nil:
			return "A valid integer is required."
		case n < 1:
			return "Ensure this value is greater than or equal to 1."
		case n > 5:
			return "Ensure this value is less than or equal to 5."
		}
		return ""
	})
	check("due", false, func(value any) string {
		text, message := text(value)
		day, err := time.Parse(time.DateOnly, text)
		if t.due = day.Format(time.DateOnly); message != "" || err != nil || day.Year() < 1 {
			return "Date has wrong format. Use one of these formats instead: YYYY-MM-DD."
		}
		return ""
	})
	wrong.addUnknown(fields)
	return t, wrong.err()
}

// addUnknown says which fields a ticket does not have.
func (m *messages) addUnknown(fields map[string]any) {
	var unknown []string
	for name := range fields {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		m.add(name, "Unknown field.")
	}
}

// insertTicket stores a ticket in a project that takes it.
func (s *Server) insertTicket(ctx context.Context, t *ticket, u *user, now time.Time) (id, number int64, err error) {
	tx, err := s.db.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	defer tx.Rollback()
	var project int64
	var visibility string
	var archived bool
	var role sql.NullString
	err = tx.StmtContext(ctx, s.db.lockProject).QueryRowContext(ctx, u.id, t.project).Scan(&project, &visibility, &archived, &role)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && visibility != "public" && !role.Valid && !u.admin:
		return 0, 0, messages{{"project", "Object with slug=" + t.project + " does not exist."}}.err()
	case err != nil:
		return 0, 0, fmt.Errorf("find project: %w", err)
	case role.String != "editor" && role.String != "owner" && !u.admin:
		return 0, 0, refused(http.StatusForbidden, "You do not have permission to perform this action.")
	case archived:
		return 0, 0, messages{{"project", "This project is archived."}}.err()
	}
	if err := tx.StmtContext(ctx, s.db.nextNumber).QueryRowContext(ctx, project).Scan(&number); err != nil {
		return 0, 0, fmt.Errorf("number ticket: %w", err)
	}
	moment := now.Format("2006-01-02T15:04:05.000000Z")
	var due, closedAt any
	if t.due != "" {
		due = t.due
	}
	if t.status == "closed" {
		closedAt = moment
	}
	err = tx.StmtContext(ctx, s.db.saveTicket).QueryRowContext(ctx,
		project, number, t.title, t.body, t.status, t.priority, due, u.id, closedAt, moment, moment).Scan(&id)
	if err != nil {
		return 0, 0, fmt.Errorf("store ticket: %w", err)
	}
	return id, number, tx.Commit()
}

// append appends the representation of a new ticket, which has neither labels nor comments.
func (t *ticket) append(b []byte, id, number int64, base, reporter string, now time.Time) []byte {
	key := strconv.FormatInt(id, 10)
	moment := now.Format(time.RFC3339Nano)
	b = append(append(b, `{"id":`...), key...)
	b = appendLink(append(b, `,"url":`...), base, "/tickets/", key)
	b = appendText(append(b, `,"project":`...), t.project)
	b = strconv.AppendInt(append(b, `,"number":`...), number, 10)
	b = appendText(append(b, `,"title":`...), t.title)
	b = appendText(append(b, `,"body":`...), t.body)
	b = appendText(append(b, `,"status":`...), t.status)
	b = strconv.AppendInt(append(b, `,"priority":`...), t.priority, 10)
	b = append(b, `,"estimate":null,"cost":null,"due":`...)
	if t.due == "" {
		b = append(b, "null"...)
	} else {
		b = appendText(b, t.due)
	}
	b = appendText(append(b, `,"remind_at":null,"watchers":[],"details":{},"labels":[],"assignee":null,"reporter":`...), reporter)
	overdue := t.due != "" && t.status != "closed" && t.due < now.Format(time.DateOnly)
	b = strconv.AppendBool(append(b, `,"parent":null,"is_overdue":`...), overdue)
	b = append(b, `,"comment_count":0,"closed_at":`...)
	if t.status == "closed" {
		b = appendText(b, moment)
	} else {
		b = append(b, "null"...)
	}
	b = appendText(append(b, `,"created":`...), moment)
	return append(appendText(append(b, `,"updated":`...), moment), '}')
}
