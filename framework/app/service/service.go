// Authentication and the handler, wired in the same way for a program and its tests.

// Package service wires the service of a plan: accounts, sessions, tokens and identities in its database, the schemes of its
// set, the audit of logins, and the handler. A program adds settings, files, mail and pages; the test kit adds fixed clocks.
package service

import (
	"context"
	"sync/atomic"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// Service is a service whose handler is still to be made.
type Service struct {
	// Users are the accounts of the database.
	Users *accounts.Users
	// Authentication finds out who sends a request.
	*standard.Authentication

	db      *database.DB
	handler atomic.Pointer[serve.Handler] // exists after the receiver of its events
}

// New wires the authentication of a plan. The tables need not exist yet. Failed logins are counted in the database, and
// the audit of the set records logins; options.Events, where it is set, receives all events before. now is the time of
// entries of the audit and of codes of second factors; nil is that of the clock.
func New(p *plan.Plan, db *database.DB, options auth.Options, now func() time.Time) (*Service, error) {
	s := &Service{Users: accounts.NewUsers(db), db: db}
	options.Attempts, options.HashKinds = accounts.NewAttempts(db), s.Users.HashKinds
	options.Events = s.auditAfter(options.Events)
	if p.EmailLogin {
		options.ByEmail = s.Users.UserByLogin
	}
	options.PasswordPolicy = p.PasswordPolicy
	audit := accounts.NewAudit(db, p.Audit.Entries(), now)
	users, tokens := accounts.NewUsers(db).Audited(audit), accounts.NewTokens(db).Audited(audit)
	if f := p.SecondFactor; f != nil {
		options.SecondFactors, options.FactorAsked = accounts.NewSecondFactors(db, f.Factor, users, tokens, now), f.Asked
	}
	var err error
	s.Authentication, err = standard.New(p.Schemes, standard.Stores{
		Accounts: s.Users, Sessions: accounts.NewSessions(db).Audited(audit), AccountSessions: users,
		Tokens: tokens, Identities: accounts.NewIdentities(s.Users).Audited(audit),
	}, options)
	return s, err
}

// auditAfter returns a receiver of events that records them in the audit, after another; nil for none.
func (s *Service) auditAfter(other func(context.Context, auth.Event)) func(context.Context, auth.Event) {
	return func(ctx context.Context, e auth.Event) {
		if other != nil {
			other(ctx, e)
		}
		if h := s.handler.Load(); h != nil {
			h.AuditEvent(ctx, e)
		}
	}
}

// Handler makes the handler of the plan, which may differ from that of New in what settings replace. pages is nil for a
// service without pages. Requests are counted in the database where the options count them nowhere.
func (s *Service) Handler(p *plan.Plan, pages pageapi.Pages, options serve.Options) (*serve.Handler, error) {
	if options.Throttles.Rates == nil && options.Throttles.Exact == nil {
		options.Throttles.Exact = accounts.NewRates(s.db)
	}
	h, err := serve.New(p, s.db, s.Authenticator, accounts.NewResponses(s.db), pages, options)
	if err != nil {
		return nil, err
	}
	s.handler.Store(h)
	return h, nil
}
