-- Functions that post to the ledger plan without sequential scans, and had to scan these tables of one row all the same. That made each of their
-- statements look dear enough to be compiled where the database compiles (jit = on, as Debian ships it): 30 ms each. An index that holds all of the
-- row is read instead. The tables have one row: this takes no time.
-- squawk-ignore require-concurrent-index-creation
create index ledger_settings_row_idx on ledger_settings (time_zone);

-- next transaction
-- squawk-ignore require-concurrent-index-creation
create index ledger_lock_row_idx on ledger_lock (locked_until);

-- next transaction
-- squawk-ignore require-concurrent-index-creation
create index ledger_progress_travelled_idx on ledger_progress (travelled_until);
