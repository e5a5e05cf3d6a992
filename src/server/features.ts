import { accounts } from '#server/features/accounts/accounts.ts'
import { findStaffId } from '#server/features/accounts/people/staff.ts'
import { audit, auditPersonalData } from '#server/features/audit/audit.ts'
import { backups } from './features/backups/console.ts'
import { bookings } from './features/bookings/bookings.ts'
import { bringDaysInLine } from './features/bookings/claims.ts'
import { confirmAddress } from './features/bookings/contacts.ts'
import { refuseOwnBooking } from './features/bookings/deciders.ts'
import { bookingPersonalData } from './features/bookings/personal-data.ts'
import { listReservedSeats } from './features/bookings/reservations.ts'
import { countOpenRequests } from './features/bookings/vehicle-bookings.ts'
import { cancellations } from './features/cancellations/cancellations.ts'
import { checkout } from './features/checkout/checkout.ts'
import { codes } from './features/codes/codes.ts'
import { desk } from './features/desk/desk.ts'
import { enquiries } from './features/enquiries/enquiries.ts'
import { enquiryPersonalData } from './features/enquiries/personal-data.ts'
import { fulfilment } from './features/fulfilment/quarantine.ts'
import { ledger } from './features/ledger/ledger.ts'
import { mailArchive } from './features/mails/archive.ts'
import { mailPersonalData } from './features/mails/personal-data.ts'
import { myBookings } from './features/my-bookings/my-bookings.ts'
import { paymentPersonalData } from './features/payments/personal-data.ts'
import { continueQuotePayment } from './features/quotes/payment.ts'
import { quotePersonalData } from './features/quotes/personal-data.ts'
import { quotes } from './features/quotes/quotes.ts'
import { reconciliation } from './features/reconciliation/reconciliation.ts'
import { refundPersonalData } from './features/refunds/personal-data.ts'
import { refunds } from './features/refunds/refunds.ts'
import { releaseReservation } from './features/reservations/endings.ts'
import { continueTourPayment } from './features/reservations/payment.ts'
import { reservations } from './features/reservations/reservations.ts'
import { reviewPersonalData } from './features/reviews/own-review.ts'
import { reviews } from './features/reviews/reviews.ts'
import { settings } from './features/settings/settings.ts'
import { tasks } from './features/tasks/tasks.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { tours } from './features/tours/tours.ts'
import { vehiclePersonalData } from './features/vehicles/personal-data.ts'
import { vehicles } from './features/vehicles/services.ts'
import type { Deps } from './lib/deps.ts'
import type { Feature } from './lib/feature.ts'
import type { PersonalData } from './lib/personal-data.ts'

/** What a feature needs from one that depends on it is passed in here. */
export function allFeatures(deps: Deps, catalogue: Catalogue): Feature[] {
  const parts = personalData(deps)
  return [
    audit(deps),
    tasks({ findStaffId, refuseOwnBooking }),
    accounts(deps, { confirmAddress, personalData: parts }),
    settings,
    tours(deps, catalogue, { listReservedSeats, bringDaysInLine }),
    codes(deps),
    vehicles(deps, { countOpenRequests }),
    bookings(deps),
    reviews(deps),
    mailArchive(deps),
    enquiries(deps),
    refunds,
    ledger(deps),
    myBookings(deps),
    fulfilment,
    checkout(deps, { continuePayment: { tour: continueTourPayment, vehicle: continueQuotePayment }, releaseReservation }),
    reservations(deps, parts),
    cancellations(deps),
    reconciliation(deps),
    quotes(deps),
    backups(deps),
    desk(deps),
  ]
}

/** Payments and refunds first, since they may prevent the deletion of an account. */
export function personalData(deps: Deps): PersonalData[] {
  return [
    paymentPersonalData,
    refundPersonalData,
    quotePersonalData,
    mailPersonalData(deps.config),
    enquiryPersonalData(deps.config),
    bookingPersonalData(deps.config),
    vehiclePersonalData(deps),
    reviewPersonalData,
    auditPersonalData,
  ]
}
