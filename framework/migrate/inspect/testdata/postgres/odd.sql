-- Names, texts, types and references that are easily written wrongly.
CREATE TYPE mood AS ENUM ('so, so', 'it''s "fine"', 'a|b', 'über', '`x`');
CREATE TYPE "Void" AS ENUM ('', 'full');
CREATE DOMAIN score AS numeric(5,2) CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN grade AS score CHECK (VALUE > 10);
CREATE TABLE "set" (id serial PRIMARY KEY, "set" text NOT NULL);
CREATE TABLE sets (id serial PRIMARY KEY, id_set integer REFERENCES "set" (id));
CREATE TABLE rest (id serial PRIMARY KEY, permission text NOT NULL, "time" time NOT NULL DEFAULT '10:00', json json NOT NULL DEFAULT '{}', uuid uuid NOT NULL);
CREATE TABLE "type" (
	id serial PRIMARY KEY, "func" text NOT NULL, "range" integer NOT NULL, "interface" boolean NOT NULL, "string" text, "ID2" integer, a_b text, a__b text, _c text, c text,
	_method text, non_field_errors text, "größe" integer, format text, page text, url text, html_url text, utf8 text, x2fa text
);
CREATE INDEX type_page_idx ON type (page);
CREATE INDEX type_format_idx ON type (format);
COMMENT ON TABLE type IS E'Line one.\r\n\r\n*/ // `end` "quoted" \\ // +build never\n//go:build never\n# Heading\n  - item\n\tcode\n+build never';
COMMENT ON COLUMN type."func" IS E'*/\n} // `';
CREATE TABLE texts (
	id serial PRIMARY KEY, a text NOT NULL DEFAULT 'it''s', b text NOT NULL DEFAULT 'a `b` "c" \d', c text NOT NULL DEFAULT E'two\nlines', d text NOT NULL DEFAULT ' space ', e varchar NOT NULL DEFAULT current_user,
	f char(1) NOT NULL CHECK (f IN ('a', 'b')), g text CHECK (g IN ('so so', 'x')), h text CHECK (h ~ '^[a-z]+$'), i text CHECK (length(i) >= 3), j text NOT NULL DEFAULT '' CHECK (j = ANY ('{"",x}'::text[])),
	k mood NOT NULL DEFAULT 'über', l "Void" NOT NULL DEFAULT '', m mood[], n text COLLATE "C" UNIQUE
);
CREATE TABLE numbers (
	id bigserial PRIMARY KEY, a numeric(300,100) NOT NULL DEFAULT 1, b numeric(3,-2), c numeric(2,5), d grade NOT NULL DEFAULT 50, e integer NOT NULL DEFAULT -1 CHECK (e > -5 AND e < 5), f real DEFAULT 'NaN',
	g double precision NOT NULL DEFAULT 1e10, h bit(3), i integer[] NOT NULL DEFAULT '{}', j int4range, k "char", l oid, m money, n smallint NOT NULL CHECK (n IN (1, 2)), o bigint GENERATED ALWAYS AS (e * 2) STORED, p point
);
CREATE TABLE node (id serial PRIMARY KEY, root_id integer NOT NULL REFERENCES node (id), left_id integer REFERENCES node (id), left_ integer, "left" text, right_id integer UNIQUE REFERENCES node (id) ON DELETE SET NULL);
CREATE TABLE profile (node_id integer PRIMARY KEY REFERENCES node (id) ON DELETE CASCADE, bio text NOT NULL);
CREATE TABLE coded (code text PRIMARY KEY, short varchar(5) NOT NULL UNIQUE);
CREATE TABLE by_code (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL REFERENCES coded (code) ON DELETE CASCADE, short varchar(5) REFERENCES coded (short), note_by_code text REFERENCES coded (code) ON DELETE SET DEFAULT);
CREATE TABLE moments (moment timestamptz PRIMARY KEY, x integer);
CREATE TABLE moods (mood mood PRIMARY KEY, x integer);
CREATE TABLE voids (void "Void" PRIMARY KEY, x integer, more "Void");
CREATE TABLE prices (price numeric(8,2) PRIMARY KEY, x integer);
CREATE TABLE holidays (holiday date PRIMARY KEY, x integer);
CREATE TABLE answers (answer boolean PRIMARY KEY, x integer);
CREATE TABLE mooded (mood mood NOT NULL, nr integer NOT NULL, x text, PRIMARY KEY (mood, nr));
CREATE TABLE days (day date NOT NULL, nr integer NOT NULL UNIQUE, UNIQUE (day), x integer DEFAULT 5);
CREATE TABLE together (id serial PRIMARY KEY, a text NOT NULL, b integer NOT NULL, c varchar(10) NOT NULL, d varchar(595) NOT NULL, UNIQUE (a, b), UNIQUE (b, c), UNIQUE (c, d));
CREATE TABLE maybe (a integer UNIQUE, b text);
CREATE TABLE numbered (name varchar(20) PRIMARY KEY, nr serial NOT NULL);
CREATE SEQUENCE serials START 10;
CREATE TABLE filled (
	id serial PRIMARY KEY, name text NOT NULL, code text GENERATED ALWAYS AS (upper(name)) STORED, nr bigint NOT NULL DEFAULT nextval('serials') UNIQUE, node_id integer NOT NULL DEFAULT (2 - 1) REFERENCES node (id),
	root_id integer GENERATED ALWAYS AS (1) STORED REFERENCES node (id), left_id integer DEFAULT (3 - 2) REFERENCES node (id) ON DELETE SET NULL, day date DEFAULT CURRENT_DATE, mark uuid DEFAULT gen_random_uuid(), tags text[] NOT NULL DEFAULT string_to_array('a b', ' '), x integer DEFAULT -1,
	secret_hash text GENERATED ALWAYS AS (md5(name)) STORED, UNIQUE (name, code)
);
CREATE TABLE unlogged_parent (id serial PRIMARY KEY, x integer);
CREATE TABLE inheriting (y integer) INHERITS (unlogged_parent);
CREATE TABLE empty ();
CREATE TABLE a_very_long_name_of_a_table_that_is_as_long_as_names_may_be_yes (id serial PRIMARY KEY, a_very_long_name_of_a_column_that_is_as_long_as_names_may_be_ye integer REFERENCES node (id));
CREATE SCHEMA elsewhere;
CREATE TABLE elsewhere.other (id serial PRIMARY KEY);
CREATE TABLE abroad (id serial PRIMARY KEY, other_id integer REFERENCES elsewhere.other (id));
CREATE VIEW pairs AS SELECT n.id, n.id AS id2, p.bio FROM node n LEFT JOIN profile p ON p.node_id = n.id;
CREATE VIEW nothing AS SELECT;

