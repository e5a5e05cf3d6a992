-- Money is read from the ledger. Of the sums per quarter of an hour only the counts of bookings are still written; nobody reads the columns
-- of money since Today is drawn from ledger_days, and a process of the version before runs without them. They stay until
-- `npm run ledger -- contract`, as do daily_balances.
drop trigger payments_noted_sums on payments;
drop trigger payments_changed_sums on payments;
drop trigger payments_voided_sums on payments;
drop trigger refunds_noted_sums on refunds;
drop trigger refunds_changed_sums on refunds;
drop function note_payment_sums();
drop function note_refund_sums();
drop function note_voided_sums();

-- By how much books differ that a task is about, by which the next comparison knows whether to open another; null once they agree.
alter table tasks add column difference text;
