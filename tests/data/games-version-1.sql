BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('1');
CREATE TABLE claims (
	owner VARCHAR(64) NOT NULL,
	game_id VARCHAR(22) NOT NULL,
	seat VARCHAR(4) NOT NULL,
	CONSTRAINT pk_claims PRIMARY KEY (owner, game_id, seat),
	CONSTRAINT fk_claims_game_id FOREIGN KEY(game_id) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','game-of-version-one-ab','X');
INSERT INTO "claims" VALUES('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','rematch-of-version-on','O');
CREATE TABLE events (
	game_id VARCHAR(22) NOT NULL,
	version INTEGER NOT NULL,
	kind VARCHAR(8) NOT NULL,
	seat VARCHAR(4) NOT NULL,
	at BIGINT NOT NULL,
	"by" TEXT NOT NULL,
	cell SMALLINT,
	count SMALLINT NOT NULL,
	reason TEXT,
	"key" VARCHAR(64),
	fingerprint VARCHAR(64),
	CONSTRAINT pk_events PRIMARY KEY (game_id, version),
	CONSTRAINT fk_events_game_id FOREIGN KEY(game_id) REFERENCES games (id),
	CONSTRAINT uq_events_game_id_key UNIQUE (game_id, "key")
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('game-of-version-one-ab',1,'move','O',1767323046000006,'friend',0,0,NULL,NULL,NULL);
CREATE TABLE games (
	id VARCHAR(22) NOT NULL,
	game VARCHAR(16) NOT NULL,
	x TEXT NOT NULL,
	o TEXT NOT NULL,
	opening TEXT NOT NULL,
	seed BIGINT NOT NULL,
	created BIGINT NOT NULL,
	rematch_of VARCHAR(22),
	version INTEGER NOT NULL,
	updated BIGINT NOT NULL,
	CONSTRAINT pk_games PRIMARY KEY (id),
	CONSTRAINT fk_games_rematch_of FOREIGN KEY(rematch_of) REFERENCES games (id),
	CONSTRAINT uq_games_rematch_of UNIQUE (rematch_of)
);
INSERT INTO "games" VALUES('game-of-version-one-ab','3,3,3','human','friend','4',5,1767323045000006,NULL,1,1767323046000006);
INSERT INTO "games" VALUES('rematch-of-version-on','3,3,3','friend','human','4',6,1767323054000006,'game-of-version-one-ab',0,1767323054000006);
CREATE TABLE seats (
	game_id VARCHAR(22) NOT NULL,
	seat VARCHAR(4) NOT NULL,
	token VARCHAR(64) NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (game_id, seat),
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('game-of-version-one-ab','O','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb');
INSERT INTO "seats" VALUES('game-of-version-one-ab','X','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
INSERT INTO "seats" VALUES('rematch-of-version-on','O','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
INSERT INTO "seats" VALUES('rematch-of-version-on','X','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb');
COMMIT;
