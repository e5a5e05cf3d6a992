import type { z } from 'zod/mini'
import { isForStaff as isOfStaff, paramNames, type Call as Contract } from '../../src/shared/contract.ts'
import { calls } from '../../src/shared/paths.ts'
import * as codeCalls from '../../src/shared/codes/staff-calls.ts'
import * as enquiryCalls from '../../src/shared/enquiries/calls.ts'
import * as staffEnquiryCalls from '../../src/shared/enquiries/staff-calls.ts'
import * as reviewCalls from '../../src/shared/reviews/calls.ts'
import * as quoteCalls from '../../src/shared/quotes/calls.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as moveCalls from '../../src/shared/bookings/move-calls.ts'
import * as ownReviewCalls from '../../src/shared/reviews/own-calls.ts'
import * as staffReviewCalls from '../../src/shared/reviews/staff-calls.ts'
import * as mailCalls from '../../src/shared/mails/staff-calls.ts'
import * as settingsCalls from '../../src/shared/settings/staff-calls.ts'
import * as taskCalls from '../../src/shared/tasks/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as staffVehicleCalls from '../../src/shared/vehicles/staff-calls.ts'
import { attendanceCalls } from './attendance-calls.ts'
import { CODE_TERMS } from './codes.ts'
import { dayAhead } from './days.ts'
import { departureCalls } from './departure-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { passkeyCalls } from './passkey-calls.ts'

type CallName = keyof typeof calls

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Way {
  method: Method
  isOpen?: true
  isForStaff?: true
  /** Linked from an email; the response is a page. */
  isPage?: true
  /** The status for a missing id or another person's; 404 by default. */
  unknownId?: number
  query?: string
  body?: object
}

const tourFields = {
  name: 'Lisbon on foot',
  destination: 'Lisbon, Portugal',
  duration: 1,
  overview: '',
  tourType: '',
  tags: [],
  termsAndConditions: '',
  basePrice: 100,
  currency: 'usd',
  taxCategoryId: null,
  maxPeople: 12,
  leastGroup: null,
  refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  runs: { kind: 'daily' },
  facts: {},
  saleEnd: null,
  images: [],
  itinerary: [],
}
const RESERVATION = {
  key: '00000000-0000-4000-8000-000000000000',
  customer: { id: 'nobody' },
  tourId: 'none',
  travelDate: dayAhead(1),
  totalGuests: 1,
  totalCents: 100,
  payBy: 'link',
  dueOn: dayAhead(1),
}
const SEEN_MONEY = { status: 'confirmed', paidCents: 0, returnedCents: 0, policyCents: 0 }

