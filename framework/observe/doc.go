// Package observe shows a running service to the people and programs that operate it: whether it
// is alive and ready for requests (Health), what it logs (Logs), what it counts (Metrics), and where
// the time of a request goes (Traces). An Observer joins them to the service.
//
// Nothing here holds what clients keep secret: a request is known by its method, by the pattern of
// its route and by an id, a statement by its text without values.
package observe
