import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readContent } from '../src/server/seed/content.ts'
import { databaseBefore } from './support/old-databases.ts'

test('checkouts that earlier versions may have closed without the provider’s confirmation are checked once more', async () => {
  const { client, upgrade } = await databaseBefore('0013_money_in_doubt.sql')
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x')`)
  const booking = randomUUID()
  await client.query(`insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
    partial_refund_days, partial_refund_percentage, expired_at)
    values ('${booking}', 'M-1', 'tour', 'u1', 'expired', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0, now())`)
  const attempt = async (token: string, status: string, expired: string, closed: string) =>
    client.query(`insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at, closed_at)
      values ('${randomUUID()}', '${booking}', '${status}', 100, 'usd', '{}', '${token}', '${token}', now() - interval '${expired}', now() - interval '${closed}')`)
  await attempt('blind', 'expired', '60 minutes', '44 minutes')
  await attempt('told', 'expired', '60 minutes', '59 minutes')
  await attempt('paid', 'complete', '60 minutes', '10 minutes')
  await attempt('old', 'expired', '50 days', '49 days')
  await upgrade()
  const { rows } = await client.query(
    'select session_id, closed_blind_at = closed_at as marked from payment_attempts where recheck_at <= now()',
  )
  expect(rows).toEqual([{ session_id: 'blind', marked: true }])
})

test('items that earlier versions flagged for staff become tasks', async () => {
  const { client, upgrade } = await databaseBefore('0011_tasks.sql')
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x')`)
  const booking = `insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
    full_refund_days, partial_refund_days, partial_refund_percentage, staff_flag) values`
  const facts = `'tour', 'u1', 'pending', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0`
  const flagged = randomUUID()
  await client.query(`${booking} ('${flagged}', 'M-1', ${facts}, 'Please check the payment.'), ('${randomUUID()}', 'M-2', ${facts}, null)`)
  await upgrade()
  const { rows } = await client.query('select kind, cause, booking_id, user_id, closed_at from tasks')
  expect(rows).toEqual([{ kind: 'note', cause: 'Please check the payment.', booking_id: flagged, user_id: 'u1', closed_at: null }])
  const left = await client.query('select 1 from bookings where staff_flag is not null')
  expect(left.rowCount).toBe(0)
})

test('refunds of earlier versions keep their meaning: which replaced a failed one, and which a lost dispute had blocked', async () => {
  const { client, upgrade } = await databaseBefore('0014_refunds_that_end.sql')
  const ids = { booking: randomUUID(), attempt: randomUUID(), failed: randomUUID(), again: randomUUID(), further: randomUUID() }
  const disputed = { booking: randomUUID(), attempt: randomUUID(), payment: randomUUID(), blocked: randomUUID() }
  const payment = randomUUID()
  await client.query(`insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x')`)
  for (const [of, paid] of [[ids, payment] as const, [disputed, disputed.payment] as const]) {
    await client.query(`insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
      full_refund_days, partial_refund_days, partial_refund_percentage)
      values ('${of.booking}', '${of.booking.slice(0, 8)}', 'tour', 'u1', 'pending', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0)`)
    await client.query(`insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
      values ('${of.attempt}', '${of.booking}', 'complete', 100, 'usd', '{}', '${of.attempt}', '${of.attempt}', now())`)
    await client.query(`insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, disputed_at, paid_at)
      values ('${paid}', '${of.booking}', '${of.attempt}', '${paid}', 100, 'usd', 'card', 'primary', ${of === disputed ? 'now()' : 'null'}, now())`)
  }
  const refund = (id: string, of: string, state: string, day: number) =>
    client.query(`insert into refunds (id, payment_id, amount_cents, currency, state, cause, created_at, updated_at)
      values ('${id}', '${of}', 10, 'usd', '${state}', 'cancellation', '2027-01-0${day}', '2027-01-0${day}')`)
  await refund(ids.failed, payment, 'failed', 1)
  await refund(ids.again, payment, 'succeeded', 2)
  await refund(ids.further, payment, 'succeeded', 3)
  await refund(disputed.blocked, disputed.payment, 'blocked', 1)
  await client.query(`insert into tasks (id, kind, subject, cause, payment_id, refund_id, opened_at) values
    ('${randomUUID()}', 'dispute_lost', 'du_1', 'Lost.', '${disputed.payment}', null, now()),
    ('${randomUUID()}', 'refund_blocked', '${disputed.blocked}', 'Blocked.', '${disputed.payment}', '${disputed.blocked}', now())`)
  await upgrade()
  const { rows } = await client.query('select id, state, told_state, replaces from refunds order by created_at, state')
  expect(rows).toEqual([
    { id: ids.failed, state: 'failed', told_state: 'failed', replaces: null },
    { id: disputed.blocked, state: 'lost', told_state: 'lost', replaces: null },
    { id: ids.again, state: 'succeeded', told_state: null, replaces: ids.failed },
    { id: ids.further, state: 'succeeded', told_state: null, replaces: null },
  ])
  const open = await client.query('select kind from tasks where closed_at is null')
  expect(open.rows).toEqual([{ kind: 'dispute_lost' }])
})

