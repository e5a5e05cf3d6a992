import { randomKey } from '#web/lib/random-key.ts'

const MAX_LENGTH = 40
const NEW = /^new-[\da-f]{32}$/

/** Stands for the id of what has not been saved yet. */
export function newKeyed(): { key: string; row: string } {
  const key = `new-${randomKey()}`
  return { key, row: key }
}

export function isNewKey(key: string): boolean {
  return NEW.test(key)
}

/** An id for something of this name, other than those taken: "Tour auf Deutsch" → "tour-auf-deutsch", then "tour-auf-deutsch-2". */
export function idOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\da-z]+/g, '-')
    .slice(0, MAX_LENGTH)
    .split('-')
    .filter((part) => part !== '')
    .join('-')
  const start = plain === '' ? 'item' : plain
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const id = `${start.slice(0, MAX_LENGTH - end.length)}${end}`
    if (!taken.has(id)) return id
  }
}
