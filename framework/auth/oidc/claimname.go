// The names of claims in a scheme's declaration.

package oidc

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// claimName is the path of a claim: the names of the claims around it, and its own. nil is no claim.
type claimName []string

// claimNames are the claim names of a scheme.
type claimNames struct{ username, email, scopes, groups claimName }

func (s *Scheme) claimNames() claimNames {
	return claimNames{parseClaimName(s.Username), parseClaimName(s.Email), parseClaimName(s.Scopes), parseClaimName(s.Groups)}
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// parseClaimName parses a name, or a JSON Pointer (RFC 6901).
func parseClaimName(text string) claimName {
	pointer, is := strings.CutPrefix(text, "/")
	switch {
	case text == "":
		return nil
	case !is:
		return claimName{text}
	}
	name := claimName(strings.Split(pointer, "/"))
	for i := range name {
		name[i] = pointerEscapes.Replace(name[i])
	}
	return name
}

// find returns the claim with a name, nil for none.
func (n claimName) find(all map[string]json.RawMessage) json.RawMessage {
	for i, name := range n {
		value := all[name]
		if i == len(n)-1 {
			return value
		}
		all = nil
		if json.Unmarshal(value, &all) != nil {
			return nil
		}
	}
	return nil
}

// checkClaims returns the mistake in the names of claims and groups, nil for none.
func (s *Scheme) checkClaims() error {
	for _, c := range [...][2]string{{"Username", s.Username}, {"Email", s.Email}, {"Scopes", s.Scopes}, {"Groups", s.Groups}} {
		escapes := strings.Count(c[1], "~0") + strings.Count(c[1], "~1")
		if strings.HasPrefix(c[1], "/") && (slices.Contains(strings.Split(c[1], "/")[1:], "") || strings.Count(c[1], "~") != escapes) {
			return fmt.Errorf("%s %q, which is not a JSON Pointer; write the name of the claim, or one such as /realm_access/roles", c[0], c[1])
		}
	}
	if s.KeepGroups && s.Groups == "" {
		return fmt.Errorf("KeepGroups without Groups; write the claim that some tokens have, or leave KeepGroups out")
	}
	if s.GroupNames != nil && s.Groups == "" {
		return fmt.Errorf("GroupNames without Groups; write the claim that has those names")
	}
	for claim, group := range s.GroupNames {
		if claim == "" || group == "" {
			return fmt.Errorf("the GroupNames %q: %q; write what the claim says and the name of the group", claim, group)
		}
	}
	return nil
}
