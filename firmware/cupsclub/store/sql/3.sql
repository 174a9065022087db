create table tournament_entry (
  tournament integer not null,
  n integer not null,
  at real not null,
  act text not null,
  primary key (tournament, n)
) strict, without rowid;

alter table game add column tournament integer;
create index game_tournament on game (tournament) where tournament is not null;
