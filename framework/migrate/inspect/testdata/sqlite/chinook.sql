-- A shop for music as others write it for SQLite, with names in capitals and types that SQLite does not know, and some rows.
CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL PRIMARY KEY, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL, FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120) NOT NULL UNIQUE);
CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
CREATE TABLE [Track] (
	[TrackId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER REFERENCES [Album] ON DELETE SET NULL, [MediaTypeId] INTEGER NOT NULL REFERENCES [MediaType] ([MediaTypeId]),
	[GenreId] INTEGER REFERENCES [Genre] ([GenreId]), [Composer] NVARCHAR(220), Milliseconds INTEGER NOT NULL CHECK (Milliseconds > 0), -- CHECK (of a comment > 1)
	Bytes INTEGER CHECK (Bytes BETWEEN 0 AND 2000000000), [UnitPrice] NUMERIC(10,2) NOT NULL
);
CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId]);
CREATE INDEX [IFK_TrackGenreId] ON [Track] ([GenreId]);
CREATE INDEX [IFK_TrackMediaTypeId] ON [Track] ([MediaTypeId]);
CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(120));
CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL REFERENCES [Playlist] ([PlaylistId]), [TrackId] INTEGER NOT NULL REFERENCES [Track] ([TrackId]), CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]));
CREATE TABLE [Employee] (
	[EmployeeId] INTEGER NOT NULL PRIMARY KEY, [LastName] NVARCHAR(20) NOT NULL, [FirstName] NVARCHAR(20) NOT NULL, [Title] NVARCHAR(30), [ReportsTo] INTEGER REFERENCES [Employee] ([EmployeeId]),
	[BirthDate] DATETIME, [HireDate] DATETIME, [Photo] BLOB, [Salary] REAL, [Anything]
);
CREATE INDEX [IFK_EmployeeReportsTo] ON [Employee] ([ReportsTo]);
CREATE TABLE [Customer] (
	[CustomerId] INTEGER NOT NULL PRIMARY KEY, [FirstName] NVARCHAR(40) NOT NULL, [LastName] NVARCHAR(20) NOT NULL, [Email] NVARCHAR(60) NOT NULL,
	[Status] TEXT NOT NULL DEFAULT 'active' CHECK (Status IN ('active', 'blocked', 'gone')), [Active] BOOLEAN NOT NULL DEFAULT 1, [SupportRepId] INTEGER REFERENCES [Employee] ([EmployeeId])
);
CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL PRIMARY KEY, [CustomerId] INTEGER NOT NULL REFERENCES [Customer] ([CustomerId]) ON DELETE CASCADE, [InvoiceDate] DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, [Total] NUMERIC(10,2) NOT NULL);
CREATE TABLE [InvoiceLine] (
	[InvoiceLineId] INTEGER NOT NULL PRIMARY KEY, [InvoiceId] INTEGER NOT NULL REFERENCES [Invoice] ([InvoiceId]) ON DELETE CASCADE, [TrackId] INTEGER NOT NULL REFERENCES [Track] ([TrackId]),
	[UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL DEFAULT 1, [Amount] GENERATED ALWAYS AS (UnitPrice * Quantity) VIRTUAL, UNIQUE (InvoiceId, TrackId)
);
CREATE TABLE [Setting] ([Code] VARCHAR(20) PRIMARY KEY, [Value] TEXT) WITHOUT ROWID;
CREATE TABLE [Log] ([At] DATETIME, [Line] TEXT);
CREATE VIEW [TrackList] AS SELECT TrackId, Name, UnitPrice * 2 AS DoublePrice, Milliseconds FROM Track;

INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2);
INSERT INTO Genre VALUES (1, 'Rock'), (2, 'Jazz');
INSERT INTO MediaType VALUES (1, 'MPEG audio file');
INSERT INTO Track VALUES (1, 'For Those About To Rock', 1, 1, 1, 'Angus Young', 343719, 11170334, 0.99), (2, 'Evil Walks', 1, 1, NULL, NULL, 263497, NULL, 1);
INSERT INTO Playlist VALUES (1, 'Music');
INSERT INTO PlaylistTrack VALUES (1, 1), (1, 2);
INSERT INTO Employee VALUES (1, 'Adams', 'Andrew', 'General Manager', NULL, '1962-02-18 00:00:00', '2002-08-14 00:00:00', x'0102', 1234.5, 'x'), (2, 'Edwards', 'Nancy', NULL, 1, NULL, NULL, NULL, NULL, NULL);
INSERT INTO Customer (FirstName, LastName, Email, SupportRepId) VALUES ('Luis', 'Goncalves', 'luis@example.com', 2);
INSERT INTO Invoice (CustomerId, Total) VALUES (1, 1.98);
INSERT INTO InvoiceLine (InvoiceId, TrackId, UnitPrice) VALUES (1, 1, 0.99), (1, 2, 0.99);
INSERT INTO Setting VALUES ('colour', 'blue');
INSERT INTO Log VALUES ('2026-01-01', 'begun');
