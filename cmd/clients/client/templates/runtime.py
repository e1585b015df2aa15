

T = TypeVar("T")


class Upload(NamedTuple):
    """A file to send: bytes, or a file that is open for reading. It is streamed."""

    name: str
    content: bytes | BinaryIO
    type: str = "application/octet-stream"


@dataclass
class FieldError:
    """What is wrong with a value.

    path names the value as it stands in the body: "title", "items[0].city", "" for the whole body; parameter names a
    parameter of the query in its place.
    """

    path: str
    message: str
    code: str | None = None
    parameter: str | None = None


@dataclass
class Outcome(Generic[T]):
    """What has become of a row of a list of which some may be refused: the record, or what is wrong."""

    status: int
    record: T | None
    errors: list[FieldError]


class ApiError(Exception):
    """A refusal of the service."""

    def __init__(self, method: str, path: str, status: int, headers: Message, body: bytes) -> None:
        self.method, self.path, self.status, self.headers, self.body = method, path, status, headers, body
        self.detail, self.fields = _read_refusal(body)
        self.retry_after = _retry_after(headers.get("Retry-After"))
        about = [self.detail] + [f"{f.path or f.parameter or ''}: {f.message}" for f in self.fields]
        super().__init__(": ".join([f"{method} {path}: {status}", *filter(None, about)]))

    def field(self, path: str) -> list[str]:
        """What is wrong with the value at a path, such as "items[0].city"."""
        return [f.message for f in self.fields if f.path == path and f.parameter is None]


class NotModifiedError(ApiError):
    """304: it has the tag of if_none_match."""


class InvalidError(ApiError):
    """400, 422: see fields."""


class UnauthorizedError(ApiError):
    """401: credentials are required."""


class ForbiddenError(ApiError):
    """403: the requester may not do it."""


class NotFoundError(ApiError):
    """404: there is none, or the requester may not see it."""


class ConflictError(ApiError):
    """409, 412: the record does not allow it as it is now."""


class ChangedError(ConflictError):
    """412: the record has changed since it was read: it has not the tag of if_match."""


class UnavailableError(ApiError):
    """429, 503: not at this time; see retry_after, in seconds."""


_KINDS: dict[int, type[ApiError]] = {
    304: NotModifiedError, 400: InvalidError, 401: UnauthorizedError, 403: ForbiddenError, 404: NotFoundError,
    409: ConflictError, 412: ChangedError, 422: InvalidError, 429: UnavailableError, 503: UnavailableError,
}  # fmt: skip


class Tagged(Protocol):
    """What was read by itself, or in a list that was asked for entity tags."""

    etag: str | None


@dataclass(kw_only=True)
class Options:
    """What one call does otherwise.

    if_match changes only the record that has this entity tag, or that of a record that was read; another one is a
    ChangedError. if_none_match reads only what has another one. idempotency_key is a key of your own, under which a change
    is done once within 24 hours: by default each call has one. dry_run does everything and stores nothing.
    """

    if_match: str | Tagged | None = None
    if_none_match: str | Tagged | None = None
    idempotency_key: str | None = None
    dry_run: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None


