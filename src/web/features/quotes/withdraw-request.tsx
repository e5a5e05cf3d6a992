import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { QuestionDialog } from '#web/components/question-dialog.tsx'
import type { Quote } from './quote-text.ts'

type Props = { quote: Quote; withdrawing: { isPending: boolean; mutate: () => void } }

export function WithdrawRequest({ quote, withdrawing }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isApproved = quote.status.toLowerCase() === 'approved'
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="min-h-11 px-3! max-xs:w-full xs:first:-ml-3"
        isBusy={withdrawing.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Withdraw request
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Withdraw this request?"
          yes="Withdraw request"
          no="Keep it"
          onYes={() => {
            setIsAsking(false)
            withdrawing.mutate()
          }}
          onNo={() => setIsAsking(false)}
        >
          {isApproved
            ? `Your quote of ${quote.price} will end and its payment link will stop working.`
            : 'We’ll stop working on your quote.'}{' '}
          You won’t be charged, and we’ll confirm by email. If you change your mind, just ask for a new quote.
        </QuestionDialog>
      )}
    </>
  )
}
