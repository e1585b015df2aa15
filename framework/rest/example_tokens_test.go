// Examples of an endpoint for tokens, and of endpoints outside of a transaction.

package rest_test

import (
	"context"
	"net/http"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Clients of Django REST framework obtain their tokens, and send them, as they are used to.
func ExampleObtainAuthToken() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ObtainAuthToken("/api-token-auth/")).
		Access(permission.Anyone).
		Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{})
	printPlan(set, "api-token-auth")
	// Output:
	// endpoint /api-token-auth/
	// api-token-auth POST /api-token-auth/ takes rest.tokenRequest, answers rest.tokenAnswer, access anyone, without a transaction, in json only, unknown parameters and fields are ignored, the last of repeated values is used, the last of equal keys is used, invalid sizes of pages are ignored, description "Returns a token for the username and password of an account."
}

// Address is what a client asks about, and Reach whether it answers.
type (
	Address struct {
		URL string `rest:"url"`
	}
	Reach struct {
		Status int64 `rest:"status"`
	}
)

// An endpoint that waits for another service holds no transaction meanwhile.
func ExampleNonAtomic() {
	reach := func(c *rest.Call, in Address) (Reach, error) { return head(c.Context(), in.URL) }
	set := rest.NewSet("reach", rest.Endpoint("/reach/", reach,
		rest.Allow(permission.SignedIn), rest.NonAtomic(), rest.RenderedAs("json"), rest.Requesting(rest.RequestRules{IgnoreUnknown: true})))
	printPlan(set, "/reach/")
	// Output:
	// endpoint /reach/
	// reach POST /reach/ takes rest_test.Address, answers rest_test.Reach, access signed in, without a transaction, in json only, unknown parameters and fields are ignored
}

// A page for people without an account has a form, and nothing of the API around it.
func ExampleCard() {
	ask := func(_ *rest.Call, in Address) (Reach, error) { return Reach{200}, nil }
	set := rest.NewSet("reach").Include(rest.Endpoint("/ask/", ask, rest.Allow(permission.Anyone), rest.NonAtomic(), rest.Card()))
	printPlan(set, "/ask/")
	// Output:
	// endpoint /ask/
	// ask POST /ask/ takes rest_test.Address, answers rest_test.Reach, access anyone, without a transaction, with a card for its page
}

// An endpoint that mails a link has to know the address of the service, which check asks for.
func ExampleMailsLinks() {
	invite := func(c *rest.Call, in Address) (rest.None, error) {
		link, err := c.Address("/join/")
		if err != nil {
			return rest.None{}, err
		}
		return rest.None{}, c.AfterCommit(func(ctx context.Context) error {
			return c.Mailer().Send(ctx, mail.Message{To: in.URL, Subject: "Join us", Text: link})
		})
	}
	set := rest.NewSet("reach").Include(rest.Endpoint("/invite/", invite, rest.Allow(permission.SignedIn), rest.MailsLinks()))
	printPlan(set, "/invite/")
	// Output:
	// endpoint /invite/
	// invite POST /invite/ takes rest_test.Address, answers nothing, access signed in, mails links
}

func head(ctx context.Context, url string) (Reach, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return Reach{}, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return Reach{}, err
	}
	defer answer.Body.Close()
	return Reach{int64(answer.StatusCode)}, nil
}
