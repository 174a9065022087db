create table served_by (
  process integer primary key,
  seconds real not null
) strict;

insert into served_by select 0, seconds from served;
drop table served;
alter table served_by rename to served;
