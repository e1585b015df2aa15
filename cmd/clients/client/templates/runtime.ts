
/** How a client speaks to the service. */
export interface Config {
	/** Who asks. Without it nothing that changes something is sent again after a lost connection: the service could do it twice. */
	credentials?: Credentials;
	/** Makes the requests; by default that of the platform. */
	fetch?: typeof fetch;
	/** Milliseconds for one attempt: 30,000 by default, 0 for none. It does not bound the sending and reading of files. */
	timeout?: number;
	/** How often a request is sent at most: 4 by default. */
	attempts?: number;
	/** The longest pause between two attempts, in milliseconds: 30,000 by default. What the service wants later is not sent again. */
	maxWait?: number;
}

/** Adds to the headers of a request who asks. */
export type Credentials = (headers: Headers) => void;

/** What one call does otherwise. */
export interface Options {
	signal?: AbortSignal;
	/** Changes only the record that has this entity tag: the `_etag` of one that was read. Another one is a ChangedError. */
	ifMatch?: string | Tagged;
	/** Reads only what has another entity tag. It is a NotModifiedError where it has not. */
	ifNoneMatch?: string | Tagged;
	/** A key of your own, under which a change is done once within 24 hours. By default each call has one. */
	idempotencyKey?: string;
	/** Does everything and stores nothing. */
	dryRun?: boolean;
	headers?: Record<string, string>;
}

/** What was read by itself, or in a list that was asked for entity tags. */
export interface Tagged {
	readonly _etag?: string;
}

/** An object of any members. */
export type AnyObject = Record<string, unknown>;

/** A moment: "2026-01-31T12:30:00Z". */
export type DateTime = string;

/** A day: "2026-01-31". */
export type Date = string;

/** A number as it is written: "12.50". */
export type Decimal = string;

/** A file to send. */
export interface Upload {
	name: string;
	content: Blob;
}

/** What has become of a row of a list of which some may be refused. */
export interface Outcome<T> {
	status: number;
	/** The record; absent where it was refused, or deleted. */
	record?: T;
	errors: FieldError[];
}

/** What is wrong with a value. */
export interface FieldError {
	/** Names the value as it stands in the body: "title", "items[0].city"; "" for the whole body. */
	path: string;
	/** Names a parameter of the query in place of a path. */
	parameter?: string;
	code?: string;
	message: string;
}

/** A refusal of the service. */
export class ApiError extends Error {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly detail: string;
	readonly fields: FieldError[];
	/** Milliseconds after which the request may be made again; 0 where the service does not say it. */
	readonly retryAfter: number;
	readonly headers: Headers;
	readonly body: string;

	constructor(method: string, path: string, response: Response, body: string) {
		const [detail, fields] = readRefusal(body);
		const about = [detail || (fields.length ? "" : response.statusText), ...fields.map((f) => `${f.path || f.parameter || ""}: ${f.message}`)];
		super(`${method} ${path}: ${response.status}: ${about.filter(Boolean).join(": ")}`);
		this.name = new.target.name;
		this.method = method;
		this.path = path;
		this.status = response.status;
		this.detail = detail;
		this.fields = fields;
		this.retryAfter = retryAfter(response.headers.get("Retry-After"));
		this.headers = response.headers;
		this.body = body;
	}

	/** What is wrong with the value at a path, such as "items[0].city". */
	field(path: string): string[] {
		return this.fields.filter((f) => f.path === path && f.parameter === undefined).map((f) => f.message);
	}
}

/** 304: it has the tag of ifNoneMatch. */
export class NotModifiedError extends ApiError {}
/** 400, 422: see fields. */
export class InvalidError extends ApiError {}
/** 401: credentials are required. */
export class UnauthorizedError extends ApiError {}
/** 403: the requester may not do it. */
export class ForbiddenError extends ApiError {}
/** 404: there is none, or the requester may not see it. */
export class NotFoundError extends ApiError {}
/** 409, 412: the record does not allow it as it is now. */
export class ConflictError extends ApiError {}
/** 412: the record has changed since it was read: it has not the tag of ifMatch. */
export class ChangedError extends ConflictError {}
/** 429, 503: not at this time; see retryAfter. */
export class UnavailableError extends ApiError {}

