import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A part of a document that is written from code, between two comments. `heading` tells a page that has lost them from another one, such as
 * a test's; `lines` returns the part's text.
 */
export function writtenPart({ page, name, heading, program, lines }) {
  const begin = `<!-- ${name}: written by ${program} -->\n`
  const end = `<!-- end of ${name} -->\n`

  function withPart(text) {
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined) return undefined
    return `${before}${begin}<!-- prettier-ignore-start -->\n\n${lines().join('\n')}\n\n<!-- prettier-ignore-end -->\n${end}${after}`
  }

  return {
    /** Returns a fault if the page below `root` differs from the code. */
    faultsBelow(root) {
      const file = path.join(root, page)
      if (!existsSync(file)) return []
      const text = readFileSync(file, 'utf8')
      return !text.includes(heading) || withPart(text) === text ? [] : [`${page}: ${name} is not what the code says; run node ${program}`]
    },

    write(root) {
      const file = path.join(root, page)
      const text = withPart(readFileSync(file, 'utf8'))
      if (text === undefined) throw new Error(`${page}: add the lines ${begin}${end}under “${heading}”.`)
      writeFileSync(file, text)
    },
  }
}
