export function guestsText(guests: number): string {
  return guests === 1 ? '1 guest' : `${guests} guests`
}
