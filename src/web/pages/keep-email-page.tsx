import { useSearchParams } from 'react-router'
import { objectToEmail } from '#shared/accounts/calls.ts'
import { LINK_SPENT } from '#shared/accounts/public.ts'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { ask } from '#web/lib/ask.ts'
import { isSpent, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useCall } from '#web/lib/use-call.ts'
import { PhotoPage } from './layout/photo-page.tsx'

/** Linked from the notification to the old address. Signs out every device, so it waits for a button press. */
export function KeepEmailPage() {
  usePageTitle('Keep your email address')
  const token = useSearchParams()[0].get('token') ?? ''
  const { mutate, isPending, isSuccess, error } = useCall({ mutationFn: () => ask(objectToEmail, { body: { token } }) })
  const isOver = token === '' || isSpent(error)
  const region = useInheritedFocus()
  return (
    <PhotoPage>
      <h1 className="mb-6 text-3xl">Keep your email address</h1>
      <div ref={region} data-place="state" tabIndex={-1} className="space-y-5 outline-none">
        {isSuccess && (
          <Alert kind="success">
            Your account keeps this address. We’ve signed out all devices and sent you a link to choose a new password.
          </Alert>
        )}
        {isOver && (
          <>
            <Alert>{LINK_SPENT}</Alert>
            <p className="text-ink-soft">
              If something looks wrong with your account, please call us: <a href={brand.phoneHref}>{brand.phone}</a>
            </p>
            <ButtonLink to={pages.forgotPassword} className="w-full">
              Choose a new password
            </ButtonLink>
          </>
        )}
        {!isSuccess && !isOver && (
          <>
            {error !== null && <Alert>{messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE)}</Alert>}
            <p>
              Someone who knows your password has asked to change your email address. If it wasn’t you, keep this one. We’ll sign out all
              devices and send you a link to choose a new password.
            </p>
            <Button className="w-full" isBusy={isPending} onClick={() => mutate()}>
              Keep this address
            </Button>
          </>
        )}
      </div>
    </PhotoPage>
  )
}
