package browse

// Funcs are what templates write typed texts with.
var Funcs = funcs
