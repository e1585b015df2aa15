// Package observe shows a running service to the people and programs that operate it: whether it
// is alive and ready for requests.
//
// Nothing here is seen by clients of the API, unless a setting asks for it.
package observe