/** Gives each call a body that passes its schema. A new call does not compile until it is listed here. */
const METHODS: Record<CallName, Way | readonly Way[]> = {
  login: { method: 'POST', isOpen: true, body: { email: 'nobody@example.test', password: 'password' } },
  signup: { method: 'POST', isOpen: true, body: { name: 'Nobody', email: 'user@example.com', password: 'password' } },
  refreshToken: { method: 'POST', isOpen: true, body: {} },
  logout: { method: 'POST', isOpen: true, body: {} },
  forgotPassword: { method: 'POST', isOpen: true, body: { email: 'nobody@example.test' } },
  checkResetLink: { method: 'POST', isOpen: true, body: { token: 'nonsense' } },
  resetPassword: { method: 'POST', isOpen: true, body: { token: 'nonsense', password: 'password' } },
  confirmEmail: { method: 'POST', isOpen: true, body: { token: 'nonsense' } },
  objectToEmail: { method: 'POST', isOpen: true, body: { token: 'nonsense' } },
  checkPassword: { method: 'POST', isOpen: true, body: { password: 'password' } },
  confirmIdentity: [{ method: 'GET' }, { method: 'POST', body: { password: 'not the one' } }],
  staffBackups: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true },
  ],
  backupFile: { method: 'GET', isForStaff: true },
  ...passkeyCalls,
  account: [{ method: 'GET' }, { method: 'PUT', body: { name: 'Test Traveller' } }],
  // Takes a form with a file, and refuses a JSON body.
  accountPhoto: [{ method: 'POST', body: {} }, { method: 'DELETE' }],
  accountPassword: { method: 'POST', body: { currentPassword: 'not the one', newPassword: 'password' } },
  resendConfirmation: { method: 'POST', body: {} },
  changeEmail: { method: 'POST', body: { email: 'new@example.test', password: 'not the one' } },
  accountSessions: [{ method: 'GET' }, { method: 'DELETE' }],
  accountSession: { method: 'DELETE' },
  secondFactor: [{ method: 'GET' }, { method: 'POST', body: { password: 'not the one' } }],
  confirmSecondFactor: { method: 'POST', body: { code: '000000' } },
  removeSecondFactor: { method: 'POST', body: { password: 'not the one', code: '000000' } },
  recoveryCodes: { method: 'POST', body: { password: 'not the one', code: '000000' } },
  accountData: { method: 'GET' },
  deleteAccount: { method: 'POST', body: { password: 'not the one' } },
  avatar: { method: 'GET', isOpen: true },
  listTours: { method: 'GET' },
  suggestTours: { method: 'GET', query: '?search=ky' },
  tourChoices: { method: 'GET' },
  tour: { method: 'GET' },
  similarTours: { method: 'GET' },
  picture: { method: 'GET', isOpen: true },
  seats: { method: 'GET', query: `?date=${dayAhead(1)}` },
  monthSeats: { method: 'GET', query: `?month=${dayAhead(1).slice(0, 7)}` },
  offers: { method: 'POST', body: { tourId: 'none', date: dayAhead(1) } },
  createCheckout: { method: 'POST', body: { priceId: 'price_1', tour_id: 'none', totalGuests: 1, travelDate: dayAhead(1) } },
  checkoutSession: { method: 'GET' },
  continuePayment: { method: 'POST', body: {} },
  releaseSeats: { method: 'POST', body: {} },
  calendarFile: { method: 'GET' },
  confirmation: { method: 'GET' },
  travellers: { method: 'POST', body: { names: ['Someone'] } },
  webhook: { method: 'POST', isOpen: true, body: {} },
  payReturn: { method: 'GET', isOpen: true },
  paid: { method: 'GET', isOpen: true },
  paidCalendarFile: { method: 'GET', isOpen: true },
  payCancel: { method: 'GET', isOpen: true },
  myTourBookings: { method: 'GET' },
  // It does not check that the tour exists, because nobody has bookings of one that does not.
  myBookingsOfTour: { method: 'GET', unknownId: 200 },
  myVehicleBookings: { method: 'GET' },
  createRefund: { method: 'POST', body: { bookingId: '00000000-0000-4000-8000-000000000000', stripeId: null, reason: '' } },
  refundPreview: { method: 'GET' },
  staffPeople: { method: 'GET', isForStaff: true },
  staffPerson: { method: 'GET', isForStaff: true },
  invitePerson: { method: 'POST', isForStaff: true, body: { name: 'Nobody', email: 'user@example.com', role: 'staff' } },
  inviteAgain: { method: 'POST', isForStaff: true, body: {} },
  changeRole: { method: 'POST', isForStaff: true, body: { role: 'staff' } },
  disableAccount: { method: 'POST', isForStaff: true, body: {} },
  enableAccount: { method: 'POST', isForStaff: true, body: {} },
  resetFactor: { method: 'POST', isForStaff: true, body: {} },
  staffMe: { method: 'GET', isForStaff: true },
  disownPayment: { method: 'POST', isForStaff: true, body: { reference: 'Our other shop' } },
  payBack: { method: 'POST', isForStaff: true, body: { reference: 'Transfer 4711' } },
  voidPayment: { method: 'POST', isForStaff: true, body: { reason: 'Mistyped' } },
  confirmPayment: { method: 'POST', isForStaff: true, body: {} },
  returnPayment: { method: 'POST', isForStaff: true, body: {} },
  retryRefund: { method: 'POST', isForStaff: true, body: {}, unknownId: 409 },
  sameRefund: { method: 'POST', isForStaff: true, body: {}, unknownId: 409 },
  otherRefund: { method: 'POST', isForStaff: true, body: {}, unknownId: 409 },
  staffAudit: { method: 'GET', isForStaff: true },
  ...moneyCalls,
  staffTours: [
    { method: 'GET', isForStaff: true },
    { method: 'POST', isForStaff: true, body: { name: 'Lisbon on foot', destination: 'Lisbon, Portugal' } },
  ],
  tourSelling: { method: 'PUT', isForStaff: true, body: { version: 1, selling: null } },
  staffTour: [
    { method: 'GET', isForStaff: true },
    { method: 'PUT', isForStaff: true, body: { version: 1, fields: tourFields } },
  ],
  duplicateTour: { method: 'POST', isForStaff: true, body: {} },
  publishTour: { method: 'POST', isForStaff: true, body: { version: 1 } },
  deactivationPreview: { method: 'GET', isForStaff: true },
  deactivateTour: { method: 'POST', isForStaff: true, body: { version: 1 } },
  tourPreview: { method: 'GET', isForStaff: true },
  // Takes a form with a file, and refuses a JSON body.
  staffPictures: { method: 'POST', isForStaff: true, body: {} },
  staffPicture: { method: 'PUT', isForStaff: true, body: { alt: 'A tram climbs a hill', seenAlt: '' } },
  cropPicture: { method: 'POST', isForStaff: true, body: { left: 0, top: 0, width: 1600, height: 900 } },
  originalPicture: { method: 'GET', isForStaff: true },
  staffAuditFile: { method: 'GET', isForStaff: true },
  settleRefund: { method: 'POST', isForStaff: true, body: { reference: 'Transfer 4711' }, unknownId: 409 },
  keepBooking: { method: 'POST', isForStaff: true, body: {} },
  withdrawBooking: { method: 'POST', isForStaff: true, body: {} },
  takeUpPayment: { method: 'POST', isForStaff: true, body: { reference: 'M-2345678' } },
  staffColleagues: { method: 'GET', isForStaff: true },
  staffFigures: { method: 'GET', isForStaff: true },
  staffHealth: { method: 'GET', isForStaff: true },
  // Without the header of an EventSource it ends at once.
  staffChanges: { method: 'GET', isForStaff: true },
  staffFind: { method: 'GET', isForStaff: true, query: '?q=kyoto' },
  ...departureCalls,
  ...attendanceCalls,
  staffBookings: { method: 'GET', isForStaff: true },
  staffBookingsFile: { method: 'GET', isForStaff: true },
  staffBooking: { method: 'GET', isForStaff: true },
  staffBookingAudit: { method: 'GET', isForStaff: true },
  bookingMoney: { method: 'GET', isForStaff: true },
  cancelBooking: { method: 'POST', isForStaff: true, body: { reason: 'As agreed', seen: SEEN_MONEY } },
  refundBooking: { method: 'POST', isForStaff: true, body: { reason: 'A burst pipe', amountCents: 100, seen: SEEN_MONEY } },
  readBookingAgain: { method: 'POST', isForStaff: true, body: {} },
  correctName: { method: 'POST', isForStaff: true, body: { name: 'Ada', seenName: 'Eda' } },
  addEmail: { method: 'POST', isForStaff: true, body: { email: 'ada@example.test' } },
  sendCustomerLink: { method: 'POST', isForStaff: true, body: {} },
  staffCustomers: { method: 'GET', isForStaff: true, query: '?search=nobody' },
  reservations: { method: 'POST', isForStaff: true, body: RESERVATION },
  sendPaymentLink: { method: 'POST', isForStaff: true, body: {} },
  paymentSheet: { method: 'POST', isForStaff: true, body: {} },
  releaseReservation: { method: 'POST', isForStaff: true, body: {} },
  outsidePayment: { method: 'POST', isForStaff: true, body: { method: 'cash', reference: 'Receipt 7', totalCents: 100 } },
  payReservation: { method: 'GET', isOpen: true, isPage: true },
  correctAddress: { method: 'POST', isForStaff: true, body: { email: 'new@example.test', seenEmail: 'old@example.test', seenAsked: null } },
  resendBookingEmail: { method: 'POST', isForStaff: true, body: {} },
  bookingNotes: { method: 'POST', isForStaff: true, body: { body: 'Arrives late' } },
  departureCancellation: { method: 'GET', isForStaff: true },
}

