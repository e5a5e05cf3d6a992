import { changeSettings } from '../clock.ts'
import { oneOf, read, shape, text } from '../params.ts'
import { planPayout } from '../resources/balance-transactions.ts'
import { arrive, failPayout, payOut } from '../resources/payouts.ts'
import { render } from '../wire.ts'
import type { Control } from './types.ts'

export const settlePayout: Control = ({ store }, form) => {
  const { payout, outcome } = read(shape({}, { payout: text(), outcome: oneOf('paid', 'failed') }), form)
  return store.transaction(() => {
    if (payout === undefined) return { payouts: payOut(store).map((each) => render(store, each)) }
    return render(store, outcome === 'failed' ? failPayout(store, payout) : arrive(store, payout))
  })
}

export const setSchedule: Control = ({ store }, form) => {
  const { interval } = read(shape({ interval: oneOf('daily', 'manual') }, {}), form)
  store.transaction(() => {
    changeSettings(store, { payouts: interval })
    store.remove('task', 'pay_out')
    for (const { _payout, available_on } of store.committed('balance_transaction')) {
      if (_payout === undefined) planPayout(store, available_on)
    }
  })
  return { interval }
}