const kinds: Record<number, typeof ApiError> = {
	304: NotModifiedError, 400: InvalidError, 401: UnauthorizedError, 403: ForbiddenError, 404: NotFoundError, 409: ConflictError,
	412: ChangedError, 422: InvalidError, 429: UnavailableError, 503: UnavailableError,
};

/** A part of a list. */
export class Page<T> {
	readonly items: T[];
	/** The number of all rows of the list; undefined where the service does not count them. */
	readonly total: number | undefined;
	readonly #list: List<T>;
	readonly #next: string | undefined;
	readonly #previous: string | undefined;

	constructor(list: List<T>, items: T[], total: number | undefined, next: string | undefined, previous: string | undefined) {
		this.items = items;
		this.total = total;
		this.#list = list;
		this.#next = next;
		this.#previous = previous;
	}

	/** Whether there is a page behind this one. */
	get hasNext(): boolean {
		return this.#next !== undefined;
	}

	/** Whether there is a page before this one. */
	get hasPrevious(): boolean {
		return this.#previous !== undefined;
	}

	/** The page behind this one, undefined where it is the last. */
	async next(): Promise<Page<T> | undefined> {
		return this.#next === undefined ? undefined : this.#list.read(this.#next);
	}

	/** The page before this one, undefined where it is the first. */
	async previous(): Promise<Page<T> | undefined> {
		return this.#previous === undefined ? undefined : this.#list.read(this.#previous);
	}
}

/** The content of a file, of which nothing was read yet. */
export class Download {
	/** The name of the file; "" where the service gives none. */
	readonly name: string;
	readonly type: string;
	/** Bytes; undefined where it is not known. */
	readonly size: number | undefined;
	readonly etag: string | undefined;
	readonly #response: Response;

	constructor(response: Response) {
		const length = response.headers.get("Content-Length");
		this.#response = response;
		this.name = fileName(response.headers.get("Content-Disposition") ?? "");
		this.type = response.headers.get("Content-Type") ?? "";
		this.size = length === null ? undefined : Number(length);
		this.etag = response.headers.get("ETag") ?? undefined;
	}

	/** The bytes as they come. */
	get stream(): ReadableStream<Uint8Array> {
		return this.#response.body ?? new ReadableStream({ start: (c) => c.close() });
	}

	/** All of it. */
	blob(): Promise<Blob> {
		return this.#response.blob();
	}

	/** All of it, as a text in UTF-8. */
	text(): Promise<string> {
		return this.#response.text();
	}
}

