import type { EnquiryThread } from '#shared/enquiries/staff.ts'
import { consolePages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { useEntryPath } from './entry-paths.ts'

/** The sender: what they typed, and the account that has confirmed that address, if any. */
export function EnquiryWriter({ thread: { name, email, phone, account } }: { thread: EnquiryThread }) {
  const personPath = useEntryPath()(consolePages.people, account?.id ?? '')
  return (
    <Panel title="Sender">
      <p className="font-semibold wrap-anywhere" dir="auto">
        {name}
      </p>
      <p translate="no" className="wrap-anywhere">
        {email}
      </p>
      {phone !== '' && (
        <p>
          <a className="text-link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        </p>
      )}
      {account ? (
        <>
          <p className="mt-3 text-ink-soft">
            {account.name} has a confirmed account with this address. We haven’t verified that they wrote this.
          </p>
          <div className="mt-3 grid gap-2">
            <ButtonLink size="small" variant="secondary" to={`${consolePages.bookings}?search=${encodeURIComponent(account.email)}`}>
              Their bookings
            </ButtonLink>
            {personPath && (
              <ButtonLink size="small" variant="secondary" to={personPath}>
                Their account
              </ButtonLink>
            )}
          </div>
        </>
      ) : (
        <p className="mt-3 text-ink-soft">
          No account has confirmed this address. Don’t share booking details until you know who’s asking.
        </p>
      )}
    </Panel>
  )
}
