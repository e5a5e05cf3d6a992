-- A payment that nobody agreed to may be in any currency of the card provider: its day is compared like every other.

alter table daily_balances drop constraint daily_balances_currency_check;
alter table daily_balances add constraint daily_balances_currency_check check (currency ~ '^[a-z]{3}$');
