import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import * as colleagueCalls from '../../src/shared/accounts/colleague-calls.ts'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
import * as auditCalls from '../../src/shared/audit/staff-calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import * as codeCalls from '../../src/shared/codes/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, dayIn } from '../../src/shared/dates.ts'
import * as deskBookingCalls from '../../src/shared/desk/booking-calls.ts'
import * as deskCalls from '../../src/shared/desk/staff-calls.ts'
import * as enquiryCalls from '../../src/shared/enquiries/staff-calls.ts'
import * as mailCalls from '../../src/shared/mails/staff-calls.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import { listStaffReviews } from '../../src/shared/reviews/staff-calls.ts'
import * as taskCalls from '../../src/shared/tasks/staff-calls.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { getStaffTour, listStaffTours } from '../../src/shared/tours/staff-calls.ts'
import * as staffVehicleCalls from '../../src/shared/vehicles/staff-calls.ts'
import type { Sample, Samples } from './desk-samples.ts'

const dayAfter = (days: number) => addDays(dayIn('Europe/London', new Date()), days)

type Query = Record<string, string>

/** Returns the n-th URL for each kind of call; consecutive ones ask about different things. */
export function kindsOf(samples: Samples): Record<string, (n: number) => string> {
  const one = (of: Sample, n: number) => samples[of][(n * 37) % samples[of].length] ?? ''
  const start = (of: Sample, n: number, length: number) => one(of, n).slice(0, length)
  const asked = (call: string, query: Query) => `${call}?${new URLSearchParams(query).toString()}`
  // The console's page size.
  const list = (call: string, query: Query = {}) => asked(call, { ...query, limit: '50' })
  const bookings = (query: Query) => list(deskBookingCalls.listStaffBookings.path, query)
  const person = (n: number) => `p${(n * 7919) % 100_000}.`
  const month = (n: number) => ({ from: dayAfter((n * 13) % 300), to: dayAfter(((n * 13) % 300) + 30) })
  const made = (n: number) => ({ bookedFrom: dayAfter(-60 - n), bookedTo: dayAfter(-30 - n) })
  const months = (n: number, before: number) => ({
    from: dayAfter(-30 * (before + (n % 6))).slice(0, 7),
    to: dayAfter(-30 * (n % 6)).slice(0, 7),
  })
  const ahead = { from: dayAfter(0) }
  const status = (n: number) => ['pending', 'cancelled', 'confirmed', 'expired', 'approved', 'declined', 'completed'][n % 7] ?? ''
  const enquiryState = (n: number) => ['open', 'answered', 'closed'][n % 3] ?? ''
  return {
    'bookings, the newest': () => bookings({}),
    'bookings, a later page': (n) => bookings({ before: one('booking', n) }),
    'bookings of a kind': (n) => bookings({ kind: n % 2 ? 'tour' : 'vehicle' }),
    'bookings of a status': (n) => bookings({ status: status(n) }),
    'bookings of a status, a later page': (n) => bookings({ status: 'cancelled', before: one('booking', n) }),
    'bookings of a status and kind': (n) => bookings({ status: status(n), kind: n % 2 ? 'tour' : 'vehicle' }),
    'bookings of a month of travel': (n) => bookings(month(n)),
    'bookings of a month of travel, a later page': (n) => bookings({ from: dayAfter(-500), to: dayAfter(300), before: one('booking', n) }),
    'bookings of a month of travel and status': (n) => bookings({ ...month(n), status: status(n) }),
    'bookings of a month of travel and kind': (n) => bookings({ ...month(n), kind: 'vehicle' }),
    'bookings still to travel, of a status': (n) => bookings({ ...ahead, status: status(n) }),
    'bookings still to travel, of a kind': () => bookings({ ...ahead, kind: 'vehicle' }),
    'bookings made in a month': (n) => bookings(made(n)),
    'bookings made in a month, of a status': (n) => bookings({ ...made(n), status: status(n) }),
    'bookings made in a month, of a kind': (n) => bookings({ ...made(n), kind: 'vehicle' }),
    'bookings made in a month, of a month of travel': (n) => bookings({ ...made(n), ...month(n) }),
    'bookings of a tour': (n) => bookings({ tour: one('tour', n) }),
    'bookings of a tour and month': (n) => bookings({ tour: one('tour', n), ...month(n) }),
    'bookings of a tour and status': (n) => bookings({ tour: one('tour', n), status: status(n) }),
    'bookings of a tour, made in a month': (n) => bookings({ tour: one('tour', n), ...made(n) }),
    'bookings by reference': (n) => bookings({ search: one('reference', n) }),
    'bookings by id': (n) => bookings({ search: one('booking', n) }),
    'bookings by payment': (n) => bookings({ search: one('payment', n) }),
    'bookings by checkout': (n) => bookings({ search: one('session', n) }),
    'bookings by name': (n) => bookings({ search: one('name', n) }),
    'bookings by part of a name': (n) => bookings({ search: start('name', n, 4) }),
    'bookings by part of a name, a later page': (n) => bookings({ search: start('name', n, 4), before: one('booking', n) }),
    'bookings by part of a name and status': (n) => bookings({ search: start('name', n, 4), status: status(n) }),
    'bookings by part of a name and month': (n) => bookings({ search: start('name', n, 4), ...month(n) }),
    'bookings by name and tour': (n) => bookings({ search: one('name', n), tour: one('tour', n) }),
    'bookings by a common name': () => bookings({ search: 'Margaret' }),
    'bookings by a common name, a later page': (n) => bookings({ search: 'Margaret', before: one('booking', n) }),
    'bookings by a name that only the oldest have': () => bookings({ search: 'Oldharbour' }),
    'bookings by a domain that only the oldest have': () => bookings({ search: '@imported' }),
    'bookings by a mistyped name': () => bookings({ search: 'Oldhabour' }),
    'bookings by a name that no one has': (n) => bookings({ search: `Quillonby${n}` }),
    'bookings by a part of all addresses': () => bookings({ search: 'invalid' }),
    'bookings by email': (n) => bookings({ search: one('email', n) }),
    'bookings by beginning of an email': (n) => bookings({ search: person(n).slice(0, 5) }),
    'bookings by a domain that all have': () => bookings({ search: '@generated.invalid' }),
    'the file of all bookings, its first byte': () => deskBookingCalls.downloadBookings.path,
    'the file of a month and status, its first byte': (n) =>
      asked(deskBookingCalls.downloadBookings.path, { ...month(n), status: status(n) }),
    'the story of a booking': (n) => pathOf(deskBookingCalls.getStory, { id: one('booking', n) }),
    'the audit of a booking': (n) => pathOf(deskBookingCalls.listBookingAudit, { id: one('booking', n) }),
    'the money of a booking': (n) => pathOf(staffCancellationCalls.getBookingMoney, { id: one('booking', n) }),
    'departures of a month': (n) => list(departureCalls.listDepartures.path, { ...month(n), bookings: 'some' }),
    'departures of a day that nobody has booked': (n) =>
      list(departureCalls.listDepartures.path, { from: dayAfter(n), to: dayAfter(n), bookings: 'none' }),
    'departures of a month that nobody has booked': (n) => list(departureCalls.listDepartures.path, { ...month(n), bookings: 'none' }),
    'departures of a month, a later page': (n) =>
      list(departureCalls.listDepartures.path, {
        ...month(n),
        bookings: 'some',
        before: departureId('m', dayAfter(((n * 13) % 300) + 15)),
      }),
    'departures of a tour': (n) => list(departureCalls.listDepartures.path, { ...month(n), tour: one('tour', n) }),
    'a departure': (n) => pathOf(departureCalls.getDeparture, { id: one('departure', n) }),
    'the travellers of a departure': (n) => pathOf(departureCalls.readManifest, { id: one('departure', n) }),
    'the file of a departure': (n) => pathOf(departureCalls.downloadManifest, { id: one('departure', n) }),
    'requests for quotes, those that wait': () => list(staffQuoteCalls.listQuotes.path, { status: 'pending' }),
    'requests for quotes of a status': (n) => list(staffQuoteCalls.listQuotes.path, { status: status(n) }),
    'requests for quotes, all': () => list(staffQuoteCalls.listQuotes.path),
    'requests for quotes of a status, a later page': (n) =>
      list(staffQuoteCalls.listQuotes.path, { status: status(n), before: one('request', n) }),
    'requests for quotes, a later page': (n) => list(staffQuoteCalls.listQuotes.path, { before: one('request', n) }),
    'a request for a quote': (n) => pathOf(staffQuoteCalls.getQuote, { id: one('request', n) }),
    'the calendar of a month': (n) => asked(departureCalls.listDepartureDays.path, month(n)),
    'the calendar of a tour': (n) => asked(departureCalls.listDepartureDays.path, { ...month(n), tour: one('tour', n) }),
    tasks: () => list(taskCalls.listTasks.path),
    'tasks, a later page': (n) => list(taskCalls.listTasks.path, { before: one('task', n) }),
    'people, the newest': () => list(peopleCalls.listPeople.path),
    'people, a later page': (n) => list(peopleCalls.listPeople.path, { before: one('person', n) }),
    'people by name': (n) => list(peopleCalls.listPeople.path, { search: one('name', n) }),
    'people by part of a name': (n) => list(peopleCalls.listPeople.path, { search: start('name', n, 5) }),
    'people by two letters': (n) => list(peopleCalls.listPeople.path, { search: start('name', n, 2) }),
    'people by a common name': () => list(peopleCalls.listPeople.path, { search: 'Margaret' }),
    'people by a common name, a later page': (n) => list(peopleCalls.listPeople.path, { search: 'Margaret', before: one('person', n) }),
    'people by a name that only old accounts have': () => list(peopleCalls.listPeople.path, { search: 'Oldharbour' }),
    'people by two names': (n) => list(peopleCalls.listPeople.path, { search: `margaret ${start('email', n, 3)}` }),
    'people by a mistyped name': () => list(peopleCalls.listPeople.path, { search: 'Oldhabour' }),
    'people by a name that no one has': (n) => list(peopleCalls.listPeople.path, { search: `Quillonby${n}` }),
    'people by phone number': (n) => list(peopleCalls.listPeople.path, { search: one('phone', n) }),
    'people by a domain that only old accounts have': () => list(peopleCalls.listPeople.path, { search: '@imported' }),
    'people by a common name, disabled': () => list(peopleCalls.listPeople.path, { search: 'Margaret', who: 'disabled' }),
    'people by a name that only old accounts have, disabled': () =>
      list(peopleCalls.listPeople.path, { search: 'Oldharbour', who: 'disabled' }),
    'people by a common name, of a role': () => list(peopleCalls.listPeople.path, { search: 'Margaret', role: 'manager' }),
    'people by a common name, who travel': () => list(peopleCalls.listPeople.path, { search: 'Margaret', who: 'travellers' }),
    'people by email': (n) => list(peopleCalls.listPeople.path, { search: one('email', n) }),
    'people who work here': () => list(peopleCalls.listPeople.path, { who: 'staff' }),
    'people of a role': (n) => list(peopleCalls.listPeople.path, { role: n % 2 ? 'manager' : 'admin' }),
    'people who travel': () => list(peopleCalls.listPeople.path, { who: 'travellers' }),
    'people who are disabled': () => list(peopleCalls.listPeople.path, { who: 'disabled' }),
    'people who travel, a later page': (n) => list(peopleCalls.listPeople.path, { who: 'travellers', before: one('person', n) }),
    'people who are disabled, a later page': (n) => list(peopleCalls.listPeople.path, { who: 'disabled', before: one('person', n) }),
    colleagues: () => colleagueCalls.listColleagues.path,
    'per person': (n) => pathOf(peopleCalls.getPerson, { id: one('person', n) }),
    'customers by a common name': () => asked(peopleCalls.findCustomers.path, { search: 'Margaret' }),
    'customers by a name that only old accounts have': () => asked(peopleCalls.findCustomers.path, { search: 'Oldharbour' }),
    'customers by part of a name': (n) => asked(peopleCalls.findCustomers.path, { search: start('name', n, 5) }),
    tours: () => list(listStaffTours.path),
    'tours, a later page': (n) => list(listStaffTours.path, { before: one('tour', n) }),
    'tours of a status': (n) => list(listStaffTours.path, { status: n % 2 ? 'published' : 'draft' }),
    'tours by name': (n) => list(listStaffTours.path, { search: one('tourName', n) }),
    'tours by part of a name': (n) => list(listStaffTours.path, { search: start('tourName', n, 5) }),
    'a tour': (n) => pathOf(getStaffTour, { id: one('tour', n) }),
    reviews: () => list(listStaffReviews.path),
    'reviews, a later page': (n) => list(listStaffReviews.path, { before: one('review', n) }),
    'reviews that are hidden': () => list(listStaffReviews.path, { state: 'hidden' }),
    'reviews that are hidden, a later page': (n) => list(listStaffReviews.path, { state: 'hidden', before: one('review', n) }),
    'reviews that are shown, a later page': (n) => list(listStaffReviews.path, { state: 'shown', before: one('review', n) }),
    'reviews of a tour': (n) => list(listStaffReviews.path, { tour: one('tour', n) }),
    'reviews of a tour, a later page': (n) => list(listStaffReviews.path, { tour: one('tour', n), before: one('review', n) }),
    'reviews of a tour that are hidden': (n) => list(listStaffReviews.path, { tour: one('tour', n), state: 'hidden' }),
    'reviews of the tour with a quarter of all, hidden': () =>
      list(listStaffReviews.path, { tour: samples.busiest[0] ?? '', state: 'hidden' }),
    emails: () => list(mailCalls.listMails.path),
    'emails, a later page': (n) => list(mailCalls.listMails.path, { before: one('mail', n) }),
    'emails of a state': (n) => list(mailCalls.listMails.path, { state: ['waiting', 'failed', 'sent'][n % 3] ?? '' }),
    'emails to an address': (n) => list(mailCalls.listMails.path, { search: one('email', n) }),
    'emails to part of an address': (n) => list(mailCalls.listMails.path, { search: person(n).slice(0, 6) }),
    'emails to a domain that all have': () => list(mailCalls.listMails.path, { search: '@generated.invalid' }),
    'emails to an address, failed': (n) => list(mailCalls.listMails.path, { search: person(n).slice(0, 6), state: 'failed' }),
    'emails of a state, a later page': (n) =>
      list(mailCalls.listMails.path, { state: ['waiting', 'failed', 'sent'][n % 3] ?? '', before: one('mail', n) }),
    'emails to a name that only old accounts have': () => list(mailCalls.listMails.path, { search: 'oldharbour' }),
    'emails to a name that only old accounts have, waiting': () =>
      list(mailCalls.listMails.path, { search: 'oldharbour', state: 'waiting' }),
    'emails to a domain that only old accounts have': () => list(mailCalls.listMails.path, { search: '@imported' }),
    'emails to a mistyped name': () => list(mailCalls.listMails.path, { search: 'oldhabour' }),
    'emails to a name that no one has': (n) => list(mailCalls.listMails.path, { search: `quillonby${n}` }),
    'emails to the address of all enquiries': () => list(mailCalls.listMails.path, { search: 'hello@generated.invalid' }),
    'emails to the address of all enquiries, waiting': () =>
      list(mailCalls.listMails.path, { search: 'hello@generated.invalid', state: 'waiting' }),
    'emails to the address of all enquiries, failed': () =>
      list(mailCalls.listMails.path, { search: 'hello@generated.invalid', state: 'failed' }),
    'emails to a common part': () => list(mailCalls.listMails.path, { search: 'invalid' }),
    'emails to a common part, waiting': () => list(mailCalls.listMails.path, { search: 'invalid', state: 'waiting' }),
    'emails about a booking': (n) => list(mailCalls.listMails.path, { search: one('reference', n) }),
    'an email': (n) => pathOf(mailCalls.getMail, { id: one('mail', n) }),
    enquiries: () => list(enquiryCalls.listEnquiries.path),
    'enquiries that are answered, a later page': (n) =>
      list(enquiryCalls.listEnquiries.path, { state: 'answered', before: one('enquiry', n) }),
    'enquiries, a later page': (n) => list(enquiryCalls.listEnquiries.path, { before: one('enquiry', n) }),
    'enquiries that are answered': () => list(enquiryCalls.listEnquiries.path, { state: 'answered' }),
    'enquiries that are closed': () => list(enquiryCalls.listEnquiries.path, { state: 'closed' }),
    'enquiries that are closed, a later page': (n) => list(enquiryCalls.listEnquiries.path, { state: 'closed', before: one('enquiry', n) }),
    'enquiries of a common name': (n) => list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: 'Margaret' }),
    'enquiries of a common name, a later page': (n) =>
      list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: 'Margaret', before: one('enquiry', n) }),
    'enquiries of a name that only the oldest have': (n) =>
      list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: 'Oldharbour' }),
    'enquiries of a domain that only the oldest have': (n) =>
      list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: '@imported' }),
    'enquiries of a mistyped name': (n) => list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: 'Oldhabour' }),
    'enquiries of a name': (n) => list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: one('name', n) }),
    'enquiries of a name that no one has': (n) =>
      list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: `Quillonby${n}` }),
    'enquiries about what all are about': (n) => list(enquiryCalls.listEnquiries.path, { state: enquiryState(n), search: 'Tours' }),
    'enquiries that are spam': () => enquiryCalls.listSpam.path,
    codes: () => list(codeCalls.listCodes.path),
    'codes, a later page': (n) => list(codeCalls.listCodes.path, { before: one('code', n) }),
    'codes by text': (n) => list(codeCalls.listCodes.path, { search: one('codeText', n) }),
    'codes by a code of a campaign': (n) => list(codeCalls.listCodes.path, { search: `FAIR-${n * 137}` }),
    'codes by the name of a campaign': () => list(codeCalls.listCodes.path, { search: 'Fair 17' }),
    'codes by a part of all campaigns': () => list(codeCalls.listCodes.path, { search: 'Fair' }),
    'codes by a part of all campaigns, a later page': (n) => list(codeCalls.listCodes.path, { search: 'Fair', before: one('code', n) }),
    'codes by a common part': () => list(codeCalls.listCodes.path, { search: 'SALE' }),
    'codes by a common part, a later page': (n) => list(codeCalls.listCodes.path, { search: 'SALE', before: one('code', n) }),
    'codes by a part of one letter': () => list(codeCalls.listCodes.path, { search: 'S' }),
    'codes by two letters': () => list(codeCalls.listCodes.path, { search: 'XY' }),
    'codes by a text that none has': (n) => list(codeCalls.listCodes.path, { search: `QUILLONBY${n}` }),
    'the file of a campaign': (n) => asked(codeCalls.downloadCampaign.path, { campaign: one('campaign', n) }),
    'the audit': () => list(auditCalls.listAudit.path),
    'the audit, what was done': () => list(auditCalls.listAudit.path, { only: 'deeds' }),
    'the audit, a later page': (n) => list(auditCalls.listAudit.path, { before: String(20_000 * (n + 1)) }),
    'the audit of somebody’s work': (n) =>
      list(auditCalls.listAudit.path, { actor: `desk-${(n % 60) + 1}@generated.invalid`, only: 'deeds' }),
    'the audit of an action': (n) => list(auditCalls.listAudit.path, { action: n % 2 ? 'role.changed' : 'note.written' }),
    'the audit of a rare action by somebody': (n) =>
      list(auditCalls.listAudit.path, { action: 'role.changed', actor: `desk-${(n % 60) + 1}` }),
    'the audit about somebody': (n) => list(auditCalls.listAudit.path, { subject: person(n) }),
    'the audit of an action, a later page': (n) =>
      list(auditCalls.listAudit.path, { action: 'note.written', before: String(20_000 * (n + 1)) }),
    'the audit of an action that no one took': () => list(auditCalls.listAudit.path, { action: 'till.closed' }),
    'the audit of all work of part of a name': () => list(auditCalls.listAudit.path, { actor: 'Desk' }),
    'the audit about a call that all made': () => list(auditCalls.listAudit.path, { subject: '/staff/bookings' }),
    'the audit of a day': (n) => list(auditCalls.listAudit.path, { from: dayAfter(-n), to: dayAfter(-n) }),
    'the audit of an action in a week': (n) =>
      list(auditCalls.listAudit.path, { action: 'role.changed', from: dayAfter(-n - 7), to: dayAfter(-n) }),
    'the file of the audit, its first byte': (n) => asked(auditCalls.downloadAudit.path, { from: dayAfter(-n - 30) }),
    'the balances of all accounts': () => ledgerCalls.getMoney.path,
    'the journal': () => list(ledgerCalls.listJournal.path),
    'the journal, a later page': (n) => list(ledgerCalls.listJournal.path, { before: String(20_000 * (n + 1)) }),
    'the journal of an account': (n) =>
      list(ledgerCalls.listJournal.path, {
        account: ['provider_clearing', 'customer_advances', 'revenue', 'cancellation_fees'][n % 4] ?? '',
      }),
    'the journal of an account without entries': (n) => list(ledgerCalls.listJournal.path, { account: n % 2 ? 'suspense' : 'cash' }),
    'the journal of a kind': (n) =>
      list(ledgerCalls.listJournal.path, { kind: ['received', 'refund_paid', 'travelled', 'dispute_lost'][n % 4] ?? '' }),
    'the journal of a month': (n) => list(ledgerCalls.listJournal.path, { from: dayAfter(-60 - n), to: dayAfter(-30 - n) }),
    'the journal of an account in a month': (n) =>
      list(ledgerCalls.listJournal.path, { account: n % 2 ? 'cancellation_fees' : 'bank', from: dayAfter(-60 - n), to: dayAfter(-30 - n) }),
    'the journal of a booking': (n) => list(ledgerCalls.listJournal.path, { booking: one('reference', n) }),
    'the journal of a tour': (n) => list(ledgerCalls.listJournal.path, { tour: one('tour', n) }),
    payouts: () => ledgerCalls.listPayouts.path,
    'payouts, a later page': (n) => asked(ledgerCalls.listPayouts.path, { before: one('payout', n) }),
    'what a payout has': (n) => pathOf(ledgerCalls.listPayoutMovements, { id: one('payout', n) }),
    tills: () => ledgerCalls.listTills.path,
    'batches of the export': () => ledgerCalls.listBatches.path,
    'the revenue of a month by tour': (n) => list(ledgerCalls.getRevenue.path, months(n, 0)),
    'the revenue of a year by tour': (n) => list(ledgerCalls.getRevenue.path, months(n, 11)),
    'the revenue of a year by tour, a later page': (n) =>
      list(ledgerCalls.getRevenue.path, { ...months(n, 11), sort: 'name', after: '400' }),
    'the revenue of a year by part of a name': (n) =>
      list(ledgerCalls.getRevenue.path, { ...months(n, 11), search: start('tourName', n, 5) }),
    'the revenue of a year by month': (n) => list(ledgerCalls.getRevenue.path, { ...months(n, 11), by: 'month' }),
    'the revenue of a year by channel': (n) => list(ledgerCalls.getRevenue.path, { ...months(n, 11), by: 'channel' }),
    'the revenue of a tour by month': (n) => list(ledgerCalls.getRevenue.path, { ...months(0, 35), by: 'month', tour: one('tour', n) }),
    'the file of the journal, its first byte': (n) =>
      asked(ledgerCalls.downloadJournal.path, { from: dayAfter(-60 - n), to: dayAfter(-30 - n) }),
    'the palette, a reference': (n) => asked(deskBookingCalls.searchConsole.path, { q: one('reference', n) }),
    'the palette, a payment': (n) => asked(deskBookingCalls.searchConsole.path, { q: one('payment', n) }),
    'the palette, a name': (n) => asked(deskBookingCalls.searchConsole.path, { q: one('name', n) }),
    'the palette, three letters': (n) => asked(deskBookingCalls.searchConsole.path, { q: start('name', n, 3) }),
    'the palette, an email': (n) => asked(deskBookingCalls.searchConsole.path, { q: one('email', n) }),
    'the palette, a tour': (n) => asked(deskBookingCalls.searchConsole.path, { q: one('tourName', n) }),
    'Today, figures of 30 days': () => asked(deskCalls.getFigures.path, { days: '30' }),
    'Today, figures of 90 days': () => asked(deskCalls.getFigures.path, { days: '90' }),
    'Today, figures of a year': () => asked(deskCalls.getFigures.path, { days: '364' }),
    'Today, departures of two weeks': () =>
      asked(departureCalls.listDepartures.path, { from: dayAfter(0), to: dayAfter(13), bookings: 'some' }),
    'Today, health': () => deskCalls.getHealth.path,
    services: () => staffVehicleCalls.listServices.path,
    'areas that we serve': () => staffVehicleCalls.listAreas.path,
  }
}
