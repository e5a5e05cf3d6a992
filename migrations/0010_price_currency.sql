-- The currency of the provider's price, beside its amount: a tour that changes its currency needs another price.

alter table tours add column stripe_price_currency text;
update tours set stripe_price_currency = currency where stripe_price_id is not null;
