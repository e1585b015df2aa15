// Tests of tables that the declarations do not know, and of those of earlier releases.

package migrate_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

// unknown is what people add to a database by hand, around and within the table things. It has
// what a reader of catalogs may stumble over.
var unknown = map[string]string{
	"sqlite": `
CREATE TABLE Things ( -- in another case, with comments, and not STRICT
	ID INTEGER PRIMARY KEY AUTOINCREMENT, -- the key, as CHECK (before
	A varchar(20) NOT NULL DEFAULT 'x', own text COLLATE NOCASE DEFAULT 'own',
	-- twice as long
	double TEXT GENERATED ALWAYS AS (A || A) STORED,
	parent_id bigint REFERENCES things ON DELETE CASCADE,
	[odd name] "STRANGE TYPE(1)", UNIQUE (own, A, parent_id), CHECK (length(own) < 100)
);
CREATE INDEX own_index ON Things (own, A);
create unique index Own_Partial on Things (A) where own is null;
CREATE INDEX own_expression ON Things (upper(A), own DESC);
CREATE TABLE other (id integer primary key, thing REFERENCES things, "a'b" text, kind CHECK (kind IN ('a', 'b')));
CREATE INDEX "other's" ON other ("a'b");
CREATE VIRTUAL TABLE words USING fts5(word);
CREATE VIEW seen AS SELECT * FROM things;
CREATE TRIGGER told AFTER INSERT ON things BEGIN INSERT INTO words VALUES (new.A); END;
INSERT INTO things (A) VALUES ('a');
INSERT INTO other (id, thing) VALUES (1, 1);
ALTER TABLE things ADD COLUMN uncle bigint REFERENCES other`,
	"postgres": `
CREATE TYPE mood AS ENUM ('glad', 'sad');
CREATE DOMAIN short AS text CHECK (length(VALUE) < 100);
CREATE SCHEMA apart;
CREATE TABLE apart.things (id int PRIMARY KEY);
CREATE TABLE things (
	id bigserial PRIMARY KEY, a varchar(20) NOT NULL DEFAULT substr('this fails', 1, -1), own short DEFAULT 'own', mood mood, many int[],
	double text GENERATED ALWAYS AS (a || a) STORED, parent_id bigint REFERENCES things ON DELETE CASCADE,
	uncle int REFERENCES apart.things, UNIQUE (own, a), CHECK (length(own) < 100), CHECK (TRUE), EXCLUDE (a WITH =) WHERE (own IS NULL)
);
COMMENT ON TABLE things IS 'by hand';
COMMENT ON COLUMN things.a IS 'by hand';
CREATE INDEX own_index ON things (own, a) WITH (fillfactor = 70);
CREATE UNIQUE INDEX own_partial ON things (a) INCLUDE (own) WHERE own IS NULL;
CREATE INDEX own_expression ON things (upper(a), own text_pattern_ops DESC NULLS LAST);
CREATE INDEX own_hash ON things USING hash (mood);
CREATE TABLE other (id integer primary key, thing bigint REFERENCES things, kind text) PARTITION BY RANGE (id);
CREATE TABLE other_one PARTITION OF other FOR VALUES FROM (1) TO (10);
CREATE VIEW seen AS SELECT * FROM things;
CREATE MATERIALIZED VIEW kept AS SELECT count(*) FROM things;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER told AFTER INSERT ON things FOR EACH ROW EXECUTE FUNCTION tell();
INSERT INTO things (a) VALUES ('a');
INSERT INTO other (id, thing) VALUES (1, 1)`,
}

