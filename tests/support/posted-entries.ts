/** What every five hundredth of `postedEntries` is about. */
export const BOOKING = '00000000-0000-4000-8000-000000000001'

/**
 * Returns a statement that posts a hundred entries a day from 2024 on. A refund is paid in cash every twenty days; the bank is used on the first
 * hundred days only, and then often.
 */
export function postedEntries(count: number): string {
  return `
  with made as (
    select nextval('entries_id_seq') as id, n, case when n % 2000 = 0 then 'refund_paid' else 'received' end as kind,
      case when n % 2000 = 0 then 'cash' when n < 10000 and n % 10 < 7 then 'bank' else 'provider_clearing' end as account,
      case when n % 500 = 7 then '${BOOKING}'::uuid else gen_random_uuid() end as booking
    from generate_series(1, ${count}) n
  ), entry as (
    insert into entries (id, kind, source_id, source_step, posted_on, happened_at, lines) overriding system value
      select id, kind, gen_random_uuid(), 'once', date '2024-01-01' + n / 100, timestamptz '2024-01-01' + n * interval '14 minutes', 2 from made
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id)
    select id, line, case line when 1 then account else 'customer_advances' end, case line when 1 then 100 else -100 end, 'usd', booking
    from made cross join generate_series(1, 2) line`
}
