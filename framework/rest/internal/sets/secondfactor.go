// The second factor of a set.

package sets

import (
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// CompileSecondFactor returns the factor of rest.SecondFactor, nil if the set does not list it. Rules may ask for it.
func CompileSecondFactor(reporter *Reporter, asked bool) auth.Factor {
	var first *declaration.Action
	for _, declared := range reporter.Set.Declarations {
		if declared == nil || declared.Endpoints == nil || !declared.Endpoints[0].SecondFactor {
			continue
		}
		switch a := declared.Endpoints[0]; {
		case first != nil:
			reporter.Report("SecondFactor", "", a.At, "there is a rest.SecondFactor already; leave one out")
		default:
			first = a
		}
	}
	proves := func(list declaration.Listing[auth.Scheme]) bool {
		return slices.ContainsFunc(list.Values, func(s auth.Scheme) bool { _, is := s.(auth.FactorScheme); return is })
	}
	switch {
	case first == nil && asked && !slices.ContainsFunc(reporter.Set.Schemes, proves):
		reporter.Report("SecondFactor", "", reporter.Set.At, "a rule is permission.SecondFactor, and no account can have one; list rest.SecondFactor(\"/second-factor/\", totp.Factor{})")
	case first == nil:
	case first.Factor == nil:
		reporter.Report("SecondFactor", "", first.At, "the factor is nil; write one, such as totp.Factor{Issuer: \"Tracker\"}")
	default:
		if checked, is := first.Factor.(auth.Checker); is {
			if err := checked.Check(); err != nil {
				reporter.Report("SecondFactor", "", first.At, "the factor has "+err.Error())
			}
		}
		return first.Factor
	}
	return nil
}
