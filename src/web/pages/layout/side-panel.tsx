import { ChevronDown, Mail, MapPin, Phone, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { ModalPanel, PanelButton } from '#web/components/modal-panel.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { menuFor } from './menus.ts'
import { SEARCH_OVERLAY, useClosedByNavigation } from './search-overlay.tsx'
import { BrandLink, SocialLinks } from './brand-links.tsx'

export const SIDE_PANEL = 'side-panel'

export function SidePanel() {
  const location = useLocation()
  // Also for a link to the current page.
  useClosedByNavigation(SIDE_PANEL, location)

  return (
    <ModalPanel
      id={SIDE_PANEL}
      label="Menu"
      className="from-right my-0 mr-0 ml-auto h-dvh max-h-none w-[min(24rem,100vw)] max-w-none overflow-y-auto bg-paper text-ink shadow-lift"
    >
      <div className="flex min-h-full flex-col gap-8 px-6 py-4">
        <div className="flex items-center justify-between">
          <BrandLink />
          <PanelButton
            panel={SIDE_PANEL}
            action="close"
            aria-label="Close menu"
            className="-mr-2 flex size-11 items-center justify-center rounded-pill hover:bg-sand"
          >
            <X aria-hidden="true" className="size-5" />
          </PanelButton>
        </div>
        {/* The narrowest screens have no room for the button in the header. */}
        <PanelButton panel={SEARCH_OVERLAY} action="open" className="-my-4 flex min-h-12 items-center gap-3 font-semibold xs:hidden">
          <Search aria-hidden="true" className="size-5" /> Search
        </PanelButton>
        <nav aria-label="Menu">
          <AccordionMenu name="side-menu" items={[{ title: 'Home', path: pages.home }, ...menuFor(location.pathname)]} />
        </nav>
        <section aria-labelledby="appointment-title">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="appointment-title" className="text-xl">
              Make an appointment
            </h2>
            <Link to={pages.contact} className="text-link inline-flex min-h-11 items-center text-sm">
              Contact form
            </Link>
          </div>
          <AppointmentForm email={brand.email} />
        </section>
        <div className="mt-auto space-y-1 border-t border-line pt-4 text-sm text-ink-soft">
          <a href={`mailto:${brand.email}`} className="flex min-h-11 items-center gap-3 hover:text-ink">
            <Mail aria-hidden="true" className="size-4" /> {brand.email}
          </a>
          <a href={brand.phoneHref} className="flex min-h-11 items-center gap-3 hover:text-ink">
            <Phone aria-hidden="true" className="size-4" /> {brand.phone}
          </a>
          <p className="flex min-h-11 items-center gap-3">
            <MapPin aria-hidden="true" className="size-4" /> {brand.address}
          </p>
          <SocialLinks className="-ml-3 text-ink" />
        </div>
      </div>
    </ModalPanel>
  )
}

type AccordionItem = { title: string; path: string; submenu?: readonly { title: string; path: string }[] }

/** A menu whose groups open in place, one at a time, using `<details name>`. */
function AccordionMenu({ items, name }: { items: readonly AccordionItem[]; name: string }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.title}>
          {item.submenu ? (
            <details name={name} className="group">
              <summary className="flex min-h-13 list-none items-center justify-between font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {item.title}
                <ChevronDown aria-hidden="true" className="size-5 text-ink-soft transition-transform group-open:rotate-180" />
              </summary>
              <ul className="pb-3">
                {[{ title: `All ${item.title}`, path: item.path }, ...item.submenu].map((entry) => (
                  <li key={entry.title}>
                    <Link to={entry.path} className="flex min-h-11 items-center pl-4 text-ink-soft hover:text-coral-deep">
                      {entry.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <Link to={item.path} className="flex min-h-13 items-center font-display text-lg font-semibold hover:text-coral-deep">
              {item.title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Specified without function or validation (specification §2, §5): it sends nothing, and says where to write instead. */
function AppointmentForm({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <form
      noValidate
      // Without JavaScript the browser only closes the panel.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(true)
      }}
      className="space-y-4"
    >
      <TextField label="Name" name="name" autoComplete="name" />
      <TextField label="Email" name="email" type="email" autoComplete="email" />
      <TextArea label="Message" name="message" rows={3} />
      <Button type="submit" variant="secondary" className="w-full">
        Submit
      </Button>
      <p role="status" className="text-sm text-ink-soft">
        {isSent && (
          <>
            You can’t book appointments online yet. Please email{' '}
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
            .
          </>
        )}
      </p>
    </form>
  )
}
