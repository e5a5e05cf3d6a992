-- Until when the books have been compared in full with the card provider's lists: there the next comparison starts.
create table compared_until (
  only_row boolean primary key default true check (only_row),
  moment timestamptz not null
);

insert into compared_until (moment)
select max(compared_at) from daily_balances having max(compared_at) is not null;

-- Two troubles that only the log knew, and a deadline that was lost with its task. Not valid: all kinds of before are in the list, so no row needs to be read.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in (
  'wrong_payment', 'refund_failed', 'refund_blocked', 'dispute_opened', 'dispute_evidence', 'dispute_won', 'dispute_lost', 'external_refund',
  'blind_close', 'unknown_payment', 'missing_payment', 'unpaid_session', 'mail_failed', 'books_differ', 'books_unread',
  'price_refused', 'events_stopped', 'least_group', 'pay_back', 'note'
)) not valid;
