// Package request models one request as a value, and everything that the operations of a service share. An
// [Exchange] is its connection, with the shares of the budgets that it uses. An [Admission] has its
// requester and its operation. A [Route] has its [Operation] values, a [Resource] its shapes, and a
// [Result] becomes the [Response] that [Send] writes. In all rooms x is an Exchange, and a an Admission.
package request
