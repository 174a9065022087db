create table member (
  number integer primary key,
  name text not null,
  folded text unique,
  role text not null check (role in ('member', 'director', 'guest', 'engine')),
  since real not null,
  blocked integer not null
) strict;

alter table game add column whom integer;
alter table game add column rated integer not null default 0;
alter table game add column ended integer not null default 0;
alter table seat add column member integer references member;
create index seat_member on seat (member);
create index game_going on game (opened desc, code) where ended = 0;

create table club (salt text not null, name text not null) strict;
insert into club values (lower(hex(randomblob(16))), '');

create table card (
  code text primary key,
  name text not null,
  role text not null,
  member integer references member,
  until real not null
) strict, without rowid;

create table device (
  number integer primary key,
  token text not null unique,
  member integer not null references member,
  label text not null,
  since real not null,
  board integer not null
) strict;

create index device_member on device (member);

create table passkey (
  id text primary key,
  member integer not null references member,
  public_key text not null,
  count integer not null,
  since real not null
) strict, without rowid;

create index passkey_member on passkey (member);

create table block (
  by integer not null references member,
  about integer not null references member,
  primary key (by, about)
) strict, without rowid;

create table note (
  number integer primary key,
  at real not null,
  by integer not null references member,
  about integer not null references member,
  what text not null,
  game text references game
) strict;

create table result (
  game text primary key references game,
  list text not null,
  place integer not null,
  south integer not null references member,
  north integer not null references member,
  unique (list, place)
) strict, without rowid;

create index result_south on result (list, south);
create index result_north on result (list, north);

create table standing (
  list text not null,
  member integer not null references member,
  rating real not null,
  games integer not null,
  opponents integer not null,
  primary key (list, member)
) strict, without rowid;

create table call (
  game text primary key references game,
  board integer not null,
  south integer not null references member,
  north integer not null references member,
  by integer references member,
  until real not null,
  south_came integer not null default 0,
  north_came integer not null default 0,
  taken_off text not null default ''
) strict, without rowid;

create index call_board on call (board);
