-- The list of codes shows each campaign by one of its codes: the first by its text. Finding that for each code took a minute with a few campaigns.
alter table codes add column leads_campaign boolean not null default false check (not leads_campaign or campaign <> '');
update codes set leads_campaign = true
  where id in (select distinct on (campaign) id from codes where campaign <> '' order by campaign, text);
-- squawk-ignore require-concurrent-index-creation
create unique index codes_leads_campaign_idx on codes (campaign) where leads_campaign;
-- squawk-ignore require-concurrent-index-creation
create index codes_listed_idx on codes (created_at desc, id desc) where campaign = '' or leads_campaign;
-- squawk-ignore require-concurrent-index-creation
create index codes_text_parts_idx on codes using gin (text gin_trgm_ops) with (fastupdate = off) where campaign = '';

-- The first row of a campaign leads it: processes of the version before write them without saying so.
create function lead_campaign() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.leads_campaign := not exists (select from codes where campaign = new.campaign and campaign <> '');
  return new;
end $$;
create trigger codes_lead_campaign before insert on codes for each row when (new.campaign <> '') execute function lead_campaign();

-- next transaction
-- squawk-ignore require-concurrent-index-creation
create index code_uses_standing_idx on code_uses (code_id) where freed_at is null;
