package runtime

// accept is the header Accept of all requests. A generated client has its own.
const accept = "application/problem+json, application/json"
