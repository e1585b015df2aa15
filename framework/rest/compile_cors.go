// The CORS of a set.

package rest

// compileCORS checks the CORS of the set; nil for none.
func (c *compiler) compileCORS() *CORS {
	of := c.set.cors
	if of == nil {
		return nil
	}
	if msg := of.value.Mistake(); msg != "" {
		c.report("", "", of.at, "the CORS of the set "+msg)
	}
	return &of.value
}
