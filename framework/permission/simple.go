package permission

import "example.com/resourceful/framework/predicate"

type simple uint8

// The rules that most resources need.
const (
	Anyone             simple = iota // every request
	Nobody                           // no request
	SignedIn                         // every user
	Admin                            // administrators
	ReadOnly                         // GET, HEAD and OPTIONS
	Owner                            // the user to whom the row belongs; administrators are no exception
	SignedInOrReadOnly               // every user, and safe requests of everyone
	OwnerOrReadOnly                  // the owner, and safe requests of everyone
)

var simpleNames = [...]string{
	"anyone", "nobody", "signed in", "admin", "read only", "owner",
	"signed in or read only", "owner or read only",
}

// String is the rule in words.
func (s simple) String() string { return simpleNames[s] }

func (s simple) kids() []Rule { return nil }

func (s simple) bind(b *binding) Rule {
	if s == Owner || s == OwnerOrReadOnly {
		return owner{simple: s, is: b.owner}
	}
	return s
}

func (s simple) reduce(q Request) predicate.Expr {
	switch s {
	case Anyone:
		return predicate.Constant(true)
	case SignedIn:
		return predicate.Constant(q.User != nil)
	case Admin:
		return predicate.Constant(q.User != nil && q.User.IsAdmin())
	case ReadOnly:
		return predicate.Constant(q.Safe)
	case SignedInOrReadOnly:
		return predicate.Constant(q.Safe || q.User != nil)
	case Owner, OwnerOrReadOnly: // of no row in particular: see Bind
		return owner{simple: s, is: predicate.Requester("owner")}.reduce(q)
	default:
		return predicate.Constant(false)
	}
}

// owner is Owner or OwnerOrReadOnly, with the condition that the requester owns the row. An anonymous
// request owns nothing, not even rows without an owner.
type owner struct {
	simple
	is predicate.Expr
}

func (o owner) bind(b *binding) Rule { return o.simple.bind(b) }

func (o owner) reduce(q Request) predicate.Expr {
	if q.Safe && o.simple == OwnerOrReadOnly {
		return predicate.Constant(true)
	}
	return o.is.As(q.userID())
}
