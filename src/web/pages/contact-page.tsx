import { useSearchParams } from 'react-router'
import { Picture } from '#web/components/picture.tsx'
import { EnquiryForm } from '#web/features/enquiries/enquiry-form.tsx'
import { readAbout } from '#web/features/enquiries/enquiry-draft.ts'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ContactCards } from './contact-cards.tsx'

/** How to reach us, and a form that does. Other pages name by `?about=` what their visitor wants to ask about. */
export function ContactPage() {
  usePageTitle('Contact Us')
  const [params] = useSearchParams()
  const about = readAbout(params)
  return (
    <div className="page-width grid grid-cols-1 gap-8 py-10 md:py-16 lg:gap-10">
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-14">
        <div className="flex flex-col gap-8 lg:gap-10">
          <header>
            <p className="eyebrow">Contact</p>
            <h1 className="mt-2 text-4xl">Talk to us</h1>
            <p className="mt-4 max-w-text text-lg text-ink-soft">
              A question about a tour, a van for the weekend, a drill for the shelf: people in London read every message and answer it.
            </p>
          </header>
          <Picture
            priority
            picture={ART.about}
            sizes="(min-width: 64rem) 34rem, 100vw"
            className="relative aspect-5/2 overflow-hidden rounded-card lg:aspect-auto lg:min-h-72 lg:flex-1"
            imageClassName="absolute inset-0 object-[50%_62%]"
          />
        </div>
        <div className="rounded-card bg-paper p-6 shadow-card sm:p-10">
          <EnquiryForm key={about} about={about} />
        </div>
      </div>
      <ContactCards />
    </div>
  )
}
