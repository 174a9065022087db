create table restored (at real not null) strict;

create table offered (
  game text not null references game,
  side text not null check (side in ('south', 'north')),
  n integer not null,
  entry text not null,
  primary key (game, side, n)
) strict, without rowid;

create table settled (
  game text primary key references game,
  n integer not null,
  taken integer not null
) strict, without rowid;
