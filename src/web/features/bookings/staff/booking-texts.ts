/** Returns "today", "in 12 days" or "3 days ago". `days`: from today on. */
export function daysText(days: number): string {
  if (Math.abs(days) <= 1) return ['yesterday', 'today', 'tomorrow'][days + 1] ?? ''
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
