import type { z } from 'zod/mini'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as colleagueCalls from '../../src/shared/accounts/colleague-calls.ts'
import * as ownAccountCalls from '../../src/shared/accounts/own-calls.ts'
import * as passkeyCalls from '../../src/shared/accounts/passkey-calls.ts'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
import * as auditCalls from '../../src/shared/audit/staff-calls.ts'
import * as backupCalls from '../../src/shared/backups/staff-calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as sheetCalls from '../../src/shared/bookings/confirmation-calls.ts'
import * as guideCalls from '../../src/shared/bookings/guide-calls.ts'
import * as staffBookingCalls from '../../src/shared/bookings/staff-calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import * as codeCalls from '../../src/shared/codes/staff-calls.ts'
import { isForStaff as isOfStaff, paramNames, type Call as Contract } from '../../src/shared/contract.ts'
import * as deskBookingCalls from '../../src/shared/desk/booking-calls.ts'
import * as changeCalls from '../../src/shared/desk/change-calls.ts'
import * as deskCalls from '../../src/shared/desk/staff-calls.ts'
import * as enquiryCalls from '../../src/shared/enquiries/calls.ts'
import * as staffEnquiryCalls from '../../src/shared/enquiries/staff-calls.ts'
import * as ledgerCalls from '../../src/shared/ledger/staff-calls.ts'
import * as mailCalls from '../../src/shared/mails/staff-calls.ts'
import * as paymentCalls from '../../src/shared/payments/calls.ts'
import * as checkoutCalls from '../../src/shared/payments/checkout-calls.ts'
import * as staffPaymentCalls from '../../src/shared/payments/staff-calls.ts'
import * as quoteCalls from '../../src/shared/quotes/calls.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as reservationCalls from '../../src/shared/reservations/calls.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import * as reviewCalls from '../../src/shared/reviews/calls.ts'
import * as ownReviewCalls from '../../src/shared/reviews/own-calls.ts'
import * as staffReviewCalls from '../../src/shared/reviews/staff-calls.ts'
import * as settingsCalls from '../../src/shared/settings/staff-calls.ts'
import * as taskCalls from '../../src/shared/tasks/staff-calls.ts'
import { taskSteps } from '../../src/shared/tasks/step-calls.ts'
import * as calendarCalls from '../../src/shared/tours/calendar-calls.ts'
import * as catalogueCalls from '../../src/shared/tours/calls.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import * as offerCalls from '../../src/shared/tours/offer-calls.ts'
import * as pictureCalls from '../../src/shared/tours/picture-calls.ts'
import * as searchCalls from '../../src/shared/tours/search-calls.ts'
import * as tourCalls from '../../src/shared/tours/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as staffVehicleCalls from '../../src/shared/vehicles/staff-calls.ts'
import { CODE_TERMS } from './codes.ts'
import { dayAhead } from './days.ts'
import { FIELDS } from './staff-tour-fields.ts'

const PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const
const RESERVATION = {
  key: '00000000-0000-4000-8000-000000000000',
  customer: { id: 'nobody' },
  tourId: 'none',
  travelDate: dayAhead(1),
  totalGuests: 1,
  totalCents: 100,
  payBy: 'link',
  dueOn: dayAhead(1),
} as const
const SEEN_MONEY = { status: 'confirmed', paidCents: 0, returnedCents: 0, policyCents: 0 }

const agreed = {
  ...accountCalls,
  ...colleagueCalls,
  ...auditCalls,
  ...backupCalls,
  ...bookingCalls,
  ...calendarCalls,
  ...catalogueCalls,
  ...checkoutCalls,
  ...cancellationCalls,
  ...changeCalls,
  ...codeCalls,
  ...departureCalls,
  ...deskBookingCalls,
  ...deskCalls,
  ...enquiryCalls,
  ...guideCalls,
  ...ledgerCalls,
  ...mailCalls,
  ...offerCalls,
  ...ownAccountCalls,
  ...ownReviewCalls,
  ...paymentCalls,
  ...pictureCalls,
  ...passkeyCalls,
  ...peopleCalls,
  ...quoteCalls,
  ...reservationCalls,
  ...reviewCalls,
  ...searchCalls,
  ...securityCalls,
  ...settingsCalls,
  ...sheetCalls,
  ...staffBookingCalls,
  ...staffCancellationCalls,
  ...staffEnquiryCalls,
  ...staffPaymentCalls,
  ...staffQuoteCalls,
  ...staffReservationCalls,
  ...staffReviewCalls,
  ...staffVehicleCalls,
  ...taskCalls,
  ...tourCalls,
  ...taskSteps,
  ...vehicleCalls,
}
type Agreed = typeof agreed
type WithBody = { [Name in keyof Agreed]: Agreed[Name] extends { body: unknown } ? Name : never }[keyof Agreed]