class Download:
    """The content of a file, of which nothing was read yet. It is a context manager, and closed at its end."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response
        size = response.headers.get("Content-Length")
        self.name = response.headers.get_filename() or ""
        self.type = response.headers.get("Content-Type", "")
        self.size = int(size) if size is not None else None
        self.etag = response.headers.get("ETag")

    def read(self, size: int | None = None) -> bytes:
        """So many bytes, or all that follow."""
        return self._response.read(size)

    def close(self) -> None:
        """Closes the connection."""
        self._response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Page(Generic[T]):
    """A part of a list.

    items are its rows, and total the number of all rows of the list: None where the service does not count them.
    """

    def __init__(self, of: _List[T], items: list[T], total: int | None, next: str | None, previous: str | None) -> None:
        self.items, self.total = items, total
        self._of, self._next, self._previous = of, next, previous

    @property
    def has_next(self) -> bool:
        """Whether there is a page behind this one."""
        return self._next is not None

    @property
    def has_previous(self) -> bool:
        """Whether there is a page before this one."""
        return self._previous is not None

    def next(self) -> Page[T] | None:
        """The page behind this one, None where it is the last."""
        return None if self._next is None else self._of.read(self._next)

    def previous(self) -> Page[T] | None:
        """The page before this one, None where it is the first."""
        return None if self._previous is None else self._of.read(self._previous)


def key_of(address: str) -> str:
    """The key of the record that is at an address, such as its url."""
    segment = unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])
    return "" if segment == "~" else re.sub("~(2E|2F|7E)", lambda code: chr(int(code[1], 16)), segment)


def _path_key(key: object) -> str:
    """A key as a segment of a path: "~" escapes what clients and proxies change in paths, as "/", ".", ".." and the empty text."""
    text = str(key)
    if text in ("", "~", ".", ".."):
        return {"": "~", "~": "~7E", ".": "~2E", "..": "~2E~2E"}[text]
    return quote(re.sub("~(?=2E|2F|7E)", "~7E", text).replace("/", "~2F"), "")


@dataclass
class _Call:
    """A request."""

    method: str
    path: str
    options: Options | None = None
    query: Mapping[str, Any] | None = None
    commas: Sequence[str] = ()
    """The parameters whose values are joined by commas."""
    body: Any = None
    inside: Sequence[str] = ()
    """Where the body stands within the envelope of the service."""
    keyed: bool = False
    """The service does it once under an Idempotency-Key."""
    lenient: bool = False
    stream: bool = False


@dataclass
class _Frame:
    """Where in an answer what stands."""

    rows: Sequence[str] = ()
    record: Sequence[str] = ()
    next: Sequence[str] | None = None
    previous: Sequence[str] | None = None
    total: Sequence[str] | None = None


class _List(Generic[T]):
    """Reads the pages of a list."""

    def __init__(self, connection: _Connection, type: type[T], call: _Call, frame: _Frame) -> None:
        self._connection, self._type, self._call, self._frame = connection, type, call, frame

    def read(self, query: str | None = None) -> Page[T]:
        """The page of a query, or that which is asked for."""
        answer, headers = self._connection.answer(self._call, query)
        frame, links = self._frame, headers.get_all("Link") or []

        def link(path: Sequence[str] | None, relation: str) -> str | None:
            address = None if path is None else _at(answer, path)
            return urlsplit(address).query if address else _linked(links, relation)

        total = None if frame.total is None else _at(answer, frame.total)
        items = [_decode(self._type, _at(row, frame.record)) for row in _at(answer, frame.rows)]
        return Page(self, items, total, link(frame.next, "next"), link(frame.previous, "prev"))

    def all(self) -> Iterator[T]:
        """The rows, a page after the other."""
        page: Page[T] | None = self.read()
        while page is not None:
            yield from page.items
            page = page.next()


class _Connection:
    """Sends requests."""

    def __init__(self, base: str, credentials: Credentials | None, timeout: float, attempts: int, max_wait: float) -> None:
        if urlsplit(base).scheme not in ("http", "https"):
            raise ValueError(f"the address {base!r} is none of http or https")
        self._base, self._credentials = base.rstrip("/"), credentials
        self._timeout, self._attempts, self._max_wait = timeout, attempts, max_wait
        self._opener = build_opener(_Redirects)

    def one(self, type: Any, call: _Call, record: Sequence[str] = ()) -> Any:
        """Sends a request whose answer is a record, or another value; None where there is no answer."""
        answer, headers = self.answer(call)
        if answer is None:
            return None
        value = _decode(type, _at(answer, record))
        if is_dataclass(value) and hasattr(value, "etag"):
            value.etag = headers.get("ETag")  # type: ignore[attr-defined]
        return value

    def rows(self, type: Any, call: _Call, frame: _Frame = _Frame()) -> list[Any]:
        """Sends a request whose answer is a list."""
        answer, _ = self.answer(call)
        return [_decode(type, _at(row, frame.record)) for row in _at(answer, frame.rows)]

    def outcomes(self, type: Any, call: _Call) -> list[Outcome[Any]]:
        """Sends a list of which some rows may be refused."""
        call.lenient = True
        answer, _ = self.answer(call)
        return [_outcome(type, row) for row in answer]

    def none(self, call: _Call) -> None:
        """Sends a request whose answer is of no interest."""
        self.answer(call)

    def download(self, call: _Call) -> Download:
        """Reads the content of a file."""
        call.stream = True
        return Download(self._send(call, None))

    def answer(self, call: _Call, query: str | None = None) -> tuple[Any, Message]:
        """Sends a request and reads its answer, None where there is none."""
        response = self._send(call, query)
        text = response.read()
        return (json.loads(text) if text else None), response.headers

    def _send(self, call: _Call, query: str | None) -> Any:
        """Sends a request, again where that does no harm. query takes the place of its own."""
        options = call.options or Options()
        headers = self._headers(call, options)
        body = _body(call, headers)
        if call.keyed and not options.dry_run and self._credentials and "Idempotency-Key" not in headers:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        repeatable = call.method == "GET" or options.dry_run or call.keyed and "Idempotency-Key" in headers
        for attempt in itertools.count(1):
            wait = 0.25 * 2 ** min(attempt - 1, 10) * random.uniform(0.5, 1)
            try:
                return self._attempt(call, query, headers, body, options.timeout or self._timeout)
            except ApiError as error:
                again = error.status == 429 or error.status == 503 and repeatable
                wait = max(wait, error.retry_after)
                if not again or attempt >= self._attempts or wait > self._max_wait:
                    raise
            except (OSError, HTTPException):
                if not repeatable or attempt >= self._attempts or wait > self._max_wait or body is not None and not body.rewind():
                    raise
            time.sleep(wait)

    def _attempt(self, call: _Call, query: str | None, headers: dict[str, str], body: _Body | None, timeout: float) -> Any:
        text = _query(call) if query is None else query
        address = self._base + call.path + ("?" + text if text else "")
        request = Request(address, body.open() if body else None, headers, method=call.method)
        try:
            response = self._opener.open(request, timeout=timeout)
        except HTTPError as error:
            with error:
                raise _KINDS.get(error.code, ApiError)(call.method, call.path, error.code, error.headers, error.read()) from None
        if call.stream:
            return response
        with response:
            return _Whole(response.read(), response.headers)

    def _headers(self, call: _Call, options: Options) -> dict[str, str]:
        headers = dict(options.headers)
        headers["Accept"] = "*/*" if call.stream else _ACCEPT
        for name, of in (("If-Match", options.if_match), ("If-None-Match", options.if_none_match)):
            if of is None:
                continue
            etag = of if isinstance(of, str) else of.etag
            if not etag:
                raise ValueError("the record has no entity tag; read it first")
            headers[name] = etag
        if options.idempotency_key is not None:
            headers["Idempotency-Key"] = options.idempotency_key
        prefer = ["dry-run"] * options.dry_run + ["handling=lenient"] * call.lenient
        if prefer:
            headers["Prefer"] = ", ".join(prefer)
        headers.update(_VERSION_HEADER)
        if self._credentials:
            headers.update(self._credentials)
        return headers


@dataclass
class _Whole:
    """An answer that was read to its end, so that a connection which is lost on the way is a failed attempt."""

    text: bytes
    headers: Message

    def read(self) -> bytes:
        return self.text


class _Redirects(HTTPRedirectHandler):
    """Follows redirects, and tells other hosts nothing of who asks."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None and request.host != req.host:
            request.headers = {"Accept": "*/*"}
        return request


