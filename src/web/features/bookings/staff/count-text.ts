type Counted = {
  shown: number
  /** The number of matches; undefined if there are more than the server counts. */
  total: number | undefined
  isMore: boolean
  order: string
}

/** "50 of 120 bookings, the newest first". */
export function countText({ shown, total, isMore, order }: Counted): string {
  const whole = total?.toLocaleString('en-GB') ?? 'more than 1,000'
  const count = isMore ? `${shown} of ${whole} bookings` : shown === 1 ? '1 booking' : `${shown} bookings`
  return shown > 1 ? `${count}, ${order}` : count
}
