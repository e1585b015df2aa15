"""Uses the generated client of the snippets as a program would."""

import sys

import snippets

client = snippets.Client(sys.argv[1], snippets.basic("alice", "alice-password"))
for i in range(45):
    made = client.snippets.create({"code": f"print({i})", "linenos": i % 2 == 0})
    assert made.owner == "alice" and made.linenos == (i % 2 == 0), made
found = client.snippets.list()
assert len(found) == 45 and found[44].code == "print(44)", found
snippet = client.snippets.get(found[0].id)
assert client.snippets.replace(snippet.id, {"code": "pass"}, snippets.Options(if_match=snippet)).code == "pass"
try:
    client.snippets.replace(snippet.id, {"code": "lost"}, snippets.Options(if_match=snippet))
    raise AssertionError("a change of what has changed is done")
except snippets.ChangedError:
    pass
try:
    client.snippets.create({"code": ""})
    raise AssertionError("no code is taken")
except snippets.InvalidError as error:
    assert error.field("code"), error.fields
client.snippets.delete(snippet.id)
