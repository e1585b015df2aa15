// Uses the generated client of the tracker as a program would.
import * as tracker from "./tracker.js";

declare const process: { argv: string[] };

const address = process.argv[2]!;
const client = new tracker.Client(address, { credentials: tracker.basic("alice", "alice-password") });

function must(ok: unknown, ...about: unknown[]): asserts ok {
	if (!ok) {
		throw new Error("not as it should be: " + JSON.stringify(about));
	}
}

/** The error of a call that is refused. */
async function refused<E>(kind: new (...args: never[]) => E, call: () => Promise<unknown>): Promise<E> {
	try {
		await call();
	} catch (error) {
		must(error instanceof kind, kind.name, String(error));
		return error;
	}
	throw new Error("no " + kind.name);
}

/** The first ticket as it is. */
async function first(): Promise<tracker.TicketRecord> {
	const page = await client.tickets.list({ search: "Ticket 01" });
	must(page.items.length === 1, page.items);
	return client.tickets.get(page.items[0]!.id);
}

// Write.
const project = await client.projects.create({ slug: "demo", name: "Demo", visibility: "public" });
must(project.visibility === "public" && project._etag, project);
const made = await client.tickets.createMany(
	Array.from({ length: 45 }, (_, i) => ({ project: "demo", title: `Ticket ${String(i + 1).padStart(2, "0")}`, priority: (i % 5) + 1 })),
);
must(made.length === 45 && made[44]!.title === "Ticket 45", made);
const dry = await client.tickets.create({ project: "demo", title: "Not stored" }, { dryRun: true });
must(dry.title === "Not stored", dry);
const [good, bad] = await client.tickets.createEach([{ project: "demo", title: "Good" }, { project: "demo" } as tracker.TicketCreate]);
must(good?.record?.title === "Good" && bad?.status === 400 && bad.errors[0]?.path === "title", good, bad);
await client.tickets.delete(good.record.id);

// Read.
const page = await client.tickets.list({ project: "demo", _etags: true });
must(page.items.length === 20 && page.total === 45 && page.hasNext && !page.hasPrevious && page.items[0]?._etag, page.items);
const second = await page.next();
must(second?.items.length === 20, second);
must((await second.previous())?.items[0]?.id === page.items[0].id, page.items);
const titles = new Set<string>();
for await (const t of client.tickets.all({ ordering: ["created", "-priority"] })) {
	titles.add(t.title);
}
must(titles.size === 45, [...titles]);
const some = await client.tickets.list({ title__icontains: "ticket 0", priority__gte: 4, status: ["open", "doing"] });
must(some.items.length === 3, some.items);
for (let i = 0; i < 45; i++) {
	const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
	await client.timeEntries.create({ ticket: made[0]!.id, minutes: i + 1, day });
}
let minutes = 0;
for await (const entry of client.timeEntries.all()) {
	minutes += entry.minutes;
}
must(minutes === (45 * 46) / 2, minutes);
const unknown = await refused(tracker.InvalidError, () => client.tickets.list({ labels: [999] }));
must(unknown.fields[0]?.parameter === "labels", unknown.fields);

// Change.
const ticket = await first();
await refused(tracker.NotModifiedError, () => client.tickets.get(ticket.id, { ifNoneMatch: ticket }));
let changed = await client.tickets.update(ticket.id, { due: "2026-03-01", cost: "12.50", details: { a: 1 } }, { ifMatch: ticket });
must(changed.due === "2026-03-01" && changed.cost === "12.50" && changed.details["a"] === 1 && changed.title === ticket.title, changed);
const conflict = await refused(tracker.ChangedError, () => client.tickets.update(ticket.id, { title: "Lost" }, { ifMatch: ticket }));
must(conflict instanceof tracker.ConflictError, conflict);
await refused(TypeError, () => client.tickets.update(ticket.id, {}, { ifMatch: "" }));
changed = await client.tickets.update(ticket.id, { due: null, title: undefined }, { ifMatch: changed });
must(changed.due === null && changed.cost === "12.50", changed);
must((await client.tickets.replace(ticket.id, { title: "Ticket 01" })).title === "Ticket 01");

// Refusals.
const wrong = { project: "demo", title: "x".repeat(121), priority: 9, watchers: ["a@example.com", "nobody"] };
const invalid = await refused(tracker.InvalidError, () => client.tickets.create(wrong));
must(invalid.field("title").length && invalid.field("priority").length && invalid.field("watchers[1]").length, invalid.fields);
must(invalid.fields[0]?.code === "max_length", invalid.fields);
await refused(tracker.NotFoundError, () => client.tickets.get(1_000_000));
await refused(tracker.UnauthorizedError, () => new tracker.Client(address).projects.create({ slug: "none", name: "None" }));
await refused(DOMException, () => client.projects.list({}, { signal: AbortSignal.abort() }));

// What the test server answers by a closed connection, or by 503, the first time.
const once = await client.tickets.create({ project: "demo", title: "Once only" }, { headers: { "X-Cut": "ticket" } });
must(once.title === "Once only", once);
const stored = await client.tickets.list({ title__icontains: "once only" }, { headers: { "X-Busy": "list" } });
must(stored.items.length === 1, stored.items);
const never = new tracker.Client(address, { credentials: tracker.basic("alice", "alice-password"), attempts: 1 });
const busy = await refused(tracker.UnavailableError, () => never.tickets.list({}, { headers: { "X-Busy": "never" } }));
must(busy.retryAfter === 1000, busy.retryAfter);

// Files.
const text = "lines of text\n".repeat(5000);
const file = await client.attachments.create(
	{ ticket: ticket.id, file: { name: "notes.txt", content: new Blob([text], { type: "text/plain" }) } }, { headers: { "X-Cut": "file" } },
);
must(file.size === text.length && file.name === "notes.txt", file);
const download = await client.attachments.content(file.id);
must(download.name === "notes.txt" && download.size === text.length, download);
must((await download.text()) === text);
must((await client.attachments.list({ ticket: ticket.id })).total === 1);

// Actions, comments and tokens.
const closed = await client.tickets.close(ticket.id, { reason: "done" });
must(closed?.status === "closed" && closed.closed_at, closed);
const again = await refused(tracker.ConflictError, () => client.tickets.close(ticket.id, {}));
must(!(again instanceof tracker.ChangedError), again);
must((await client.tickets.stats({ project: "demo" }))?.closed === 1);
for (let i = 0; i < 7; i++) {
	await client.ticketsComments.create(ticket.id, { body: `Comment ${i}` });
}
let comments = 0;
for await (const _ of client.ticketsComments.all(ticket.id)) {
	comments++;
}
must(comments === 8, comments); // with the reason
await client.tickets.delete(ticket.id);
await refused(tracker.NotFoundError, () => client.tickets.get(ticket.id));
const token = await client.apiTokenAuth.apiTokenAuth({ username: "alice", password: "alice-password" });
must(token?.token);
const byToken = new tracker.Client(address, { credentials: tracker.token(token.token) });
must((await byToken.projects.update("demo", { description: "By a token" })).description === "By a token");
