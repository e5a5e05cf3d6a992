import { Check, Mail, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { brand } from '#shared/brand.ts'
import { Button } from '#web/components/button.tsx'

type Props = { name: string; email: string; onAnother: () => void }

export function EnquirySent({ name, email, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])
  const [firstName = ''] = name.trim().split(/\s+/)
  return (
    <div className="appear">
      <span className="flex size-14 items-center justify-center rounded-pill bg-sea-tint text-sea">
        <Check aria-hidden="true" className="size-7" strokeWidth={2.5} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-3xl wrap-anywhere outline-none">
        Thank you, {firstName}
      </h2>
      <p className="mt-3 text-lg">We’ve received your message.</p>
      <h3 className="mt-8 text-xl">What happens next</h3>
      <ol className="mt-4 grid gap-4">
        <li className="flex gap-3.5">
          <Mail aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
          <p className="min-w-0">
            We’ll reply within one working day, to <strong className="wrap-anywhere">{email.trim()}</strong>.
          </p>
        </li>
        <li className="flex gap-3.5">
          <Phone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
          <p className="min-w-0">
            In a hurry? Call us on{' '}
            <a href={brand.phoneHref} className="text-link whitespace-nowrap">
              {brand.phone}
            </a>{' '}
            during our opening hours.
          </p>
        </li>
      </ol>
      <Button variant="secondary" onClick={onAnother} className="mt-8">
        Write another message
      </Button>
    </div>
  )
}
