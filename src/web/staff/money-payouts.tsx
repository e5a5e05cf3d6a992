import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/components/empty-state.tsx'
import { payoutsQuery } from '#web/features/ledger/staff/api/list-payouts.ts'
import { PayoutRow } from '#web/features/ledger/staff/payout-row.tsx'
import { ListFrame } from './list-frame.tsx'

/** What the card provider has sent to the bank, the newest first. */
export function MoneyPayouts() {
  const list = useInfiniteQuery(payoutsQuery)
  const payouts = list.data?.pages.flat()
  return (
    <ListFrame
      list={list}
      count={payouts?.length}
      failed="The payouts could not be loaded"
      empty={<EmptyState title="No payouts yet">What the card provider sends to your bank appears here the night after.</EmptyState>}
    >
      {payouts?.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} />
      ))}
    </ListFrame>
  )
}
