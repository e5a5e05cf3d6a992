import type { FastifyInstance } from 'fastify'
import { addStaffAudit } from './features/audit/staff-calls.ts'
import { staffAuditRoutes } from './features/audit/staff-routes.ts'
import { customerCareRoutes } from './features/accounts/customer-care/staff-routes.ts'
import { customerRoutes } from './features/accounts/customers/staff-routes.ts'
import { staffPeopleRoutes } from './features/accounts/people/staff-routes.ts'
import { findStaffId } from './features/accounts/queries.ts'
import { staffMemberRoutes } from './features/accounts/staff-routes.ts'
import { staffReviewRoutes } from './features/reviews/moderation/staff-routes.ts'
import { deskRoutes } from './features/desk/staff-routes.ts'
import { changeRoutes } from './features/desk/changes/staff-routes.ts'
import { bookingSearchRoutes } from './features/desk/search/staff-routes.ts'
import { taskListRoutes } from './features/desk/tasks/staff-routes.ts'
import { bookingStoryRoutes } from './features/desk/story/staff-routes.ts'
import { contactRoutes } from './features/bookings/contacts/staff-routes.ts'
import { bookingEmailRoutes } from './features/desk/emails/staff-routes.ts'
import { attendanceRoutes } from './features/bookings/attendance/staff-routes.ts'
import { guideLinkRoutes } from './features/bookings/guide-links/staff-routes.ts'
import { countOpenRequests } from './features/bookings/vehicles/queries.ts'
import { manifestRoutes } from './features/bookings/manifest/staff-routes.ts'
import { noteRoutes } from './features/bookings/notes/staff-routes.ts'
import { staffCancellationRoutes } from './features/cancellations/staff-routes.ts'
import { mailRoutes } from './features/mails/archive/staff-routes.ts'
import { staffEnquiryRoutes } from './features/enquiries/inbox/staff-routes.ts'
import { readyAnswerRoutes } from './features/enquiries/ready-answers/staff-routes.ts'
import { staffQuoteRoutes } from './features/quotes/decisions/staff-routes.ts'
import { staffFulfilmentRoutes } from './features/fulfilment/staff-routes.ts'
import { staffReconciliationRoutes } from './features/reconciliation/staff-routes.ts'
import { staffRefundRoutes } from './features/refunds/staff-routes.ts'
import { staffReservationRoutes } from './features/reservations/staff-routes.ts'
import { staffTaskRoutes } from './features/tasks/staff-routes.ts'
import type { Catalogue } from './features/tours/catalogue-cache.ts'
import { departureRoutes } from './features/tours/departures/staff-routes.ts'
import { staffTourRoutes } from './features/tours/editing/staff-routes.ts'
import { staffPictureRoutes } from './features/tours/pictures/staff-routes.ts'
import { tourLifecycleRoutes } from './features/tours/lifecycle/staff-routes.ts'
import { serviceRoutes } from './features/vehicles/services/staff-routes.ts'
import { coverageRoutes } from './features/vehicles/coverage/staff-routes.ts'
import type { App, Deps } from './lib/deps.ts'
import type { PersonalData } from './lib/personal-data.ts'
import { addStaffGuard } from './lib/staff-guard.ts'

export async function addStaffCalls(scope: App, deps: Deps, catalogue: Catalogue, parts: readonly PersonalData[]): Promise<void> {
  await scope.register(async (staff) => {
    addStaffAudit(staff, deps)
    addStaffGuard(staff, deps)
    showChangesAtOnce(staff, catalogue)
    staffMemberRoutes(staff, deps)
    staffPeopleRoutes(staff, deps, parts)
    customerRoutes(staff, deps)
    customerCareRoutes(staff, deps)
    staffQuoteRoutes(staff, deps)
    taskListRoutes(staff, deps)
    staffTaskRoutes(staff, deps, { findStaffId })
    staffRefundRoutes(staff, deps)
    staffFulfilmentRoutes(staff, deps)
    staffReservationRoutes(staff, deps, parts)
    staffCancellationRoutes(staff, deps)
    staffReconciliationRoutes(staff, deps)
    staffTourRoutes(staff, deps)
    tourLifecycleRoutes(staff, deps)
    staffPictureRoutes(staff, deps)
    staffReviewRoutes(staff, deps)
    departureRoutes(staff, deps)
    manifestRoutes(staff, deps)
    attendanceRoutes(staff, deps)
    guideLinkRoutes(staff, deps)
    noteRoutes(staff, deps)
    contactRoutes(staff, deps)
    bookingEmailRoutes(staff, deps)
    bookingSearchRoutes(staff, deps)
    bookingStoryRoutes(staff, deps)
    deskRoutes(staff, deps)
    changeRoutes(staff, deps)
    mailRoutes(staff, deps)
    serviceRoutes(staff, deps, { countOpenRequests })
    coverageRoutes(staff, deps)
    staffEnquiryRoutes(staff, deps)
    readyAnswerRoutes(staff, deps)
    staffAuditRoutes(staff, deps)
  })
}

/** Staff changes, above all prices, must be visible as soon as staff are told that they succeeded. */
function showChangesAtOnce(scope: FastifyInstance, catalogue: Catalogue): void {
  scope.addHook('onSend', async ({ method }, { statusCode }) => {
    // If the database has gone away since, the next reader waits for it.
    if (method !== 'GET' && statusCode < 400) await catalogue.catchUp().catch(() => undefined)
  })
}
