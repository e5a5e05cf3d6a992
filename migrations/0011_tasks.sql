-- What needs a person. A task is opened by whoever finds the trouble, in the same transaction; people assign and close it.

create table tasks (
  id uuid primary key,
  kind text not null check (kind in (
    'wrong_payment', 'refund_failed', 'refund_blocked', 'dispute_opened', 'dispute_won', 'dispute_lost', 'external_refund',
    'blind_close', 'unknown_payment', 'missing_payment', 'unpaid_session', 'mail_failed', 'books_differ', 'events_stopped', 'note'
  )),
  -- What it is about, such as a refund's id: the same trouble found again opens no second task while the first is open.
  subject text not null,
  -- In plain words, for the person who takes it up. Ids and figures, no names or addresses.
  cause text not null check (length(cause) between 1 and 2000),
  booking_id uuid references bookings (id) on delete set null,
  payment_id uuid references payments (id) on delete set null,
  refund_id uuid references refunds (id) on delete set null,
  user_id text references users (id) on delete set null,
  due_at timestamptz,
  opened_at timestamptz not null,
  -- When the agency was told: by the log and by the digest.
  announced_at timestamptz,
  assigned_to text references users (id) on delete set null,
  closed_at timestamptz,
  -- Null with closed_at set: closed on the command line, or by the program itself.
  closed_by text references users (id) on delete set null,
  outcome text,
  constraint tasks_closed_has_outcome check ((closed_at is null) = (outcome is null))
);

create unique index tasks_one_open on tasks (kind, subject) where closed_at is null;
create index tasks_open_idx on tasks (opened_at, id) where closed_at is null;
create index tasks_announced_idx on tasks (announced_at, opened_at, id);
create index tasks_booking_id_idx on tasks (booking_id);

-- The flags of earlier versions become tasks. The column stays, empty, for processes of the version before, which still write
-- it while they are being replaced; a later migration drops it.
insert into tasks (id, kind, subject, cause, booking_id, user_id, opened_at)
  select gen_random_uuid(), 'note', id::text, left(staff_flag, 2000), id, user_id, now() from bookings where staff_flag <> '';
update bookings set staff_flag = null where staff_flag is not null;