class _Body:
    """What a request sends: texts and files. All attempts have the same bytes."""

    def __init__(self, parts: list[bytes | BinaryIO]) -> None:
        self._parts = parts
        self._starts = [None if isinstance(p, bytes) or not p.seekable() else p.tell() for p in parts]

    def open(self) -> bytes | Iterator[bytes]:
        """The body from its beginning."""
        return self._parts[0] if isinstance(self._parts[0], bytes) and len(self._parts) == 1 else self._stream()

    def rewind(self) -> bool:
        """Goes back to the beginning, and reports whether that is possible."""
        for part, start in zip(self._parts, self._starts):
            if not isinstance(part, bytes):
                if start is None:
                    return False
                part.seek(start)
        return True

    def _stream(self) -> Iterator[bytes]:
        for part in self._parts:
            if isinstance(part, bytes):
                yield part
            else:
                while chunk := part.read(64 << 10):
                    yield chunk


def _body(call: _Call, headers: dict[str, str]) -> _Body | None:
    """The body of a request: a form where it has files, else JSON."""
    value = call.body
    if value is None:
        return None
    if isinstance(value, Mapping) and any(isinstance(v, Upload) for v in value.values()):
        boundary = uuid.uuid4().hex
        headers["Content-Type"] = "multipart/form-data; boundary=" + boundary
        parts = [part for name, member in value.items() for part in _parts(name, member, boundary)]
        return _Body([*parts, f"--{boundary}--\r\n".encode()])
    for name in reversed(call.inside):
        value = {name: value}
    headers["Content-Type"] = "application/json"
    return _Body([json.dumps(value, default=_encode).encode()])