test('emails queued by earlier versions are linked to their booking', async () => {
  const { client, upgrade } = await databaseBefore('0015_retries.sql')
  const [booking, attempt, payment, refund] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await client.query(`
    insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x');
    insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
      full_refund_days, partial_refund_days, partial_refund_percentage)
      values ('${booking}', 'M-1', 'tour', 'u1', 'pending', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0);
    insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, expires_at)
      values ('${attempt}', '${booking}', 'expired', 100, 'usd', '{}', 'token', now());
    insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
      values ('${payment}', '${booking}', '${attempt}', 'pi_1', 100, 'usd', 'card', 'late', now());
    insert into refunds (id, payment_id, amount_cents, currency, state, cause)
      values ('${refund}', '${payment}', 100, 'usd', 'failed', 'late')`)
  const mails = { 'quote-approved': `${booking}:2`, 'payment-returned': payment, 'refund-failed': refund, 'password-reset': randomUUID() }
  for (const [template, about] of Object.entries(mails)) {
    const values = [randomUUID(), `${template}:${about}`, template]
    await client.query(`insert into mails (id, key, template, recipient, data) values ($1, $2, $3, 'ada@example.test', '{}')`, values)
  }
  await upgrade()
  const { rows } = await client.query('select template from mails where booking_id = $1 order by template', [booking])
  expect(rows.map(({ template }) => template)).toEqual(['payment-returned', 'quote-approved', 'refund-failed'])
})

test('the last of the decisions about quotes that earlier versions overwrote are kept; a deletion has no actor', async () => {
  const { client, upgrade } = await databaseBefore('0020_audit.sql')
  await client.query(`insert into users (id, name, email, password_hash, deleted_at) values
    ('u1', 'Ada', 'ada@example.test', 'x', null), ('s1', 'Sam', 'sam@example.test', 'x', null), ('u2', 'Gone', 'gone@example.test', 'x', now())`)
  await client.query(
    `insert into service_types (id, name, description, special_requirements, base_price_cents) values ('s', 'Van', '', '', 1)`,
  )
  const quote = async (owner: string, approved: string, declined: string | null, reason: string) => {
    const id = randomUUID()
    await client.query(
      `insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
        partial_refund_days, partial_refund_percentage, approved_at, declined_at)
        values ($1, $2, 'vehicle', $3, $4, 'Van', 200, 'inr', '2127-01-01', 0, 0, 0, $5, $6)`,
      [id, id.slice(0, 8), owner, declined ? 'declined' : 'approved', approved, declined],
    )
    await client.query(
      `insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location, pickup_pincode,
        dropoff_pincode, item_details, quoted_cents, quote_version, quote_expires_at, decision_reason, decided_by)
        values ($1, 's', now(), now(), 'A', 'B', 'E1 6AN', 'E1 6AN', '{}', 200, 3, now(), $2, 's1')`,
      [id, reason],
    )
    return id
  }
  const approved = await quote('u1', '2026-01-01', null, 'A piano')
  const takenBack = await quote('u1', '2026-01-02', '2026-01-03', 'No crew')
  const withdrawn = await quote('u2', '2026-01-04', '2026-01-05', 'Dear Gone')
  await upgrade()
  const decisions = await client.query(
    'select booking_id, decision, total_cents, quote_version, reason, decided_by from quote_decisions order by id',
  )
  const facts = { total_cents: 200, quote_version: 3 }
  expect(decisions.rows).toEqual([
    { booking_id: approved, decision: 'approved', ...facts, reason: 'A piano', decided_by: 's1' },
    { booking_id: takenBack, decision: 'approved', ...facts, reason: null, decided_by: null },
    { booking_id: takenBack, decision: 'declined', ...facts, reason: 'No crew', decided_by: 's1' },
  ])
  const words = await client.query('select decision_reason from vehicle_bookings where booking_id = $1', [withdrawn])
  expect(words.rows).toEqual([{ decision_reason: null }])
})

