// Responses to errors: refusals for the client, and faults of the server.

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
	"example.com/resourceful/framework/serve/internal/describe"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
)

// refuse answers an error: a refusal for the client, or a 500 without detail, logged.
func refuse(x *request.Exchange, a *request.Admission, err error) {
	a.Requester.Signed = nil // it permits one file, and not what pages of refusals lead to
	request.TellStale(x, a)
	err = zoneRefusal(x, err)
	reportRefusal(x, a, err)
	if to, ok := errors.AsType[*request.Redirect](err); ok {
		_ = sendRedirect(x, a, to.Status, to.Location)
		return
	}
	if refusal := problem.As(err); refusal != nil && refusal.Code != problem.Internal {
		if err = respondRefusal(x, a, refusal, err); err == nil {
			return
		}
		if again := problem.As(err); again != nil && again.Code == problem.Unavailable && !x.Started {
			respondUnavailable(x, a)
			return
		}
	}
	log, path := x.Service.Options.Logger, x.R.URL.Path
	if x.Context.Err() != nil { // the client has gone; nobody reads a response
		log.InfoContext(x.Context, "request ended by the client", "method", x.R.Method, "path", path)
		panic(http.ErrAbortHandler)
	}
	if database.Unavailable(err) && !x.Started {
		log.WarnContext(x.Context, "database unavailable", "method", x.R.Method, "path", path, "error", err)
		respondUnavailable(x, a)
		return
	}
	log.ErrorContext(x.Context, "request failed", "method", x.R.Method, "path", path, "error", err)
	if x.Started {
		panic(http.ErrAbortHandler)
	}
	respondFault(x, a, errInternal())
}

// answerPanic logs a panic and answers it.
func answerPanic(x *request.Exchange, a *request.Admission, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	x.Service.Options.Logger.ErrorContext(x.Context, "panic", "method", x.R.Method, "path", x.R.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if x.Started {
		panic(http.ErrAbortHandler)
	}
	request.TellStale(x, a)
	respondFault(x, a, errInternal())
}

// respondUnavailable answers 503: the same request may succeed a little later.
func respondUnavailable(x *request.Exchange, a *request.Admission) {
	x.W.Header().Set("Retry-After", "1")
	if !request.Safe(a.Method) {
		x.ReportPosition(false)
	}
	respondFault(x, a, problem.New(problem.Unavailable, "The service is unavailable for the moment. Please try again."))
}

// errInternal returns the error of a 500, without detail.
func errInternal() *problem.Error { return problem.New(problem.Internal, "A server error occurred.") }

// respondFault answers a fault of the server in the negotiated format, with the typed values of a form and
// without the database. If this fails, it uses the first format that holds everything.
func respondFault(x *request.Exchange, a *request.Admission, fault *problem.Error) {
	if x.Fallback.Degraded {
		x.Fallback.Plain = true
		_ = respondRefusal(x, a, fault, nil)
		return
	}
	x.Fallback.Degraded = true
	defer func() {
		if p := recover(); p != nil {
			answerPanic(x, a, p)
		}
	}()
	if err := respondRefusal(x, a, fault, nil); err != nil {
		if problem.As(err) == nil {
			x.Service.Options.Logger.ErrorContext(x.Context, "error page failed", "method", x.R.Method, "path", x.R.URL.Path, "error", err)
		}
		respondFault(x, a, fault)
	}
}

// respondRefusal writes a refusal in the negotiated format, or in another one if that cannot hold it. cause
// is the original error.
func respondRefusal(x *request.Exchange, a *request.Admission, refusal *problem.Error, cause error) error {
	if a.Version != nil && a.Version.Differs() {
		refusal = a.Version.Names(a.Planned(), refusal)
	}
	refusal = a.Sent.Locate(refusal).In(x.Locale.Language)
	x.TellLanguage()
	p := &request.Response{Form: x.Service.Plan.Errors, Safe: request.Safe(a.Method)}
	if p.Format = x.SettleFormat(a.Format, media.Problem); p.Format.Problem {
		p.Form = x.Service.Plan.Problems
	}
	p.Status = p.Form.Status(refusal)
	if err := tellAllow(x, a, request.Record{}); err != nil {
		return err
	}
	switch {
	case refusal.Challenge != "":
		x.W.Header().Set("WWW-Authenticate", describe.OAuthChallenge(x, refusal.Challenge))
	case refusal.Wait > 0:
		x.W.Header().Set("Retry-After", strconv.FormatInt(refusal.RetryAfter(), 10))
	case refusal.Code == problem.UnsupportedMedia:
		writes.TellPatchTypes(x, a)
	case refusal.Code == problem.Full:
		x.W.Header().Set("Retry-After", "60") // somebody has to make room
	case refusal.Code == problem.Unavailable:
		x.W.Header().Set("Retry-After", "1")
	}
	res := a.Resource()
	if refusal.Code == problem.NotFound && res != nil && res.EmptyNotFound && !x.Fallback.Plain {
		if !p.Format.Page {
			return request.Send(x, p, nil, "")
		}
	} else {
		*x.Pooled.Buffer = p.Form.AppendBody((*x.Pooled.Buffer)[:0], locateRefusal(x, a, refusal))
		p.Encoded = *x.Pooled.Buffer
	}
	describeResponse(p, x, media.Problem, nil, nil)
	if !p.Format.Page {
		return sendDocument(x, p)
	}
	return sendPage(x, a, pageOfRefusal(x, a), request.PageContent{Response: p, Refusal: refusal, Cause: cause})
}

// locateRefusal adds the address of the request to a refusal.
func locateRefusal(x *request.Exchange, a *request.Admission, refusal *problem.Error) *problem.Error {
	located := *refusal
	located.Instance, located.Base = x.Outside(a, x.R.URL.EscapedPath()), x.Base
	return &located
}

// pageOfRefusal begins the page of a request that is refused.
func pageOfRefusal(x *request.Exchange, a *request.Admission) request.Page {
	rec := request.Record{}
	if a.Operation != nil && a.Route.Record && !a.Route.Res.Singleton {
		rec.Address, _ = a.Route.Res.Lookup.ParseSegment(a.Key)
	}
	return x.Service.NewPage(x, a, rec, nil)
}