def _parts(name: str, value: Any, boundary: str) -> Iterator[bytes | BinaryIO]:
    """The parts of a member of a form: a list is a part for each item, null an empty text."""

    def quote(text: str) -> str:
        return re.sub(r'(["\\])', r"\\\1", text).replace("\r", "").replace("\n", "")

    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{quote(name)}"'
    if isinstance(value, Upload):
        yield f'{head}; filename="{quote(value.name)}"\r\nContent-Type: {value.type}\r\n\r\n'.encode()
        yield value.content
        yield b"\r\n"
    elif isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value):
        for item in value:
            yield from _parts(name, item, boundary)
    else:
        text = "" if value is None else value if isinstance(value, str) else json.dumps(value, default=_encode).strip('"')
        yield f"{head}\r\n\r\n{text}\r\n".encode()


def _encode(value: Any) -> str:
    """A value that JSON has no type for, as a text."""
    if isinstance(value, datetime.datetime) and value.tzinfo is None:
        value = value.astimezone()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")


def _query(call: _Call) -> str:
    def text(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, (str, int, float)) else _encode(value)

    pairs = list(_VERSION_PARAM.items())
    for name, value in (call.query or {}).items():
        if isinstance(value, (list, tuple)):
            values = [text(v) for v in value]
            pairs += [(name, v) for v in ([",".join(values)] if values and name in call.commas else values)]
        elif value is not None:
            pairs.append((name, text(value)))
    return urlencode(pairs)


def _decode(type: Any, value: Any) -> Any:
    """A value of JSON as one of a type."""
    origin, args = get_origin(type), get_args(type)
    if value is None or type is Any or origin is Literal:
        return value
    if origin is list:
        return [_decode(args[0], item) for item in value]
    if origin in (Union, types.UnionType):
        records = [a for a in args if is_dataclass(a)]
        if isinstance(value, dict) and records:
            return _decode(records[0], value)
        plain = [a for a in args if a is not NoneType and not is_dataclass(a)]
        return _decode(plain[0], value) if plain else value
    if is_dataclass(type):
        hints = _hints(type)
        of = {f.name: value.get(f.metadata.get("wire", f.name)) for f in fields(type)}
        return type(**{name: _decode(hints[name], inner) for name, inner in of.items()})  # type: ignore[operator]
    if type in (datetime.datetime, datetime.date):
        return type.fromisoformat(value)
    if type is decimal.Decimal:
        return decimal.Decimal(value)
    return value


@functools.cache
def _hints(type: Any) -> dict[str, Any]:
    return get_type_hints(type)


def _outcome(type: Any, row: dict[str, Any]) -> Outcome[Any]:
    detail, errors = _read_refusal(json.dumps(row["errors"]).encode()) if "errors" in row else ("", [])
    body = row.get("body")
    return Outcome(row["status"], None if body is None else _decode(type, body), [FieldError("", detail)] if detail else errors)


def _at(value: Any, path: Sequence[str]) -> Any:
    """What stands in a value below names within each other."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _linked(links: list[str], relation: str) -> str | None:
    """The query of the address that the header Link names for a relation."""
    for link in ",".join(links).split(","):
        address, found, rest = link.strip().partition(">")
        if found and f'rel="{relation}"' in rest:
            return urlsplit(address.removeprefix("<")).query
    return None


def _retry_after(text: str | None) -> float:
    if not text:
        return 0
    if text.isdigit():
        return int(text)
    try:
        return max(parsedate_to_datetime(text).timestamp() - time.time(), 0)
    except ValueError:
        return 0


def _read_refusal(body: bytes) -> tuple[str, list[FieldError]]:
    """Reads problem details (RFC 9457), or the bodies of Django REST framework."""
    try:
        value = json.loads(body)
    except ValueError:
        return "", []
    detail = value.get("detail") if isinstance(value, dict) else None
    if isinstance(value, dict) and isinstance(value.get("type"), str) and isinstance(value.get("status"), int):
        errors = value.get("errors", [])
        return detail or "", [FieldError(_path(e.get("pointer", "")), e["detail"], e["code"], e.get("parameter")) for e in errors]
    if isinstance(detail, str):
        return detail, []
    return "", list(_collect(value, ""))


def _path(pointer: str) -> str:
    """A JSON pointer, which may be in a fragment, as a path."""
    path = ""
    for name in pointer.removeprefix("#").split("/")[1:]:
        path = _join(path, name.replace("~1", "/").replace("~0", "~"))
    return path


def _join(path: str, name: str) -> str:
    return f"{path}[{name}]" if name.isdigit() else f"{path}.{name}".removeprefix(".")


def _collect(value: Any, path: str) -> Iterator[FieldError]:
    if isinstance(value, str):
        yield FieldError(path, value)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _collect(item, path if isinstance(item, str) else _join(path, str(i)))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _collect(inner, path if name == "non_field_errors" else _join(path, name))
