import { createRoot } from 'react-dom/client'
import { QuestionDialog } from '#web/components/dialog.tsx'

/** Asks for confirmation if ticks still wait for a connection, since they cannot be sent after signing out. */
export async function askToLeave(count: number): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isLeaving = await new Promise<boolean>((resolve) => {
    root.render(
      <QuestionDialog
        title="Sign out and lose unsent check-ins?"
        yes="Sign out"
        no="Stay signed in"
        onYes={() => resolve(true)}
        onNo={() => resolve(false)}
      >
        <p>
          {count === 1 ? '1 check-in hasn’t been sent' : `${count} check-ins haven’t been sent`} because you’re offline. If you sign out,
          you’ll lose {count === 1 ? 'it' : 'them'}.
        </p>
      </QuestionDialog>,
    )
  })
  root.unmount()
  place.remove()
  return isLeaving
}
