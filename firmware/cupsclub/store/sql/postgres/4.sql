create table restored (at double precision not null);

create table offered (
  game text not null references game,
  side text not null check (side in ('south', 'north')),
  n integer not null,
  entry text not null,
  primary key (game, side, n)
);

create table settled (
  game text primary key references game,
  n integer not null,
  taken integer not null
);
