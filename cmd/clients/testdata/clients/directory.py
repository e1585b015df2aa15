"""Uses the generated client of the directory as a program would."""

import sys

import directory

client = directory.Client(sys.argv[1], directory.basic("admin", "admin-password"))
group = client.groups.create({"name": "Staff"})
for i in range(45):
    user = client.users.create({"username": f"user{i:02}", "groups": [group.url]})
    assert user.groups == [group.url], user
assert len(list(client.users.all())) == 49
assert not client.users.list({"page": "last"}).has_next
key = int(directory.key_of(group.url))
assert client.groups.update(key, {"name": "Crew"}, directory.Options(if_match=group)).name == "Crew"
try:
    client.groups.replace(key, {"name": "Lost"}, directory.Options(if_match=group))
    raise AssertionError("a change of what has changed is done")
except directory.ChangedError:
    pass
try:
    client.users.create({"username": "no spaces"})
    raise AssertionError("a wrong name is taken")
except directory.InvalidError as error:
    assert error.field("username"), error.fields
client.groups.delete(key)
