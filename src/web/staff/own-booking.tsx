import { Alert } from '#web/components/alert.tsx'
import { useMember } from './member.ts'

/** Returns a check whether a booking belongs to the signed-in user, who must not decide about their own money. */
export function useIsOwn(): (customer: { id?: string | undefined; email?: string | null | undefined }) => boolean {
  const member = useMember()
  return ({ id, email }) => id === member.id || email?.toLowerCase() === member.email.toLowerCase()
}

const REASONS = {
  bookings: 'This is your own booking, so a colleague must handle its payments.',
  quotes: 'This is your own request, so a colleague must set its price.',
}

/** Explains why nothing can be decided here and who can. `command` is the command-line alternative if no one else may. */
export function OwnBookingNote({ command, className }: { command: keyof typeof REASONS; className?: string }) {
  return (
    <Alert kind="info" {...(className && { className })}>
      {REASONS[command]} If no one else can, use the command line:{' '}
      <code translate="no" className="font-semibold wrap-anywhere">
        npm run {command}
      </code>
      .
    </Alert>
  )
}
