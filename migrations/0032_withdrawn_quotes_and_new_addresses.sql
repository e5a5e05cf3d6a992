-- What people may change by themselves: withdraw a request for a quote, and give their account another email address.

-- A request that its customer has withdrawn before anybody paid.
alter table bookings
  drop constraint bookings_status_check,
  add constraint bookings_status_check check (
    status in ('pending', 'confirmed', 'cancelled', 'expired')
    or (kind = 'vehicle' and status in ('approved', 'declined', 'withdrawn', 'completed'))
  ),
  add column withdrawn_at timestamptz,
  add constraint withdrawn_has_moment check (status <> 'withdrawn' or withdrawn_at is not null);

-- Another address that somebody has asked for: it becomes the account's once its link has been opened, and the owner of the address
-- before it can object for a week. Of both links only hashes are kept.
create table email_changes (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  old_email text not null check (length(old_email) between 3 and 254),
  new_email text not null check (length(new_email) between 3 and 254),
  -- Null once it has been used, or another request or a new password has taken its place.
  confirm_hash text unique,
  -- Null once it has been used, and where nobody had confirmed the old address: it may be a stranger's.
  objection_hash text unique,
  -- In which it was asked for: the one that goes on after the change.
  session_id uuid not null,
  created_at timestamptz not null,
  -- From then on the address can no longer be confirmed.
  expires_at timestamptz not null check (expires_at > created_at),
  changed_at timestamptz
);
create index email_changes_user_id_idx on email_changes (user_id);
create index email_changes_created_at_idx on email_changes (created_at);
-- An address that was left is kept for the owner who may still object.
create index email_changes_old_email_idx on email_changes (lower(old_email)) where changed_at is not null;
