// Doors into the package for its tests.

package passwords

// Occupy takes all places where passwords are hashed, until release.
func (p *Hasher) Occupy() (release func()) {
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
