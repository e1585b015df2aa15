// Package request has one request as a value, and what the operations of a service share. An [Exchange] is its
// connection, with the shares of the budgets that it uses. An [Admission] says who asks for what. A [Route]
// has its [Operation] values, a [Resource] its shapes, and a [Result] becomes the [Response] that [Send] writes.
package request