// TestMigrateKeepsTheUnknown: existing objects stay to the letter, also where something is added.
func TestMigrateKeepsTheUnknown(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		databasetest.Exec(t, db, unknown[db.Dialect().Name])
		a := schema.Column{Name: "a", Value: field.Of(field.Text()), HasDefault: true, Default: "another"}
		a.Value.MaxLength = 20
		parent := schema.Column{Name: "parent_id", Value: reference, Null: true, References: "things", Delete: schema.Cascade}
		apply(t, db, things(a, parent)) // the sessions, and an index for the reference
		before := databasetest.Catalog(t, db)
		equal(t, "the same declaration", apply(t, db, things(a, parent)), []string(nil))
		equal(t, "a smaller declaration", apply(t, db, things()), []string(nil))
		equal(t, "no declaration", apply(t, db), []string(nil))
		equal(t, "the catalog", databasetest.Catalog(t, db), before)

		a.Unique = true
		more := schema.Column{Name: "more", Value: field.Of(field.Boolean()), HasDefault: true, Default: true}
		code := schema.Column{Name: "code", Value: field.Of(field.Text()), Null: true, Unique: true}
		friend := schema.Column{Name: "friend_id", Value: reference, Null: true, References: "things", Delete: schema.SetNull}
		made := apply(t, db, things(a, parent, more, code, friend))
		equal(t, "a second run", apply(t, db, things(a, parent, more, code, friend)), []string(nil))
		after := databasetest.Catalog(t, db)
		for _, line := range before {
			if !slices.Contains(after, line) {
				t.Errorf("%s\n is gone after %s", line, strings.Join(made, ";\n"))
			}
		}
		for _, text := range made {
			if strings.Contains(text, "DROP") || strings.Contains(text, "new_") || strings.Contains(text, "ALTER COLUMN") {
				t.Errorf("a statement takes something away: %s", text)
			}
		}
		equal(t, "rows", databasetest.Number(t, db, "SELECT count(*) FROM other JOIN things ON thing = things.id WHERE own = 'own'"), int64(1))
	})
}

// TestMigrateNames: names that hand-made things have taken are told, and nothing is changed.
func TestMigrateNames(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a := schema.Column{Name: "a", Value: field.Of(field.Text()), Null: true}
		b := schema.Column{Name: "b_id", Value: reference, Null: true}
		apply(t, db, things(a, b))
		databasetest.Exec(t, db, "CREATE INDEX things_a_key ON things (a)", "CREATE TABLE others (id integer primary key)")
		if db.Dialect().Name == "postgres" {
			databasetest.Exec(t, db, "ALTER TABLE things ADD CONSTRAINT things_b_id_fkey FOREIGN KEY (b_id) REFERENCES others")
		}
		before := databasetest.Catalog(t, db)
		a.Unique, b.References = true, "things"
		_, err := migrate.Apply(t.Context(), db, []schema.Table{things(a, b)})
		wants(t, err, "index things_a_key of table things is not the one that the declaration asks for, on a; ", map[string]string{
			"postgres": "constraint things_b_id_fkey of table things does not refer to table things",
			"sqlite":   "column things.b_id does not refer to table things, and SQLite cannot add that",
		}[db.Dialect().Name])
		equal(t, "the catalog", databasetest.Catalog(t, db), before)
	})
}

// TestMigrateKeys: what numbers its rows is a key, and what only looks like it is none.
func TestMigrateKeys(t *testing.T) {
	tests := map[string]map[string]bool{
		"sqlite": {
			"integer primary key": true, "integer primary key) WITHOUT ROWID, STRICT --": false, "bigint primary key": false, "integer NOT NULL UNIQUE": false,
		},
		"postgres": {
			"bigserial PRIMARY KEY": true, "bigint GENERATED ALWAYS AS IDENTITY UNIQUE": true, "bigint DEFAULT 7": false,
			"bigint DEFAULT txid_current() PRIMARY KEY": true, "bigserial) PARTITION BY RANGE (id": true, "bigint PRIMARY KEY": false,
		},
	}
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		for definition, good := range tests[db.Dialect().Name] {
			databasetest.Exec(t, db, "DROP TABLE IF EXISTS things", "CREATE TABLE things (id "+definition+")")
			made, err := migrate.Compare(t.Context(), db, []schema.Table{things()})
			if good != (err == nil) {
				t.Errorf("%s: got %v, error %v", definition, made, err)
			}
			if !good {
				wants(t, err, "column things.id is the key and does not get a number automatically")
			}
		}
	})
}

