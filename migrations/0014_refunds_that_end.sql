-- Every refund comes to an end: what is sent again is a row of its own, and money that went back through a dispute has a state.

alter table refunds
  -- The refund that this one was made in the place of. Each is replaced once: two replacements would pay twice.
  add column replaces uuid unique references refunds (id),
  -- Part of the idempotency key. What the provider has definitely not carried out is sent again under the next one.
  add column key_version integer not null default 1 check (key_version > 0),
  -- Not sent before then: a new key waits until no call under the old one can be on its way.
  add column send_after timestamptz,
  -- The state of which the customer was told last, when it is one that a customer has to know.
  add column told_state text,
  add constraint refunds_replace_another check (replaces <> id),
  drop constraint refunds_state_check,
  -- lost: the bank has given the money back itself, at the end of a dispute.
  add constraint refunds_state_check
    check (state in ('requested', 'pending', 'succeeded', 'failed', 'canceled', 'blocked', 'lost'));

alter table payments
  add column dispute_lost_at timestamptz,
  add constraint payments_lost_was_disputed check (dispute_lost_at is null or disputed_at is not null);

create index refunds_untold_idx on refunds (updated_at)
  where state in ('failed', 'canceled', 'blocked', 'lost') and told_state is distinct from state;

create index tasks_refund_id_idx on tasks (refund_id) where refund_id is not null;
create index tasks_payment_id_idx on tasks (payment_id) where payment_id is not null;

-- Earlier versions told at once, counted any later refund of the same payment as a replacement, and left what a lost dispute had blocked.
update refunds set told_state = state where state in ('failed', 'canceled', 'blocked');

update refunds as later set replaces = pairs.earlier
  from (
    select distinct on (earlier.id) earlier.id as earlier, later.id as later
    from refunds as earlier
    join refunds as later on later.payment_id = earlier.payment_id and later.created_at > earlier.updated_at
    where earlier.state in ('failed', 'canceled')
    order by earlier.id, later.created_at
  ) as pairs
  where later.id = pairs.later;

update payments set dispute_lost_at = lost.opened_at
  from (select payment_id, min(opened_at) as opened_at from tasks where kind = 'dispute_lost' group by payment_id) as lost
  where payments.id = lost.payment_id and payments.disputed_at is not null;

update refunds set state = 'lost', told_state = 'lost'
  from payments
  where payments.id = refunds.payment_id and payments.dispute_lost_at is not null and refunds.state = 'blocked';

update tasks set closed_at = now(), outcome = 'The dispute was lost: the money has gone back through the bank.'
  from refunds
  where refunds.id = tasks.refund_id and refunds.state = 'lost' and tasks.kind = 'refund_blocked' and tasks.closed_at is null;
