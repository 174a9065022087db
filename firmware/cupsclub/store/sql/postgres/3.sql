create table tournament_entry (
  tournament integer not null,
  n integer not null,
  at double precision not null,
  act text not null,
  primary key (tournament, n)
);

alter table game add column tournament integer;
create index game_tournament on game (tournament) where tournament is not null;
