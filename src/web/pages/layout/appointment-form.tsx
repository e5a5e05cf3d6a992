import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'

/** Specified without function or validation (specification §2, §5): it sends nothing, and says where to write instead. */
export function AppointmentForm({ email }: { email: string }) {
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
