-- Counts how often the devices that an account is known on have been forgotten, such as with a new password. Whatever was proved in an
-- earlier generation, a device or a password that is still being checked, no longer counts.
alter table users add column device_generation integer not null default 0;

-- Links that a device asks for on which the account is known are counted apart from those that anybody can ask for.
alter table mail_counts drop constraint mail_counts_kind_check,
  add constraint mail_counts_kind_check check (kind in ('link', 'own_link', 'notice'));
