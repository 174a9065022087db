create table game (
  code text primary key,
  key text not null unique,
  name text not null,
  opened real not null,
  at real not null,
  starter text,
  clock text,
  takebacks integer not null,
  listed integer not null
) strict;

create index game_opened on game (opened desc, code);
create index game_at on game (at);

create table seat (
  game text not null references game,
  side text not null check (side in ('south', 'north')),
  name text not null,
  token text not null,
  primary key (game, side)
) strict;

create index seat_token on seat (token);

create table entry (
  game text not null references game,
  n integer not null,
  at real not null,
  by text,
  key text,
  act text not null,
  primary key (game, n),
  unique (game, key)
) strict, without rowid;

create table served (seconds real not null) strict;
insert into served values (0);

create table server_start (at real primary key) strict, without rowid;