// TestMigrateDefaults: any text can be a default, in a new table and in a new column.
func TestMigrateDefaults(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		text := schema.Column{Name: "text", Value: field.Of(field.Text()), HasDefault: true, Default: "it's `quoted`, 'twice' \"and\" (open;\n-- CHECK ("}
		other := text
		other.Name = "other"
		apply(t, db, things(text))
		databasetest.Exec(t, db, "INSERT INTO things DEFAULT VALUES")
		apply(t, db, things(text, other))
		equal(t, "a second run", apply(t, db, things(text, other)), []string(nil))
		got := databasetest.Texts(t, db, "SELECT text FROM things UNION ALL SELECT other FROM things")
		equal(t, "defaults", got, []string{text.Default.(string), text.Default.(string)})
	})
}

// TestMigrateFromEarlier: a database that the first release made needs nothing but what the
// framework has got for itself since, and is like one that is made today.
func TestMigrateFromEarlier(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		databasetest.Exec(t, db, earlier[db.Dialect().Name])
		for _, statement := range apply(t, db, library(t)...) {
			own := func(table string) bool { return strings.Contains(statement, `"`+table+`"`) }
			if !slices.ContainsFunc([]string{"sessions", "tokens", "identities", "account_links", "request_rates"}, own) {
				t.Errorf("statement %s", statement)
			}
		}
		today, err := database.Open(t.Context(), databasetest.Addresses()[db.Dialect().Name](t), database.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer today.Close()
		apply(t, today, library(t)...)
		got, want := databasetest.Catalog(t, db), databasetest.Catalog(t, today)
		equal(t, "the catalog", strings.Join(got, "\n"), strings.Join(want, "\n"))
	})
}

