-- The request that caused an email: the same id stands in its response, in the log, and in the email's header. Null if none did, and of old ones.
alter table mails add column request_id uuid;

-- What administrators have been told is wrong, until they have been told that it is over (docs/decisions/0078-watching-itself.md).
-- One row for each kind of trouble, so that of two processes only one tells them.
create table alarms (
  name text primary key,
  began_at timestamptz(3) not null,
  told_at timestamptz(3) not null,
  -- Since when nothing has been wrong any more: it is over once that has lasted.
  fine_since timestamptz(3)
);
