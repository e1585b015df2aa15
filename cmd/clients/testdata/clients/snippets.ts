// Uses the generated client of the snippets as a program would.
import * as snippets from "./snippets.js";

declare const process: { argv: string[] };

function must(ok: unknown, ...about: unknown[]): asserts ok {
	if (!ok) {
		throw new Error("not as it should be: " + JSON.stringify(about));
	}
}

const client = new snippets.Client(process.argv[2]!, { credentials: snippets.basic("alice", "alice-password") });
for (let i = 0; i < 45; i++) {
	const made = await client.snippets.create({ code: `print(${i})`, linenos: i % 2 === 0 });
	must(made.owner === "alice" && made.linenos === (i % 2 === 0), made);
}
const found = await client.snippets.list();
must(found.length === 45 && found[44]?.code === "print(44)", found);
const snippet = await client.snippets.get(found[0]!.id);
must((await client.snippets.replace(snippet.id, { code: "pass" }, { ifMatch: snippet })).code === "pass");
const conflict = await client.snippets.replace(snippet.id, { code: "lost" }, { ifMatch: snippet }).catch((error: unknown) => error);
must(conflict instanceof snippets.ChangedError, conflict);
const invalid = await client.snippets.create({ code: "" }).catch((error: unknown) => error);
must(invalid instanceof snippets.InvalidError && invalid.field("code").length, invalid);
await client.snippets.delete(snippet.id);
