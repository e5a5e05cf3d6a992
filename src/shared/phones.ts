/** Normalises full-width digits, spaces and dashes and removes invisible marks, which come with numbers copied from pages or address books. */
export function plainPhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is dialled after the number: "ext 12", "x12", "#12". */
export const EXTENSION = / ?(?:;?ext(?:ension|n)?[.:=]? ?|x ?|# ?)\d{1,6}$/i
