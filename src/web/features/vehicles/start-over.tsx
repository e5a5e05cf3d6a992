import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { QuestionDialog } from '#web/components/question-dialog.tsx'

type Props = { photos: number; isDisabled: boolean; onStartOver: () => void }

export function StartOver({ photos, isDisabled, onStartOver }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        disabled={isDisabled}
        onClick={() => setIsAsked(true)}
        className="-mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-pill px-2 text-sm font-semibold text-ink-soft hover:text-coral-deep"
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        Start over
      </button>
      {isAsked && (
        <QuestionDialog
          title="Start over?"
          yes="Clear the form"
          no="Keep it"
          onYes={() => {
            setIsAsked(false)
            onStartOver()
          }}
          onNo={() => setIsAsked(false)}
        >
          <p>
            This clears everything you’ve entered
            <span>{photos > 0 && (photos === 1 ? ', including your photo' : `, including your ${photos} photos`)}</span>. Requests you’ve
            already sent aren’t affected.
          </p>
        </QuestionDialog>
      )}
    </>
  )
}
