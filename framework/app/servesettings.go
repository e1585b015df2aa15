// What the settings of serve mean: checks, and the options of the parts that they set.

package app

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// plainPath matches the path of a base address: names without escapes.
var plainPath = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)

// checkBaseURL refuses a base address that no link can begin with, and leaves out the slash at its end.
func (c *serveCmd) checkBaseURL() error {
	if c.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || !plainPath.MatchString(strings.TrimSuffix(u.Path, "/")) || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("base-url: %q is not a scheme and host with an optional path; write it as https://api.example.com or https://example.com/api", c.BaseURL)
	}
	c.BaseURL = u.Scheme + "://" + u.Host + strings.TrimSuffix(u.Path, "/")
	return nil
}

// check refuses invalid settings that would only fail much later.
func (c *serveCmd) check(flags []*kong.Flag) error {
	if err := c.checkBaseURL(); err != nil {
		return err
	}
	if err := c.secured.check(c.BaseURL); err != nil {
		return err
	}
	if err := auth.CheckCookieName(c.SessionCookie); err != nil {
		return fmt.Errorf("session-cookie: %w", err)
	}
	if err := errors.Join(c.Limits.Check(flags), c.Settings.Check()); err != nil {
		return err
	}
	for name, value := range map[string]time.Duration{
		"stop-timeout": c.StopTimeout, "login-window": c.LoginWindow,
		"conn-lifetime": c.ConnLifetime, "silence-timeout": c.SilenceTimeout, "replica-max-lag": c.ReplicaMaxLag,
	} {
		if value <= 0 {
			return fmt.Errorf("%s: has to be more than 0", name)
		}
	}
	if c.WaitForSchema < 0 {
		return errors.New("wait-for-schema: has to be 0 or more")
	}
	if c.DrainDelay < 0 {
		return errors.New("drain-delay: has to be 0 or more")
	}
	if c.LoginFailures < 0 || c.LoginAddressFailures < 0 {
		return errors.New("login-failures and login-address-failures: have to be 0 or more")
	}
	if _, err := networks("webhook-networks", c.WebhookNetworks); err != nil {
		return err
	}
	_, err := networks("trusted-proxies", c.TrustedProxies)
	return err
}

func (c *serveCmd) session() auth.Options {
	proxies, _ := networks("trusted-proxies", c.TrustedProxies) // check has parsed them
	opts := c.Limits.Auth()
	opts.CookieName = c.SessionCookie
	opts.AdminsNeedFactor = c.AdminsNeedFactor
	opts.Secure = c.SecureCookies || strings.HasPrefix(c.BaseURL, "https://") || c.scheme() == "https"
	opts.Throttle = auth.Throttle{Failures: c.LoginFailures, PerPlace: c.LoginAddressFailures, Window: c.LoginWindow}
	opts.Proxies = proxies
	return opts
}

// networks parses a list of networks; a single address is a network of one.
func networks(setting, text string) ([]netip.Prefix, error) {
	var list []netip.Prefix
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		network, err := netip.ParsePrefix(part)
		if address, isAddress := netip.ParseAddr(part); isAddress == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a network; write it as 10.0.0.0/8, or an address", setting, part)
		}
		list = append(list, network.Masked())
	}
	return list, nil
}

func (c *serveCmd) store(traces observe.Traces) database.Options {
	opts := database.Options{
		MaxConns: c.MaxConns, MaxIdleConns: c.MaxIdleConns, ConnLifetime: c.ConnLifetime,
		StatementTimeout: c.StatementTimeout, ReadTimeout: c.SilenceTimeout, MaxWAL: c.MaxWAL,
		Replica: c.DatabaseReplica, ReplicaMaxLag: c.ReplicaMaxLag,
	}
	if traces != nil {
		opts.Trace = traces.Statement
	}
	return opts
}

func (c *serveCmd) options(observer *observe.Observer) serve.Options {
	allowed, _ := networks("webhook-networks", c.WebhookNetworks) // check has parsed them
	return serve.Options{
		Events:  serve.EventOptions{Networks: allowed},
		BaseURL: c.BaseURL, AllowedHosts: list(c.AllowedHosts), NoCompression: c.NoCompression, ServerTiming: c.ServerTiming, Observe: observer.Observe(),
		Limits: c.Limits.Serve(), DocumentAccess: c.documentAccess(),
	}
}

// documentAccess returns the rule for reading the OpenAPI document.
func (c *serveCmd) documentAccess() permission.Rule {
	return map[string]permission.Rule{"accounts": permission.SignedIn, "admins": permission.Admin, "nobody": permission.Nobody}[c.OpenAPI]
}

// withOrigins returns the plan with the origins of the setting instead of its own.
func (c *serveCmd) withOrigins(p *plan.Plan) (*plan.Plan, error) {
	origins := list(c.CORSOrigins)
	if origins == nil {
		return p, nil
	}
	with, cors := *p, plan.CORS{}
	if p.CORS != nil {
		cors = *p.CORS
	}
	cors.Origins, with.CORS = origins, &cors
	if msg := cors.Mistake(); msg != "" {
		return nil, fmt.Errorf("cors-origins: %s", msg)
	}
	return &with, nil
}

// withAuditKeep returns the plan with the audit's retention time from the setting instead of its own.
func (c *serveCmd) withAuditKeep(p *plan.Plan) (*plan.Plan, error) {
	switch {
	case c.AuditKeep == 0:
		return p, nil
	case c.AuditKeep < time.Hour:
		return nil, fmt.Errorf("audit-keep: %v is less than an hour, which is how often old entries are removed; write one such as 8760h", c.AuditKeep)
	case p.Audit == nil:
		return nil, fmt.Errorf("audit-keep: configuration %s has no audit; list rest.Audit, or leave the setting out", p.Name)
	}
	with, audit := *p, *p.Audit
	audit.Keep, with.Audit = c.AuditKeep, &audit
	return &with, nil
}

// list returns the texts between commas, nil for none.
func list(text string) []string {
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
