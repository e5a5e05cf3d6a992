type Counted = {
  shown: number
  /** How many fit; undefined where there are more than are counted. */
  total: number | undefined
  isMore: boolean
  order: string
}

/** Returns how many bookings are listed, of how many, and in what order: "50 of 120 bookings, the newest first". */
export function countText({ shown, total, isMore, order }: Counted): string {
  const whole = total?.toLocaleString('en-GB') ?? 'more than 1,000'
  const count = isMore ? `${shown} of ${whole} bookings` : shown === 1 ? '1 booking' : `${shown} bookings`
  return shown > 1 ? `${count}, ${order}` : count
}