INSERT INTO "set" ("set") VALUES ('s');
INSERT INTO sets (id_set) VALUES (1);
INSERT INTO rest (permission, uuid) VALUES ('p', '0191c1a4-0000-7000-8000-000000000001');
INSERT INTO type ("func", "range", "interface") VALUES ('f', 1, true);
INSERT INTO texts (f, g) VALUES ('a', 'so so');
INSERT INTO numbers (n, b) VALUES (1, 1200);
INSERT INTO node (root_id) VALUES (1);
INSERT INTO profile VALUES (1, 'long');
INSERT INTO coded VALUES ('a code, with more', 'x'), ('b', 'y');
INSERT INTO by_code (code, short) VALUES ('b', 'y');
INSERT INTO days VALUES ('2026-01-02', 1);
INSERT INTO moods VALUES ('über', 1), ('a|b', 2);
INSERT INTO voids VALUES ('full', 1, ''), ('', 2, 'full');
INSERT INTO mooded VALUES ('über', 1, 'x'), ('a|b', 2, 'y');
INSERT INTO together (a, b, c, d) VALUES ('a', 1, 'c', 'd');
INSERT INTO numbered VALUES ('n');
INSERT INTO unlogged_parent (x) VALUES (1);
INSERT INTO a_very_long_name_of_a_table_that_is_as_long_as_names_may_be_yes (a_very_long_name_of_a_column_that_is_as_long_as_names_may_be_ye) VALUES (1);
INSERT INTO abroad (other_id) VALUES (NULL);
INSERT INTO filled (name) VALUES ('a');
