// Responses to errors: refusals that a client may read, and faults of ours.

package serve

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// refuse answers an error: a refusal that the client may read, or a 500 without detail, logged.
func refuse(x *exchange, a *admission, err error) {
	err = zoneRefusal(x, err)
	reportRefusal(x, a, err)
	if to, ok := errors.AsType[*redirect](err); ok {
		_ = sendRedirect(x, a, to.status, to.location)
		return
	}
	if refusal := problem.As(err); refusal != nil && refusal.Code != problem.Internal {
		if err = respondRefusal(x, a, refusal, err); err == nil {
			return
		}
		if again := problem.As(err); again != nil && again.Code == problem.Unavailable && !x.started {
			respondUnavailable(x, a)
			return
		}
	}
	log, path := x.h.options.Logger, x.r.URL.Path
	if x.ctx.Err() != nil { // the client has gone; nobody reads a response
		log.InfoContext(x.ctx, "request ended by the client", "method", x.r.Method, "path", path)
		panic(http.ErrAbortHandler)
	}
	if database.Unavailable(err) && !x.started {
		log.WarnContext(x.ctx, "database unavailable", "method", x.r.Method, "path", path, "error", err)
		respondUnavailable(x, a)
		return
	}
	log.ErrorContext(x.ctx, "request failed", "method", x.r.Method, "path", path, "error", err)
	if x.started {
		panic(http.ErrAbortHandler)
	}
	respondFault(x, a, errInternal())
}

// answerPanic answers a panic, which is logged here.
func answerPanic(x *exchange, a *admission, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	x.h.options.Logger.ErrorContext(x.ctx, "panic", "method", x.r.Method, "path", x.r.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if x.started {
		panic(http.ErrAbortHandler)
	}
	respondFault(x, a, errInternal())
}

// respondUnavailable answers 503: the same request may succeed a little later.
func respondUnavailable(x *exchange, a *admission) {
	x.w.Header().Set("Retry-After", "1")
	if !safe(a.method) {
		x.reportPosition(false)
	}
	respondFault(x, a, problem.New(problem.Unavailable, "The service is unavailable for the moment. Please try again."))
}

// errInternal is a 500, which tells nothing.
func errInternal() *problem.Error { return problem.New(problem.Internal, "A server error occurred.") }

// respondFault answers what is no fault of the client's: in the format that was asked for, with nothing
// of the database, and with what was typed. Where even that fails, it is in the first
// format that holds everything.
func respondFault(x *exchange, a *admission, fault *problem.Error) {
	if x.fallback.degraded {
		x.fallback.plain = true
		_ = respondRefusal(x, a, fault, nil)
		return
	}
	x.fallback.degraded = true
	defer func() {
		if p := recover(); p != nil {
			answerPanic(x, a, p)
		}
	}()
	if err := respondRefusal(x, a, fault, nil); err != nil {
		if problem.As(err) == nil {
			x.h.options.Logger.ErrorContext(x.ctx, "error page failed", "method", x.r.Method, "path", x.r.URL.Path, "error", err)
		}
		respondFault(x, a, fault)
	}
}

// respondRefusal writes an error that the client may read, in the format that was negotiated, or where
// that cannot hold it in one that can. cause is what it was found in.
func respondRefusal(x *exchange, a *admission, refusal *problem.Error, cause error) error {
	if a.version != nil && a.version.Differs() {
		refusal = a.version.Names(a.planned(), refusal)
	}
	refusal = a.sent.locate(refusal).In(x.locale.language)
	tellLanguage(x)
	p := &response{form: x.h.plan.Errors, safe: safe(a.method)}
	if p.format = x.settleFormat(a.format, media.Problem); p.format.problem {
		p.form = x.h.plan.Problems
	}
	p.status = p.form.Status(refusal)
	if err := tellAllow(x, a, record{}); err != nil {
		return err
	}
	switch {
	case refusal.Challenge != "":
		x.w.Header().Set("WWW-Authenticate", refusal.Challenge)
	case refusal.Wait > 0:
		x.w.Header().Set("Retry-After", strconv.FormatInt(refusal.RetryAfter(), 10))
	case refusal.Code == problem.UnsupportedMedia:
		tellPatchTypes(x, a)
	case refusal.Code == problem.Unavailable:
		x.w.Header().Set("Retry-After", "1")
	}
	res := a.resource()
	if refusal.Code == problem.NotFound && res != nil && res.EmptyNotFound && !x.fallback.plain {
		if !p.format.Page {
			return send(x, p, nil, "")
		}
	} else {
		*x.pooled.buffer = p.form.AppendBody((*x.pooled.buffer)[:0], locateRefusal(x, a, refusal))
		p.encoded = *x.pooled.buffer
	}
	describeResponse(p, x, media.Problem, nil, nil)
	if !p.format.Page {
		return sendDocument(x, p)
	}
	return sendPage(x, a, pageOfRefusal(x, a), pageContent{response: p, refusal: refusal, cause: cause})
}

// tellLanguage says in which language a response tells something, where the set has several.
func tellLanguage(x *exchange) {
	if x.locale.language != nil {
		x.w.Header().Set("Content-Language", x.locale.language.Tag())
	}
}

// locateRefusal is a refusal with the address of the request.
func locateRefusal(x *exchange, a *admission, refusal *problem.Error) *problem.Error {
	located := *refusal
	located.Instance, located.Base = x.outside(a, x.r.URL.EscapedPath()), x.base
	return &located
}

// pageOfRefusal begins the page of a request that is refused.
func pageOfRefusal(x *exchange, a *admission) page {
	rec := record{}
	if a.operation != nil && a.route.Record && !a.route.resource.Singleton {
		rec.address, _ = a.route.resource.Lookup.Parse(a.key)
	}
	return x.h.newPage(x, a, rec, nil)
}