/** A body that passes its schema, for each call that has one. */
const BODIES: { [Name in WithBody]: z.input<Agreed[Name]['body']> } = {
  logIn: { email: 'nobody@example.test', password: 'password' },
  signUp: { name: 'Nobody', email: 'user@example.com', password: 'password' },
  forgotPassword: { email: 'nobody@example.test' },
  checkResetLink: { token: 'nonsense' },
  resetPassword: { token: 'nonsense', password: 'password' },
  confirmEmail: { token: 'nonsense' },
  objectToEmail: { token: 'nonsense' },
  checkPassword: { password: 'password' },
  changeAccount: { name: 'Test Traveller' },
  changePassword: { currentPassword: 'not the one', newPassword: 'password' },
  changeEmail: { email: 'new@example.test', password: 'not the one' },
  beginSecondFactor: { password: 'not the one' },
  confirmSecondFactor: { code: '000000' },
  removeSecondFactor: { password: 'not the one', code: '000000' },
  renewRecoveryCodes: { password: 'not the one', code: '000000' },
  deleteAccount: { password: 'not the one' },
  confirmIdentity: { password: 'not the one' },
  signInByPasskey: { passkey: { ...PASSKEY, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } } },
  addPasskey: { passkey: { ...PASSKEY, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } } },
  renamePasskey: { name: 'Work laptop' },
  invitePerson: { name: 'Nobody', email: 'user@example.com', role: 'staff' },
  changeRole: { role: 'staff' },
  correctName: { name: 'Ada', seenName: 'Eda' },
  addEmail: { email: 'ada@example.test' },
  addCode: { id: '00000000-0000-4000-8000-0000000000cd', text: 'SPRING-FAIR', ...CODE_TERMS },
  changeCode: { version: 1, ...CODE_TERMS },
  addCampaign: { name: 'Spring', prefix: 'SPRING', count: 3, ...CODE_TERMS },
  switchCampaign: { campaign: 'Spring', isActive: false },
  sendEnquiry: {
    key: '00000000-0000-4000-8000-000000000000',
    name: 'Nobody',
    email: 'nobody@example.test',
    phone: '',
    subject: 'Tours',
    message: 'Is anybody there?',
    homepage: '',
  },
  replyToEnquiry: { key: 'a-key-of-16-letters', text: 'Yes, it is.', seen: { replyId: null, state: 'open' } },
  closeEnquiry: { reason: 'spam' },
  addReadyAnswer: { id: '00000000-0000-4000-8000-0000000000aa', name: 'Dates', text: 'Tours run daily.' },
  changeReadyAnswer: { name: 'Dates', text: 'Tours run daily.', version: 1 },
  checkPincodes: { pickup: 'E1 6AN', drop: 'SW1A 1AA' },
  saveDraft: { version: 1_000_000, draft: {} },
  changeService: {
    version: 1,
    name: 'Flat move',
    description: 'A van',
    specialRequirements: '',
    price: 100,
    perFloor: null,
    perHelper: 5,
    refundPolicy: { fullRefundDays: 7, partialRefundDays: 3, partialRefundPercentage: 50 },
    taxCategoryId: null,
  },
  addAreas: { areas: [{ code: 'SW', name: 'South West London' }] },
  requestQuote: {
    serviceTypeId: 'none',
    pickupLocation: '1 Somewhere Street',
    dropoffLocation: '2 Somewhere Street',
    pickupPinCode: 'E1 6AN',
    dropoffPinCode: 'SW1A 1AA',
    price: 1,
    pickupDate: `${dayAhead(1)}T10:00:00.000Z`,
    dropoffDate: `${dayAhead(1)}T10:00:00.000Z`,
    itemDetails: { items: [], floorCount: 0, helpers: 0 },
    notes: '',
  },
  makeReservation: RESERVATION,
  recordOfflinePayment: { method: 'cash', reference: 'Receipt 7', totalCents: 100 },
  voidPayment: { reason: 'Mistyped' },
  approveQuote: {},
  declineQuote: { reason: 'Not possible' },
  writeReview: { rating: 5, text: 'Everything was as it should be.' },
  hideReview: { reason: 'An insult' },
  changeSettings: { version: 0, bankDetails: '', currency: 'eur', goodwillCeilings: {} },
  addTaxCategory: { id: '00000000-0000-4000-8000-0000000000ab', name: 'Standard', accountKey: '3', rateBasisPoints: 1900 },
  changeTaxCategory: { version: 1, name: 'Standard', accountKey: '', isActive: true },
  setCapacity: { capacity: 1, seenCapacity: 2 },
  setSlotCapacity: { capacityGroup: 'bus', startTime: null, capacity: 1, seenCapacity: 2 },
  closeSlot: { capacityGroup: 'bus', startTime: null },
  openSlot: { capacityGroup: 'bus', startTime: null },
  cancelOwnBooking: { bookingId: '00000000-0000-4000-8000-000000000000', stripeId: null, reason: '' },
  cancelBooking: { reason: 'As agreed', seen: SEEN_MONEY },
  refundBooking: { reason: 'A burst pipe', amountCents: 100, seen: SEEN_MONEY },
  cancelDeparture: { reason: 'A storm', seen: { bookings: 0, people: 0, holds: 0, heldSeats: 0, refunds: [] } },
  tickDeparture: { ticks: [] },
  readGuideManifest: { token: 'nonsense' },
  saveTravellers: { names: ['Someone'] },
  writeNote: { body: 'Arrives late' },
  correctAddress: { email: 'new@example.test', seenEmail: 'old@example.test', seenAsked: null },
  sendGuideTicks: { token: 'nonsense', name: 'Gus', ticks: [] },
  describePicture: { alt: 'A tram climbs a hill', seenAlt: '' },
  cropPicture: { left: 0, top: 0, width: 1600, height: 900 },
  createTour: { name: 'Lisbon on foot', destination: 'Lisbon, Portugal' },
  editTour: { version: 1, fields: { ...FIELDS, images: [], itinerary: [] } },
  sellTour: { version: 1, selling: null },
  publishTour: { version: 1 },
  deactivateTour: { version: 1 },
  assignTask: {},
  closeTask: { outcome: 'Settled' },
  closeTill: { day: '2026-01-01', currency: 'usd', countedCents: 0, ledgerCents: 0 },
  changeLedgerLock: { until: null, seen: null },
  changeExportNumbers: { version: 0, numbers: [] },
  makeBatch: { number: 0, withGenerated: false },
  settle: { reference: 'Transfer 4711' },
  takeUp: { reference: 'M-2345678' },
  disown: { reference: 'Our other shop' },
  payBack: { reference: 'Transfer 4711' },
  askOffer: { tourId: 'none', date: dayAhead(1) },
  createCheckout: { priceId: 'price_1', tour_id: 'none', totalGuests: 1, travelDate: dayAhead(1) },
}