// earlier is what Migrate once wrote for the library of these tests.
var earlier = map[string]string{
	"sqlite": `
CREATE TABLE "authors" (
	"id" INTEGER PRIMARY KEY AUTOINCREMENT,
	"name" TEXT NOT NULL,
	"nick" TEXT
) STRICT;
CREATE TABLE "books" (
	"id" INTEGER PRIMARY KEY AUTOINCREMENT,
	"title" TEXT NOT NULL DEFAULT 'it''s "new"; -- ?$1',
	"author_id" INTEGER NOT NULL REFERENCES "authors" ("id") ON DELETE NO ACTION,
	"editor_id" INTEGER REFERENCES "authors" ("id") ON DELETE SET NULL,
	"sequel_id" INTEGER REFERENCES "books" ("id") ON DELETE SET NULL,
	"pages" INTEGER NOT NULL DEFAULT 7,
	"price" REAL NOT NULL DEFAULT 1.5,
	"sold" INTEGER NOT NULL DEFAULT 1 CHECK ("sold" IN (0, 1)),
	"printed" TEXT NOT NULL DEFAULT '2001-02-03',
	"added" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')),
	"day" TEXT NOT NULL DEFAULT (date('now')),
	"code" TEXT,
	"rating" INTEGER,
	"weight" REAL,
	"lent" INTEGER CHECK ("lent" IN (0, 1)),
	"returned" TEXT,
	"due" TEXT
) STRICT;
CREATE TABLE "books_tags" (
	"book_id" INTEGER NOT NULL REFERENCES "books" ("id") ON DELETE CASCADE,
	"tag_id" INTEGER NOT NULL REFERENCES "tags" ("id") ON DELETE CASCADE,
	PRIMARY KEY ("book_id", "tag_id")
) STRICT, WITHOUT ROWID;
CREATE TABLE "reviews" (
	"id" INTEGER PRIMARY KEY AUTOINCREMENT,
	"book_id" INTEGER NOT NULL REFERENCES "books" ("id") ON DELETE CASCADE
) STRICT;
CREATE TABLE "tags" (
	"id" INTEGER PRIMARY KEY AUTOINCREMENT,
	"name" TEXT NOT NULL
) STRICT;
CREATE TABLE "sessions" (
	"token_hash" TEXT NOT NULL PRIMARY KEY,
	"data" BLOB NOT NULL,
	"expires" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE "idempotency_keys" (
	"key" TEXT NOT NULL PRIMARY KEY,
	"data" BLOB NOT NULL,
	"expires" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE "login_attempts" (
	"key" TEXT NOT NULL PRIMARY KEY,
	"expires" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE "signing_keys" (
	"name" TEXT NOT NULL PRIMARY KEY,
	"data" BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX "authors_name_key" ON "authors" ("name");
CREATE INDEX "books_author_id_idx" ON "books" ("author_id");
CREATE INDEX "books_editor_id_idx" ON "books" ("editor_id");
CREATE INDEX "books_sequel_id_idx" ON "books" ("sequel_id");
CREATE UNIQUE INDEX "books_code_key" ON "books" ("code");
CREATE INDEX "books_tags_tag_id_idx" ON "books_tags" ("tag_id");
CREATE INDEX "reviews_book_id_idx" ON "reviews" ("book_id");
CREATE INDEX "sessions_expires_idx" ON "sessions" ("expires");
CREATE INDEX "idempotency_keys_expires_idx" ON "idempotency_keys" ("expires");
CREATE INDEX "login_attempts_expires_idx" ON "login_attempts" ("expires")`,
	"postgres": `
CREATE TABLE "authors" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	"name" text COLLATE "C" NOT NULL,
	"nick" text COLLATE "C"
);
CREATE TABLE "books" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	"title" text COLLATE "C" NOT NULL DEFAULT 'it''s "new"; -- ?$1',
	"author_id" bigint NOT NULL,
	"editor_id" bigint,
	"sequel_id" bigint,
	"pages" bigint NOT NULL DEFAULT 7,
	"price" double precision NOT NULL DEFAULT 1.5,
	"sold" boolean NOT NULL DEFAULT TRUE,
	"printed" date NOT NULL DEFAULT '2001-02-03',
	"added" timestamptz NOT NULL DEFAULT now(),
	"day" date NOT NULL DEFAULT (CAST(now() AT TIME ZONE 'UTC' AS date)),
	"code" text COLLATE "C",
	"rating" bigint,
	"weight" double precision,
	"lent" boolean,
	"returned" timestamptz,
	"due" date
);
CREATE TABLE "books_tags" (
	"book_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	PRIMARY KEY ("book_id", "tag_id")
);
CREATE TABLE "reviews" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	"book_id" bigint NOT NULL
);
CREATE TABLE "tags" (
	"id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	"name" text COLLATE "C" NOT NULL
);
CREATE TABLE "sessions" (
	"token_hash" text COLLATE "C" NOT NULL PRIMARY KEY,
	"data" bytea NOT NULL,
	"expires" bigint NOT NULL
);
CREATE TABLE "idempotency_keys" (
	"key" text COLLATE "C" NOT NULL PRIMARY KEY,
	"data" bytea NOT NULL,
	"expires" bigint NOT NULL
);
CREATE TABLE "login_attempts" (
	"key" text COLLATE "C" NOT NULL PRIMARY KEY,
	"expires" bigint NOT NULL
);
CREATE TABLE "signing_keys" (
	"name" text COLLATE "C" NOT NULL PRIMARY KEY,
	"data" bytea NOT NULL
);
ALTER TABLE "books" ADD CONSTRAINT "books_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "authors" ("id") ON DELETE NO ACTION;
ALTER TABLE "books" ADD CONSTRAINT "books_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "authors" ("id") ON DELETE SET NULL;
ALTER TABLE "books" ADD CONSTRAINT "books_sequel_id_fkey" FOREIGN KEY ("sequel_id") REFERENCES "books" ("id") ON DELETE SET NULL;
ALTER TABLE "books_tags" ADD CONSTRAINT "books_tags_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE;
ALTER TABLE "books_tags" ADD CONSTRAINT "books_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tags" ("id") ON DELETE CASCADE;
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE;
CREATE UNIQUE INDEX "authors_name_key" ON "authors" ("name");
CREATE INDEX "books_author_id_idx" ON "books" ("author_id");
CREATE INDEX "books_editor_id_idx" ON "books" ("editor_id");
CREATE INDEX "books_sequel_id_idx" ON "books" ("sequel_id");
CREATE UNIQUE INDEX "books_code_key" ON "books" ("code");
CREATE INDEX "books_tags_tag_id_idx" ON "books_tags" ("tag_id");
CREATE INDEX "reviews_book_id_idx" ON "reviews" ("book_id");
CREATE INDEX "sessions_expires_idx" ON "sessions" ("expires");
CREATE INDEX "idempotency_keys_expires_idx" ON "idempotency_keys" ("expires");
CREATE INDEX "login_attempts_expires_idx" ON "login_attempts" ("expires")`,
}
