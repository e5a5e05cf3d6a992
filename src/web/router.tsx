import { Suspense, useEffect, useRef } from 'react'
import { createRoutesFromElements, Navigate, Outlet, Route, useLocation, useRoutes } from 'react-router'
import { consolePages, pages } from '#shared/pages.ts'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { dueSetup, isCatalogueOpen, wantedPage } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'
import { HomePage } from '#web/pages/home-page.tsx'
import { SiteLayout } from '#web/pages/layout/site-layout.tsx'
import { contentRoutes } from './content-routes.tsx'
import { callingPage, page } from './delivery/lazy-page.tsx'
import { ErrorPage } from './pages/layout/error-page.tsx'

const LoginPage = page(() => import('./pages/login-page.tsx'), 'LoginPage')
const SignupPage = page(() => import('./pages/signup-page.tsx'), 'SignupPage')
const ForgotPasswordPage = page(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage')
const ResetPasswordPage = page(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage')
const KeepEmailPage = callingPage(() => import('./pages/keep-email-page.tsx'), 'KeepEmailPage')
const ConfirmEmailPage = callingPage(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage')
const DestinationsPage = callingPage(() => import('./pages/destinations-page.tsx'), 'DestinationsPage')
const DestinationDetailsPage = callingPage(() => import('./pages/destination-details-page.tsx'), 'DestinationDetailsPage')
const VehiclePricePage = callingPage(() => import('./pages/vehicle-price-page.tsx'), 'VehiclePricePage')
const BookingsPage = callingPage(() => import('./pages/bookings-page.tsx'), 'BookingsPage')
const BookingConfirmationPage = callingPage(() => import('./pages/booking-confirmation-page.tsx'), 'BookingConfirmationPage')
const MoveConfirmationPage = callingPage(() => import('./pages/move-confirmation-page.tsx'), 'MoveConfirmationPage')
const SuccessPage = callingPage(() => import('./pages/success-page.tsx'), 'SuccessPage')
const PaidPage = callingPage(() => import('./pages/paid-page.tsx'), 'PaidPage')
const ProfilePage = page(() => import('./pages/profile-page.tsx'), 'ProfilePage')
const SettingsPage = callingPage(() => import('./pages/settings-page.tsx'), 'SettingsPage')
const SecurityPage = callingPage(() => import('./pages/security-page.tsx'), 'SecurityPage')
const ReviewsPage = callingPage(() => import('./pages/reviews-page.tsx'), 'ReviewsPage')
const ContactPage = page(() => import('./pages/contact-page.tsx'), 'ContactPage')
const GuidePage = callingPage(() => import('./pages/guide-page.tsx'), 'GuidePage')
const ConsoleEntrance = callingPage(() => import('./console-entrance.tsx'), 'ConsoleEntrance')
const NotFoundPage = page(() => import('./pages/not-found-page.tsx'), 'NotFoundPage')

/** The one list of pages, with their guards (specification §2). */
function pageList() {
  return (
    <>
      <Route element={<SiteLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route element={<SignedOutOnly />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/signup" element={<SignupPage />} />
        </Route>
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/confirm-email" element={<ConfirmEmailPage />} />
        <Route path="/keep-email" element={<KeepEmailPage />} />
        <Route path="/paid/:token" element={<PaidPage />} />
        <Route element={<CatalogueGuard />}>
          <Route path="/destinations" element={<DestinationsPage />} />
          <Route path="/destination-details/:id" element={<DestinationDetailsPage />} />
        </Route>
        <Route element={<SignedInOnly />}>
          <Route path="/vehicle-price" element={<VehiclePricePage />} />
          <Route path="/bookings" element={<BookingsPage />} />
          <Route path="/bookings/:id/confirmation" element={<BookingConfirmationPage />} />
          <Route path="/bookings/:id/move" element={<MoveConfirmationPage />} />
          <Route path="/success" element={<SuccessPage />} />
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/settings/security" element={<SecurityPage />} />
        </Route>
        <Route path="/reviews" element={<ReviewsPage />} />
        <Route path="/contact" element={<ContactPage />} />
        {contentRoutes}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path="/guide" element={<GuidePage />} />
      {/* This is the only part of the staff console that travellers load. */}
      <Route element={<SignedInOnly />}>
        <Route
          path={`${consolePages.today}/*`}
          element={
            <ErrorBoundary resetKey={undefined} fallback={<ErrorPage />}>
              <Suspense fallback={<div className="min-h-dvh" />}>
                <ConsoleEntrance />
              </Suspense>
            </ErrorBoundary>
          }
        />
      </Route>
    </>
  )
}

export const routes = createRoutesFromElements(pageList())

export function Pages() {
  return useRoutes(routes)
}

/** Redirects visitors to the login and remembers the page they wanted. */
function SignedInOnly() {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  // A visitor who signs out on a guarded page did not ask to come back to it.
  const cameSignedOut = useRef(!isSignedIn)
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`

  useEffect(() => {
    if (!isSignedIn && cameSignedOut.current) wantedPage.keep(here)
    if (isSignedIn && wantedPage.find() === here) wantedPage.forget()
  }, [isSignedIn, here])

  if (!isSignedIn) return <Navigate to={pages.login} replace />
  return dueSetup.isDue() && pathname !== pages.security ? <Navigate to={pages.security} replace /> : <Outlet />
}

/** Redirects signed-in visitors away from login and sign-up (specification §2). */
function SignedOutOnly() {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  return isSignedIn ? <Navigate to={dueSetup.isDue() ? pages.security : pages.home} replace /> : <Outlet />
}

function CatalogueGuard() {
  return isCatalogueOpen() ? <Outlet /> : <SignedInOnly />
}
