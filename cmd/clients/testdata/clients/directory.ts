// Uses the generated client of the directory as a program would.
import * as directory from "./directory.js";

declare const process: { argv: string[] };

function must(ok: unknown, ...about: unknown[]): asserts ok {
	if (!ok) {
		throw new Error("not as it should be: " + JSON.stringify(about));
	}
}

const client = new directory.Client(process.argv[2]!, { credentials: directory.basic("admin", "admin-password") });
const group = await client.groups.create({ name: "Staff" });
for (let i = 0; i < 45; i++) {
	const user = await client.users.create({ username: `user${i}`, groups: [group.url] });
	must(user.groups[0] === group.url, user);
}
let users = 0;
for await (const user of client.users.all()) {
	must(user.url);
	users++;
}
must(users === 49, users);
must(!(await client.users.list({ page: "last" })).hasNext);
const key = Number(directory.keyOf(group.url));
must((await client.groups.update(key, { name: "Crew" }, { ifMatch: group })).name === "Crew");
const conflict = await client.groups.replace(key, { name: "Lost" }, { ifMatch: group }).catch((error: unknown) => error);
must(conflict instanceof directory.ChangedError, conflict);
const invalid = await client.users.create({ username: "no spaces" }).catch((error: unknown) => error);
must(invalid instanceof directory.InvalidError && invalid.field("username").length, invalid);
await client.groups.delete(key);