const RANGE = `?from=${dayAhead(1)}&to=${dayAhead(9)}`

/** For calls that need a query. */
const QUERIES: Partial<Record<keyof Agreed, string>> = {
  downloadCampaign: '?campaign=Spring',
  findCustomers: '?search=nobody',
  listDepartures: RANGE,
  listDepartureDays: RANGE,
  suggestTours: '?search=ky',
  getSeats: `?date=${dayAhead(1)}`,
  listMonthSeats: `?month=${dayAhead(1).slice(0, 7)}`,
  searchConsole: '?q=kyoto',
}

/** The status for an id that does not exist, if it isn’t 404. */
const UNKNOWN_IDS: Partial<Record<keyof Agreed, number>> = {
  deletePhoto: 200,
  // It doesn’t check that the tour exists, since no one has bookings of one that doesn’t.
  listOwnBookingsOfTour: 200,
  retry: 409,
  settle: 409,
  sameRefund: 409,
  otherRefund: 409,
}

/** Linked from emails, so the response is a page. */
const PAGES = new Set<keyof Agreed>(['payQuote', 'payReservation'])

export interface Call {
  name: string
  method: Contract['method']
  /** Inserts the id unescaped. */
  url(id: string): string
  takesId: boolean
  /** The status for an id that does not exist or is hidden from the caller. */
  unknownId: number
  isOpen: boolean
  isForStaff: boolean
  isPage: boolean
  /** Undefined for methods without a body. */
  body: object | undefined
}

/** A new call does not compile until its body is listed here. */
export const everyCall = (Object.entries(agreed) as [keyof Agreed, Contract][]).map(([name, contract]): Call => {
  const { method, path, may } = contract
  return {
    name,
    method,
    url: (id) => path.replace(/:\w+/, () => id) + (QUERIES[name] ?? ''),
    takesId: paramNames(path).length > 0,
    unknownId: UNKNOWN_IDS[name] ?? 404,
    isOpen: may === 'open',
    isForStaff: isOfStaff(contract),
    isPage: PAGES.has(name),
    body: (BODIES as Partial<Record<keyof Agreed, object>>)[name] ?? (method === 'POST' ? {} : undefined),
  }
})
