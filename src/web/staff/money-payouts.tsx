import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PayoutRow, payoutsQuery } from '#web/features/ledger/staff/payouts.tsx'
import { ListFrame } from './list-frame.tsx'

/** What the card provider has sent to the bank, the newest first. */
export function MoneyPayouts() {
  const list = useInfiniteQuery(payoutsQuery)
  const payouts = list.data?.pages.flat()
  return (
    <ListFrame
      list={list}
      count={payouts?.length}
      failed="We couldn’t load the payouts"
      empty={<EmptyState title="No payouts yet">Payouts from the card provider to your bank appear here overnight.</EmptyState>}
    >
      {payouts?.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} />
      ))}
    </ListFrame>
  )
}
