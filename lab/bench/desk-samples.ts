import type { ServerProcess } from '../../tests/support/server-process.ts'

/** Each reads hundreds of rows spread over its table, as arguments for the console's calls. */
const SAMPLES = {
  booking: `select id::text as value from bookings tablesample system (1) where kind = 'tour' limit 2000`,
  request: `select booking_id::text as value from vehicle_bookings tablesample system (20) limit 2000`,
  reference: `select reference as value from bookings tablesample system (1) limit 2000`,
  payment: `select provider_payment_id as value from payments tablesample system (1) limit 2000`,
  session: `select session_id as value from payment_attempts tablesample system (1) limit 2000`,
  tour: `select id as value from tours tablesample system (20) limit 2000`,
  busiest: `select tour_id as value from reviews tablesample system (1) group by tour_id order by count(*) desc limit 1`,
  tourName: `select name as value from tours tablesample system (20) limit 2000`,
  departure: `select departs_on || ':' || tour_id as value from departures tablesample system (1) where seats_taken > 0 limit 2000`,
  person: `select id as value from users tablesample system (5) limit 2000`,
  name: `select name as value from users tablesample system (5) limit 2000`,
  phone: `select substr(phone_number, 4) as value from users tablesample system (1) where phone_number is not null limit 2000`,
  email: `select email as value from users tablesample system (5) limit 2000`,
  code: `(select id::text as value from codes tablesample system (1) where campaign = '' or leads_campaign limit 2000)
    union all select id::text from codes where leads_campaign`,
  campaign: `select campaign as value from codes where leads_campaign`,
  codeText: `select text as value from codes tablesample system (1) where campaign = '' limit 2000`,
  task: `select id::text as value from tasks tablesample system (1) where closed_at is null limit 2000`,
  payout: `select id::text as value from payouts limit 2000`,
  review: `select id::text as value from reviews tablesample system (5) limit 2000`,
  mail: `select id::text as value from mails tablesample system (1) limit 2000`,
  enquiry: `select id::text as value from mails tablesample system (1) where template = 'enquiry-received' limit 2000`,
} as const

export type Sample = keyof typeof SAMPLES

export type Samples = Record<Sample, string[]>

/** Throws if a table is empty, because measuring its lists would be meaningless. */
export async function takeSamples(program: ServerProcess): Promise<Samples> {
  const read = async (name: Sample) => {
    const rows = await program.query<{ value: string }>(SAMPLES[name])
    if (rows.length === 0) throw new Error(`There is no ${name}.`)
    return rows.map(({ value }) => value)
  }
  const taken = await Promise.all((Object.keys(SAMPLES) as Sample[]).map(async (name) => [name, await read(name)] as const))
  return Object.fromEntries(taken) as Samples
}
