// Package observe shows a running service to the people and programs that operate it: whether it is
// alive and ready for requests (Health), what it logs (Logs), what it counts (Metrics), who logs in
// and who is refused (Events), and where the time of a request goes (Traces). An Observer joins
// them to the service. Metrics and Traces are interfaces: the packages prometheus and otlp below
// this one have each what a program may list.
//
// Nothing here holds what clients keep secret: a request is known by its method, by the pattern of
// its route and by an id, a statement by its text without values. An event has the account and the
// address of the client, and a keyed hash of a name that no account has.
package observe
