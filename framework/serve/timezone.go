// The time zone of a request: from its query, its header Prefer, or the requester's account.

package serve

import (
	"fmt"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// chooseZone sets the time zone of the request, if the set lets requests choose one.
func chooseZone(x *request.Exchange, a *request.Admission) error {
	zones := x.Service.Plan.TimeZones
	if zones == nil {
		return nil
	}
	name, preferred := "", false
	if zones.Param != "" && x.R.URL.RawQuery != "" {
		name = querystring.Last(x.R.URL.RawQuery, zones.Param)
	}
	if name == "" {
		name, preferred = request.Preference(x.R.Header["Prefer"], request.ZonePreference)
	}
	in, wrong := zones.Find(name)
	switch {
	case name == "":
		return zoneOfAccount(x, a)
	case wrong != "" && preferred:
		return problem.New(problem.Malformed, "%s", wrong)
	case wrong != "":
		refusal := &problem.Error{Code: problem.Invalid, Query: true}
		refusal.Fields.Tell(zones.Param, "invalid_choice", wrong)
		return refusal
	case preferred:
		a.Prefers.Zone = "UTC"
		if in != nil {
			a.Prefers.Zone = in.String()
		}
		x.W.Header().Set("Preference-Applied", request.ZonePreference+"="+a.Prefers.Zone)
	}
	a.Format.Zone, x.Locale.Zone = in, in
	return nil
}

// zoneRefusal returns the error of a request. It is a 400 if the database does not know the time zone,
// which it needs for parts of moments.
func zoneRefusal(x *request.Exchange, err error) error {
	if in := x.Locale.Zone; in != nil && database.LacksZone(err, in.String()) {
		return problem.New(problem.Malformed, "The database does not know the time zone %q. Name another, or leave out filters by its clocks.", in)
	}
	return err
}

// zoneOfAccount returns the zone for a request that names none. An account with an unknown zone gets UTC.
func zoneOfAccount(x *request.Exchange, a *request.Admission) error {
	of := x.Service.Plan.TimeZones.Account
	if of == nil || a.Requester.User == nil {
		return nil
	}
	c := calls.New(x, a, nil)
	c.ReadOnly = true
	name, err := of(c)
	if err != nil {
		return fmt.Errorf("time zone of the account %d: %w", a.Requester.User.ID, err)
	}
	if in, wrong := x.Service.Plan.TimeZones.Find(name); wrong == "" {
		a.Format.Zone, x.Locale.Zone = in, in
	}
	return nil
}
