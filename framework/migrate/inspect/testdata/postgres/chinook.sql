-- A shop for music: artists, albums and tracks, playlists, employees, customers and invoices, with some rows.
CREATE TABLE artist (artist_id integer PRIMARY KEY, name varchar(120));
COMMENT ON TABLE artist IS 'Who plays the music.';
CREATE TABLE album (album_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title varchar(160) NOT NULL, artist_id integer NOT NULL REFERENCES artist (artist_id));
CREATE INDEX album_artist_id_idx ON album (artist_id);
CREATE TABLE genre (genre_id smallserial PRIMARY KEY, name varchar(120) NOT NULL UNIQUE);
CREATE TABLE media_type (media_type_id serial PRIMARY KEY, name varchar(120) NOT NULL CHECK (name <> ''));
CREATE TABLE track (
	track_id bigserial PRIMARY KEY, name varchar(200) NOT NULL, album_id integer REFERENCES album (album_id) ON DELETE SET NULL,
	media_type_id integer NOT NULL REFERENCES media_type (media_type_id), genre_id smallint REFERENCES genre (genre_id), composer varchar(220),
	milliseconds integer NOT NULL CHECK (milliseconds > 0), bytes integer CHECK (bytes BETWEEN 0 AND 2000000000),
	unit_price numeric(10,2) NOT NULL DEFAULT 0.99 CHECK (unit_price >= 0)
);
COMMENT ON COLUMN track.milliseconds IS 'How long it plays.';
CREATE INDEX track_album_id_idx ON track (album_id);
CREATE INDEX track_genre_id_idx ON track (genre_id);
CREATE INDEX track_media_type_id_idx ON track (media_type_id);
CREATE TABLE playlist (playlist_id serial PRIMARY KEY, name varchar(120));
CREATE TABLE playlist_track (
	playlist_id integer NOT NULL REFERENCES playlist (playlist_id) ON DELETE CASCADE, track_id bigint NOT NULL REFERENCES track (track_id) ON DELETE CASCADE,
	PRIMARY KEY (playlist_id, track_id)
);
CREATE INDEX playlist_track_track_id_idx ON playlist_track (track_id);
CREATE TABLE employee (
	employee_id serial PRIMARY KEY, last_name varchar(20) NOT NULL, first_name varchar(20) NOT NULL, title varchar(30),
	reports_to integer REFERENCES employee (employee_id), birth_date date, hire_date date NOT NULL DEFAULT CURRENT_DATE,
	country_code char(2) NOT NULL DEFAULT 'CA', email varchar(60) UNIQUE, full_name text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED
);
CREATE INDEX employee_reports_to_idx ON employee (reports_to);
CREATE TABLE customer (
	customer_id serial PRIMARY KEY, first_name varchar(40) NOT NULL, last_name varchar(20) NOT NULL, company varchar(80), email varchar(60) NOT NULL,
	status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'gone')), support_rep_id integer REFERENCES employee (employee_id)
);
CREATE INDEX customer_support_rep_id_idx ON customer (support_rep_id);
CREATE TABLE invoice (
	invoice_id serial PRIMARY KEY, customer_id integer NOT NULL REFERENCES customer (customer_id) ON DELETE CASCADE,
	invoice_date timestamp NOT NULL DEFAULT now(), billing_address varchar(70), total numeric(10,2) NOT NULL, CHECK (total >= 0 AND total < 100000)
);
CREATE INDEX invoice_customer_id_idx ON invoice (customer_id);
CREATE INDEX invoice_invoice_date_idx ON invoice (invoice_date);
CREATE TABLE invoice_line (
	invoice_line_id serial PRIMARY KEY, invoice_id integer NOT NULL REFERENCES invoice (invoice_id) ON DELETE CASCADE, track_id bigint NOT NULL REFERENCES track (track_id),
	unit_price numeric(10,2) NOT NULL, quantity integer NOT NULL DEFAULT 1, UNIQUE (invoice_id, track_id)
);
CREATE INDEX invoice_line_track_id_idx ON invoice_line (track_id);

INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Accept');
INSERT INTO album (title, artist_id) VALUES ('For Those About To Rock', 1), ('Balls to the Wall', 2);
INSERT INTO genre (name) VALUES ('Rock'), ('Jazz');
INSERT INTO media_type (name) VALUES ('MPEG audio file');
INSERT INTO track (name, album_id, media_type_id, genre_id, composer, milliseconds, bytes) VALUES ('For Those About To Rock', 1, 1, 1, 'Angus Young', 343719, 11170334), ('Evil Walks', 1, 1, NULL, NULL, 263497, NULL);
INSERT INTO playlist (name) VALUES ('Music');
INSERT INTO playlist_track VALUES (1, 1), (1, 2);
INSERT INTO employee (last_name, first_name, title, reports_to, birth_date, email) VALUES ('Adams', 'Andrew', 'General Manager', NULL, '1962-02-18', 'andrew@example.com'), ('Edwards', 'Nancy', NULL, 1, NULL, NULL);
INSERT INTO customer (first_name, last_name, email, support_rep_id) VALUES ('Luis', 'Goncalves', 'luis@example.com', 2);
INSERT INTO invoice (customer_id, invoice_date, total) VALUES (1, '2026-01-01', 1.98);
INSERT INTO invoice_line (invoice_id, track_id, unit_price) VALUES (1, 1, 0.99), (1, 2, 0.99);