/** The key of the record that is at an address, such as its url. */
export function keyOf(address: string): string {
	const path = address.split("?")[0]!.replace(/\/$/, "");
	const segment = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
	return segment === "~" ? "" : segment.replace(/~(2E|2F|7E)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** A key as a segment of a path: "~" escapes what clients and proxies change in paths, as "/", ".", ".." and the empty text. */
function pathKey(key: string | number): string {
	const text = String(key);
	if (text === "") {
		return "~";
	}
	if (text === "~" || text === "." || text === "..") {
		return text === "~" ? "~7E" : text.replaceAll(".", "~2E");
	}
	return encodeURIComponent(text.replace(/~(?=2E|2F|7E)/g, "~7E").replaceAll("/", "~2F"));
}

type Path = readonly string[];
type Param = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

/** A request. */
interface Call {
	method: string;
	path: string;
	query?: object;
	/** The parameters whose values are joined by commas. */
	commas?: readonly string[];
	body?: unknown;
	/** Where the body stands within the envelope of the service. */
	inside?: Path;
	/** The service does it once under an Idempotency-Key. */
	keyed?: boolean;
	lenient?: boolean;
	stream?: boolean;
	options?: Options | undefined;
}

/** Where in an answer what stands. */
interface Frame {
	rows?: Path;
	record?: Path;
	next?: Path;
	previous?: Path;
	total?: Path;
}

/** Reads the pages of a list. */
class List<T> {
	readonly #connection: Connection;
	readonly #call: Call;
	readonly #frame: Frame;

	constructor(connection: Connection, call: Call, frame: Frame) {
		this.#connection = connection;
		this.#call = call;
		this.#frame = frame;
	}

	/** The page of a query, or that which is asked for. */
	async read(query?: string): Promise<Page<T>> {
		const response = await this.#connection.send(this.#call, query);
		const answer: unknown = await response.json();
		const link = (path: Path | undefined, relation: string): string | undefined => {
			const address = path === undefined ? undefined : at(answer, path);
			return typeof address === "string" && address !== "" ? queryOf(address) : linked(response.headers.get("Link") ?? "", relation);
		};
		const total = this.#frame.total === undefined ? undefined : at(answer, this.#frame.total);
		const items = rowsOf<T>(answer, this.#frame);
		return new Page(this, items, typeof total === "number" ? total : undefined, link(this.#frame.next, "next"), link(this.#frame.previous, "prev"));
	}

	/** The rows, a page after the other. */
	async *all(): AsyncGenerator<T, void, undefined> {
		for (let page: Page<T> | undefined = await this.read(); page !== undefined; page = await page.next()) {
			yield* page.items;
		}
	}
}

/** Sends requests. */
class Connection {
	readonly #base: string;
	readonly #config: Config;

	constructor(base: string, config: Config) {
		const url = new URL(base);
		if (url.protocol !== "http:" && url.protocol !== "https:") {
			throw new TypeError(`the address ${base} is none of http or https`);
		}
		this.#base = (url.origin + url.pathname).replace(/\/$/, "");
		this.#config = config;
	}

	/** Sends a request whose answer is a record, or another value; undefined where there is no answer. */
	async one<T>(call: Call, record: Path = []): Promise<T> {
		const response = await this.send(call);
		const text = await response.text();
		if (text === "") {
			return undefined as T;
		}
		const value = at(JSON.parse(text), record);
		const etag = response.headers.get("ETag");
		if (etag !== null && typeof value === "object" && value !== null && !Array.isArray(value)) {
			Object.defineProperty(value, "_etag", { value: etag, enumerable: false }); // so that it is not sent back
		}
		return value as T;
	}

	/** Sends a request whose answer is a list. */
	async rows<T>(call: Call, frame: Frame = {}): Promise<T[]> {
		const response = await this.send(call);
		return rowsOf<T>(await response.json(), frame);
	}

	/** Sends a list of which some rows may be refused. */
	async outcomes<T>(call: Call): Promise<Outcome<T>[]> {
		const response = await this.send({ ...call, lenient: true });
		const answer = (await response.json()) as { status: number; body?: T; errors?: unknown }[];
		return answer.map(({ status, body, errors }) => {
			const [detail, fields] = errors === undefined ? ["", []] : readRefusal(JSON.stringify(errors));
			const outcome: Outcome<T> = { status, errors: detail ? [{ path: "", message: detail }] : fields };
			if (body !== undefined) {
				outcome.record = body;
			}
			return outcome;
		});
	}

	/** Sends a request whose answer is of no interest. */
	async none(call: Call): Promise<void> {
		await (await this.send(call)).arrayBuffer();
	}

	/** Reads the content of a file. */
	async download(call: Call): Promise<Download> {
		return new Download(await this.send({ ...call, stream: true }));
	}

	/** Sends a request, again where that does no harm. query takes the place of its own. */
	async send(call: Call, query = queryText(call)): Promise<Response> {
		const { attempts = 4, maxWait = 30_000, credentials } = this.#config;
		const options = call.options ?? {};
		const headers = headersOf(call);
		credentials?.(headers);
		const body = bodyOf(call, headers);
		if (call.keyed && !options.dryRun && credentials && !headers.has("Idempotency-Key")) {
			headers.set("Idempotency-Key", crypto.randomUUID());
		}
		const repeatable = call.method === "GET" || options.dryRun === true || (call.keyed === true && headers.has("Idempotency-Key"));
		for (let attempt = 1; ; attempt++) {
			let wait = 250 * 2 ** Math.min(attempt - 1, 10) * (0.5 + Math.random() / 2);
			try {
				return await this.#attempt(call, query, headers, body);
			} catch (error) {
				const refused = error instanceof ApiError;
				const again = refused ? error.status === 429 || (error.status === 503 && repeatable) : repeatable;
				if (!again || attempt >= attempts || options.signal?.aborted) {
					throw error;
				}
				wait = Math.max(wait, refused ? error.retryAfter : 0);
				if (wait > maxWait) {
					throw error;
				}
			}
			await sleep(wait, options.signal);
		}
	}

	async #attempt(call: Call, query: string, headers: Headers, body: Blob | string | undefined): Promise<Response> {
		const { timeout = 30_000, fetch = globalThis.fetch } = this.#config;
		const init: RequestInit = { method: call.method, headers };
		const signals: AbortSignal[] = call.options?.signal ? [call.options.signal] : [];
		if (timeout > 0 && !call.stream && !(body instanceof Blob)) {
			signals.push(AbortSignal.timeout(timeout));
		}
		if (signals.length > 0) {
			init.signal = AbortSignal.any(signals);
		}
		if (body !== undefined) {
			init.body = body;
		}
		const response = await fetch(this.#base + call.path + (query === "" ? "" : "?" + query), init);
		if (response.ok) {
			return call.stream ? response : await whole(response);
		}
		throw new (kinds[response.status] ?? ApiError)(call.method, call.path, response, await response.text());
	}
}

/** An answer that was read to its end, so that a connection which is lost on the way is a failed attempt. */
async function whole(response: Response): Promise<Response> {
	const bytes = await response.arrayBuffer();
	return new Response(bytes.byteLength === 0 ? null : bytes, { status: response.status, headers: response.headers });
}

function headersOf({ lenient, stream, options = {} }: Call): Headers {
	const headers = new Headers(options.headers);
	const tag = (of: string | Tagged): string => {
		const etag = typeof of === "string" ? of : of._etag;
		if (!etag) {
			throw new TypeError("the record has no entity tag; read it first");
		}
		return etag;
	};
	headers.set("Accept", stream ? "*/*" : accept);
	if (options.ifMatch !== undefined) {
		headers.set("If-Match", tag(options.ifMatch));
	}
	if (options.ifNoneMatch !== undefined) {
		headers.set("If-None-Match", tag(options.ifNoneMatch));
	}
	if (options.idempotencyKey !== undefined) {
		headers.set("Idempotency-Key", options.idempotencyKey);
	}
	if (options.dryRun) {
		headers.append("Prefer", "dry-run");
	}
	if (lenient) {
		headers.append("Prefer", "handling=lenient");
	}
	if (versionHeader !== undefined) {
		headers.set(...versionHeader);
	}
	return headers;
}

function queryText({ query, commas = [] }: Call): string {
	const params = new URLSearchParams(versionParam);
	for (const [name, value] of Object.entries((query ?? {}) as Record<string, Param>)) {
		if (value === undefined || value === null) {
			continue;
		}
		if (typeof value !== "object") {
			params.append(name, String(value));
		} else if (!commas.includes(name)) {
			value.forEach((one) => params.append(name, String(one)));
		} else if (value.length > 0) {
			params.append(name, value.join(","));
		}
	}
	return params.toString();
}

/** The body of a request: a form where it has files, else JSON. All attempts have the same bytes. */
function bodyOf({ body, inside = [] }: Call, headers: Headers): Blob | string | undefined {
	if (body === undefined) {
		return undefined;
	}
	const members = Object.entries(body as AnyObject);
	if (!Array.isArray(body) && members.some(([, value]) => isUpload(value))) {
		const boundary = crypto.randomUUID();
		headers.set("Content-Type", `multipart/form-data; boundary=${boundary}`);
		return new Blob([...members.flatMap(([name, value]) => partsOf(name, value, boundary)), `--${boundary}--\r\n`]);
	}
	headers.set("Content-Type", "application/json");
	return JSON.stringify(inside.reduceRight<unknown>((value, name) => ({ [name]: value }), body));
}

function isUpload(value: unknown): value is Upload {
	return typeof value === "object" && value !== null && (value as Upload).content instanceof Blob;
}

/** The parts of a member of a form: a list is a part for each item, null an empty text. */
function partsOf(name: string, value: unknown, boundary: string): BlobPart[] {
	const quote = (text: string): string => text.replace(/["\\]/g, "\\$&").replace(/[\r\n]/g, "");
	const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"`;
	if (value === undefined) {
		return [];
	}
	if (isUpload(value)) {
		return [`${head}; filename="${quote(value.name)}"\r\nContent-Type: ${value.content.type || "application/octet-stream"}\r\n\r\n`, value.content, "\r\n"];
	}
	if (Array.isArray(value) && !value.some((item) => typeof item === "object")) {
		return value.flatMap((item) => partsOf(name, item, boundary));
	}
	const text = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
	return [`${head}\r\n\r\n${text}\r\n`];
}

function rowsOf<T>(answer: unknown, { rows = [], record = [] }: Frame): T[] {
	return (at(answer, rows) as unknown[]).map((row) => at(row, record) as T);
}

/** What stands in a value below names within each other. */
function at(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((inner, name) => (inner as AnyObject | null | undefined)?.[name], value);
}

/** The query of the address of another page. Whatever host it names, the list is read where it is. */
function queryOf(address: string): string {
	return address.split("?")[1] ?? "";
}

function linked(header: string, relation: string): string | undefined {
	for (const link of header.split(",")) {
		const [address, rest] = link.split(">");
		if (address !== undefined && rest?.includes(`rel="${relation}"`)) {
			return queryOf(address);
		}
	}
	return undefined;
}

function fileName(disposition: string): string {
	const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) {
		return decodeURIComponent(encoded);
	}
	return /filename="?([^";]*)"?/i.exec(disposition)?.[1] ?? "";
}

function retryAfter(text: string | null): number {
	if (text === null) {
		return 0;
	}
	const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : new globalThis.Date(text).getTime() - globalThis.Date.now();
	return milliseconds > 0 ? milliseconds : 0;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = (): void => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, milliseconds);
		signal?.addEventListener("abort", stop, { once: true });
	});
}

/** Reads problem details (RFC 9457), or the bodies of Django REST framework. */
function readRefusal(body: string): [detail: string, fields: FieldError[]] {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		return ["", []];
	}
	const object = (typeof value === "object" && value !== null ? value : {}) as AnyObject;
	const detail = typeof object["detail"] === "string" ? object["detail"] : "";
	if (typeof object["type"] === "string" && typeof object["status"] === "number") {
		const errors = (object["errors"] ?? []) as { pointer?: string; parameter?: string; code: string; detail: string }[];
		return [detail, errors.map((e) => ({
			path: pathOf(e.pointer ?? ""), ...(e.parameter === undefined ? {} : { parameter: e.parameter }), code: e.code, message: e.detail,
		}))];
	}
	const fields: FieldError[] = [];
	if (detail === "") {
		collect(value, "", fields);
	}
	return [detail, fields];
}

/** A JSON pointer, which may be in a fragment, as a path. */
function pathOf(pointer: string): string {
	return pointer.replace(/^#/, "").split("/").slice(1).reduce((path, name) => join(path, name.replaceAll("~1", "/").replaceAll("~0", "~")), "");
}

function join(path: string, name: string): string {
	return /^\d+$/.test(name) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
}

function collect(value: unknown, path: string, to: FieldError[]): void {
	if (typeof value === "string") {
		to.push({ path, message: value });
	} else if (Array.isArray(value)) {
		value.forEach((item, i) => collect(item, typeof item === "string" ? path : join(path, String(i)), to));
	} else if (typeof value === "object" && value !== null) {
		for (const [name, inner] of Object.entries(value)) {
			collect(inner, name === "non_field_errors" ? path : join(path, name), to);
		}
	}
}
