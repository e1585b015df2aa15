package auth

// Occupy takes all places where passwords are hashed, until release.
func (p *Passwords) Occupy() (release func()) {
	p.ready()
	n := 0
	for p.queue.take() {
		n++
	}
	return func() {
		for range n {
			p.queue.release()
		}
	}
}
