import { useSearchParams } from 'react-router'
import { EnquiryForm } from '#web/features/enquiries/enquiry-form.tsx'
import { readAbout } from '#web/features/enquiries/enquiry-draft.ts'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ContactCards } from './contact-cards.tsx'
import { PictureHeading } from './content/page-heading.tsx'

export function ContactPage() {
  usePageTitle('Contact Us')
  const [params] = useSearchParams()
  const about = readAbout(params)
  return (
    <>
      <PictureHeading
        title="Contact Us"
        lead="A question about a tour, a van for the weekend or a drill for a shelf? Our team in London reads and answers every message."
        trail={undefined}
        picture={{ record: ART.about, focus: 'object-[50%_62%] lg:object-[50%_32%]' }}
      />
      <div className="page-width grid grid-cols-1 gap-8 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
        <div className="rounded-card bg-paper p-6 shadow-card sm:p-10">
          <EnquiryForm key={about} about={about} />
        </div>
        <ContactCards />
      </div>
    </>
  )
}
