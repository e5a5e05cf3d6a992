-- Who pays by a mailed link need not be signed in. The card provider sends them back with this token, which opens a page that says
-- what became of their payment, and nothing else. Null for a checkout that only its owner can open.

alter table payment_attempts add column paid_token text;
create unique index payment_attempts_paid_token_idx on payment_attempts (paid_token) where paid_token is not null;
