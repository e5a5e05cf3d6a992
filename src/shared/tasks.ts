/** What can need a person's attention, in the words of the staff. Adding a kind needs a migration of the table's check. */
export const TASK_KINDS = {
  wrong_payment: 'A payment of another amount or currency than agreed',
  refund_failed: 'A refund that did not go through',
  refund_blocked: 'A refund that waits for the end of a dispute',
  dispute_opened: 'A payment is disputed',
  dispute_won: 'A dispute was won',
  dispute_lost: 'A dispute was lost',
  external_refund: 'A refund made outside this site',
  blind_close: 'A checkout closed without the card provider’s word',
  unknown_payment: 'A payment at the card provider that we do not know',
  missing_payment: 'A payment of ours that the card provider does not know',
  unpaid_session: 'A completed checkout that is still unpaid',
  mail_failed: 'An email that could not be sent',
  books_differ: 'Our books of a day differ from the card provider’s',
  events_stopped: 'The card provider’s events have stopped coming',
  note: 'Something that a person should look at',
} as const

export type TaskKind = keyof typeof TASK_KINDS
