/** Markup that is safe to send. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined | Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function toText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toText).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Escapes interpolated values unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((each, index) => each + toText(parts[index])).join(''))
}
