-- Whether the search also offers where else tours on sale go, and larger groups; otherwise exactly the specified choices.
alter table settings add column offers_all_on_sale boolean not null default false;