const agreed = {
  ...codeCalls,
  ...enquiryCalls,
  ...mailCalls,
  ...moveCalls,
  ...ownReviewCalls,
  ...quoteCalls,
  ...reviewCalls,
  ...settingsCalls,
  ...staffEnquiryCalls,
  ...staffQuoteCalls,
  ...staffReviewCalls,
  ...staffVehicleCalls,
  ...taskCalls,
  ...vehicleCalls,
}
type Agreed = typeof agreed
type WithBody = { [Name in keyof Agreed]: Agreed[Name] extends { body: unknown } ? Name : never }[keyof Agreed]

/** A body that passes its schema, for each call that has one. */
const BODIES: { [Name in WithBody]: z.input<Agreed[Name]['body']> } = {
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
  approveQuote: {},
  declineQuote: { reason: 'Not possible' },
  writeReview: { rating: 5, text: 'Everything was as it should be.' },
  hideReview: { reason: 'An insult' },
  changeSettings: { version: 0, bankDetails: '', currency: 'eur', goodwillCeilings: {} },
  addTaxCategory: { id: '00000000-0000-4000-8000-0000000000ab', name: 'Standard', accountKey: '3', rateBasisPoints: 1900 },
  changeTaxCategory: { version: 1, name: 'Standard', accountKey: '', isActive: true },
  assignTask: {},
  closeTask: { outcome: 'Settled' },
}

/** For calls that need a query. */
const QUERIES: Partial<Record<keyof Agreed, string>> = { downloadCampaign: '?campaign=Spring' }

/** The status for an id that does not exist, if it isn’t 404. */
const UNKNOWN_IDS: Partial<Record<keyof Agreed, number>> = { deletePhoto: 200 }

/** Linked from emails, so the response is a page. */
const PAGES = new Set<keyof Agreed>(['payQuote'])

export interface Call {
  name: string
  method: Method
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

const callsByPath: readonly Call[] = (Object.keys(METHODS) as CallName[]).flatMap((name) => {
  const path = calls[name]
  const takesId = typeof path === 'function'
  const pattern = takesId ? path(':id') : path
  return [METHODS[name]]
    .flat()
    .map(({ method, isOpen = false, isForStaff = false, isPage = false, unknownId = 404, query = '', body }) => ({
      name,
      method,
      url: (id: string) => pattern.replace(':id', () => id) + query,
      takesId,
      unknownId,
      isOpen,
      isForStaff,
      isPage,
      body: body ?? (method === 'POST' ? {} : undefined),
    }))
})

const callsByContract = (Object.entries(agreed) as [keyof Agreed, Contract][]).map(([name, contract]): Call => {
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

export const everyCall = [...callsByPath, ...callsByContract]