test('tours of earlier versions can be searched, and their changes are recorded', async () => {
  const { client, upgrade } = await databaseBefore('0022_any_size.sql')
  await client.query(`insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions)
    values ('t1', 'Île de Ré', 'La Rochelle, France', 3, 'Oysters and the sea', 100, 4, 'Group', '')`)
  await upgrade()
  const { rows } = await client.query(
    `select id from tours where search @@ '''ile'' & ''oysters'''::tsquery and not search @@ 'the'::tsquery`,
  )
  expect(rows).toEqual([{ id: 't1' }])
  const words = await client.query(`select word, stem from tour_words where word in ('oysters', 're') order by word`)
  expect(words.rows).toEqual([
    { word: 'oysters', stem: 'oyster' },
    { word: 're', stem: 're' },
  ])
  await client.query(`delete from catalogue_changes`)
  await client.query(`update tours set overview = 'Mussels' where id = 't1'`)
  await client.query(`insert into itinerary_days (tour_id, day_number, title, description) values ('t1', 1, 'One', 'Day')`)
  const changes = await client.query('select tour_id from catalogue_changes')
  expect(changes.rows).toEqual([{ tour_id: 't1' }, { tour_id: 't1' }])
  const found = await client.query(`select id from tours where search @@ 'mussels'::tsquery`)
  expect(found.rows).toEqual([{ id: 't1' }])
})

test('the dictionary keeps the words of the tours that travellers see, and no others', async () => {
  const { client, upgrade } = await databaseBefore('0036_words_in_use.sql')
  await client.query(`insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, is_active)
    values ('t1', 'Parris in spring', '', 3, '', 100, 4, '', '', true), ('t2', 'Paris in secret', '', 3, '', 100, 4, '', '', false)`)
  await client.query(`update tours set name = 'Paris in spring' where id = 't1'`)
  await upgrade()
  const words = async () => (await client.query<{ word: string }>('select word from tour_words order by word')).rows.map(({ word }) => word)
  expect(await words()).toEqual(['paris', 'spring'])
  await client.query(`update tours set is_active = not is_active`)
  expect(await words()).toEqual(['paris', 'secret', 'spring'])
})

test('a redrawn picture gets its new description, unless staff have written their own', async () => {
  const { client, upgrade } = await databaseBefore('0030_redrawn_artwork.sql')
  const insert = async (id: string, alt: string) =>
    client.query(
      `insert into pictures (id, name, file_path, alt, width, height, color, widths) values ($1, $1, $1, $2, 1600, 1067, '#000000', '{1600}')`,
      [id, alt],
    )
  await insert('usa-yosemite', 'Morning mist in Yosemite Valley below El Capitan, Half Dome and a thin waterfall.')
  await insert('japan-hokkaido-winter', 'Our cranes')
  await upgrade()
  const { rows } = await client.query('select id, alt, color from pictures order by id desc')
  const { pictures } = await readContent()
  const drawn = pictures.find(({ name }) => name === 'usa-yosemite')
  expect(rows).toEqual([
    { id: 'usa-yosemite', alt: drawn?.alt, color: drawn?.color },
    { id: 'japan-hokkaido-winter', alt: 'Our cranes', color: '#000000' },
  ])
})

test('sentences that earlier versions stored in a task become codes, and so does a missing email address', async () => {
  const { client, upgrade } = await databaseBefore('0080_task_codes.sql')
  const open = (subject: string, kind: string, cause: string) =>
    client.query('insert into tasks (id, kind, subject, cause, opened_at) values ($1, $2, $3, $4, now())', [
      randomUUID(),
      kind,
      subject,
      cause,
    ])
  const wrong = 'Payment pi_1 of $5.00 is not of the agreed amount, $6.00.'
  const asked = 'Confirm the booking with it, or refund it.'
  await open('held', 'wrong_payment', `${wrong} ${asked} Seats that it holds are freed when this is due.`)
  await open('released', 'wrong_payment', `${wrong} ${asked} The seats that it held have been freed.`)
  await open(
    'inquiry',
    'dispute_opened',
    'The dispute du_1 stands at “open”. It is only an inquiry: no money is held, and a refund now ends it. Answer it at the card provider before its deadline, and keep or release the seats.',
  )
  await open(
    'dispute',
    'dispute_opened',
    'The dispute du_2 stands at “open”. Answer it at the card provider before its deadline, and keep or release the seats.',
  )
  await open('note', 'note', 'Please look at this.')
  await client.query(
    `insert into mails (id, key, template, recipient, data, failure, failed_at) values ($1, 'k', 'booking-confirmed', 'x@no-email.invalid', '{}', 'there is no email address', now())`,
    [randomUUID()],
  )
  await upgrade()
  const { rows } = await client.query('select subject, cause, advice, seats from tasks order by subject')
  expect(rows).toEqual([
    { subject: 'dispute', cause: 'The dispute du_2 stands at “open”.', advice: 'dispute', seats: null },
    { subject: 'held', cause: wrong, advice: 'wrongPayment', seats: 'held' },
    { subject: 'inquiry', cause: 'The dispute du_1 stands at “open”.', advice: 'inquiry', seats: null },
    { subject: 'note', cause: 'Please look at this.', advice: null, seats: null },
    { subject: 'released', cause: wrong, advice: 'wrongPayment', seats: 'released' },
  ])
  expect((await client.query('select failure from mails')).rows).toEqual([{ failure: 'no_address' }])
})
