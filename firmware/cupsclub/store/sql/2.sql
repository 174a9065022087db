create index game_opened on game (opened desc, code);
