// What a service does beside its requests.

package serve

import "context"

// EndStreams ends the streams of events, whose readers come back to another process. It is for when the service stops.
func (h *Handler) EndStreams() {
	if h.hub != nil {
		h.hub.EndStreams()
	}
}

// DeliverWebhooks sends events to the webhooks of the service until ctx ends. Several processes share the work.
func (h *Handler) DeliverWebhooks(ctx context.Context) {
	if h.all.Plan.Webhooks != nil {
		h.hub.Deliver(ctx)
	}
}
