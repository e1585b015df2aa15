// Package observe reports on a running service for its operators. It has health and readiness (Health), logs
// with request ids (Logs) and metrics (Metrics). It also reports logins and refusals (Events), and the time
// of each request's steps (Traces). An Observer connects them to the service. Metrics and Traces are
// interfaces, which the packages prometheus and otlp below this one implement for programs that list them.
//
// Nothing here contains clients' secrets. A request is identified by its method, its route's pattern and an
// id, a statement by its text without values. An event has the account and the address of the client, and a
// keyed hash of an unknown account's name.
package observe
