import type { FastifyInstance } from 'fastify'
import { addStaffAudit } from './features/audit/staff-calls.ts'
import { staffAuditRoutes } from './features/audit/staff-routes.ts'
import { customerRoutes } from './features/accounts/customers/staff-routes.ts'
import { staffPeopleRoutes } from './features/accounts/people/staff-routes.ts'
import { findStaffId } from './features/accounts/queries.ts'
import { staffMemberRoutes } from './features/accounts/staff-routes.ts'
import { moderationRoutes, staffReviewRoutes } from './features/reviews/moderation/staff-routes.ts'
import { deskRoutes } from './features/desk/staff-routes.ts'
import { bookingSearchRoutes } from './features/desk/search/staff-routes.ts'
import { bookingAuditRoutes, bookingStoryRoutes } from './features/desk/story/staff-routes.ts'
import { contactRoutes } from './features/bookings/contacts/staff-routes.ts'
import { bookingEmailRoutes } from './features/desk/emails/staff-routes.ts'
import { manifestRoutes } from './features/bookings/manifest/staff-routes.ts'
import { noteRoutes } from './features/bookings/notes/staff-routes.ts'
import { cancelledDepartureRoutes, departureCancellationRoutes } from './features/payments/departures/staff-routes.ts'
import { notePaidBack } from './features/payments/outside/commands.ts'
import { mailRoutes, resendRoutes } from './features/mails/archive/staff-routes.ts'
import { staffEnquiryRoutes } from './features/enquiries/inbox/staff-routes.ts'
import { staffQuoteRoutes } from './features/quotes/decisions/staff-routes.ts'
import { staffDeskRoutes, staffPaymentRoutes } from './features/payments/staff-routes.ts'
import { staffTaskRoutes } from './features/tasks/staff-routes.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { departureRoutes, managedDepartureRoutes } from './features/tours/departures/staff-routes.ts'
import { staffTourRoutes, tourEditingRoutes } from './features/tours/editing/staff-routes.ts'
import { staffPictureRoutes } from './features/tours/pictures/staff-routes.ts'
import { tourLifecycleRoutes } from './features/tours/lifecycle/staff-routes.ts'
import { managedServiceRoutes, serviceRoutes } from './features/vehicles/services/staff-routes.ts'
import { coverageRoutes, managedCoverageRoutes } from './features/vehicles/coverage/staff-routes.ts'
import type { App, Deps } from './lib/deps.ts'
import { addStaffGuard } from './lib/staff-guard.ts'

/** Registers the calls of those who work here: for all of them, for managers and administrators, and for administrators alone. */
export async function addStaffCalls(scope: App, deps: Deps, catalogue: Catalogue): Promise<void> {
  await scope.register(async (staff) => {
    addStaffAudit(staff, deps)
    addStaffGuard(staff, deps)
    showChangesAtOnce(staff, catalogue)
    staffMemberRoutes(staff, deps)
    staffQuoteRoutes(staff, deps)
    staffTaskRoutes(staff, deps, { findStaffId, noteClosed: notePaidBack })
    customerRoutes(staff, deps)
    staffDeskRoutes(staff, deps)
    staffTourRoutes(staff, deps)
    staffReviewRoutes(staff, deps)
    departureRoutes(staff, deps)
    cancelledDepartureRoutes(staff, deps)
    manifestRoutes(staff, deps)
    noteRoutes(staff, deps)
    contactRoutes(staff, deps)
    bookingEmailRoutes(staff, deps)
    bookingSearchRoutes(staff, deps)
    bookingStoryRoutes(staff, deps)
    deskRoutes(staff, deps)
    mailRoutes(staff, deps)
    serviceRoutes(staff, deps)
    coverageRoutes(staff, deps)
    staffEnquiryRoutes(staff, deps)
  })
  await scope.register(async (administrators) => {
    addStaffAudit(administrators, deps)
    addStaffGuard(administrators, deps, ['admin'])
    staffPeopleRoutes(administrators, deps)
  })
  await scope.register(async (managers) => {
    addStaffAudit(managers, deps)
    addStaffGuard(managers, deps, ['manager', 'admin'])
    showChangesAtOnce(managers, catalogue)
    staffAuditRoutes(managers, deps)
    resendRoutes(managers, deps)
    managedServiceRoutes(managers, deps)
    managedCoverageRoutes(managers, deps)
    tourEditingRoutes(managers, deps)
    tourLifecycleRoutes(managers, deps)
    staffPictureRoutes(managers, deps)
    moderationRoutes(managers, deps)
    staffPaymentRoutes(managers, deps)
    managedDepartureRoutes(managers, deps)
    departureCancellationRoutes(managers, deps)
    bookingAuditRoutes(managers, deps)
  })
}

/** What the staff have changed is shown from the moment at which they are told so, a price above all. */
function showChangesAtOnce(scope: FastifyInstance, catalogue: Catalogue): void {
  scope.addHook('onSend', async ({ method }, { statusCode }) => {
    // If the database has gone away since, the next reader waits for it.
    if (method !== 'GET' && statusCode < 400) await catalogue.catchUp().catch(() => undefined)
  })
}
