// Uses the generated client of the atelier as a program would.
import * as prints from "./prints.js";

declare const process: { argv: string[] };

function must(ok: unknown, ...about: unknown[]): asserts ok {
	if (!ok) {
		throw new Error("not as it should be: " + JSON.stringify(about));
	}
}

function refused(work: Promise<unknown>): Promise<unknown> {
	return work.then((done) => ({ done }), (error: unknown) => error);
}

const client = new prints.Client(process.argv[2]!, { credentials: prints.machine("press") });
for (let i = 0; i < 5; i++) {
	const made = await client.prints.create({ title: `Print ${i}`, shade: "#ff8800" });
	must(made.shade === "#ff8800" && made.artist === "alice" && made.cost === undefined, made);
}
const first = await client.prints.list({ _etags: true });
must(first.items.length === 2 && first.hasNext && first.items[0]?._etag, first);
let rows = 0;
for await (const row of client.prints.all()) {
	must(row.title);
	rows++;
}
must(rows === 5, rows);
const last = await client.prints.list({ batch: "c" });
must(last.items.length === 1 && !last.hasNext, last);
const print = first.items[0]!;
const changed = await client.prints.update(print.id, { shade: "#000000" }, { ifMatch: print });
must(changed.shade === "#000000" && changed.title === print.title, changed);
const late = await refused(client.prints.replace(print.id, { title: "Lost" }, { ifMatch: print }));
must(late instanceof prints.ChangedError, late);
const invalid = await refused(client.prints.create({ title: "x".repeat(81), shade: "red" }));
must(invalid instanceof prints.InvalidError && invalid.field("title").length === 1 && invalid.field("shade").length === 1, invalid);
must((await client.prints.sell(print.id, { remark: "To the museum." }))?.sold);
const again = await refused(client.prints.sell(print.id, {}));
must(again instanceof prints.ConflictError, again);
await client.prints.delete(print.id);
const gone = await refused(client.prints.get(print.id));
must(gone instanceof prints.NotFoundError, gone);
const nobody = new prints.Client(process.argv[2]!);
const forbidden = await refused(nobody.prints.create({ title: "None" }));
must(forbidden instanceof prints.ForbiddenError, forbidden);
