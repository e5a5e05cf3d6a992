import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'
import { isPostcode } from './postcodes.ts'

/** Maximum areas added at once; the United Kingdom has about three thousand. */
export const MAX_IMPORT = 1000
const MAX_NAME = 100

/** An area such as `SW`, or a district such as `BN1` (src/shared/vehicles/postcodes.ts). The table has the same rule. */
const CODE = /^[A-Z]{1,2}([0-9][0-9A-Z]?)?$/

const areaSchema = z.object({
  code: z.string().check(typed, z.toUpperCase(), z.regex(CODE, 'Enter an area (one or two letters) or a district (an area plus a number)')),
  name: z
    .string()
    .check(typed, z.minLength(1, 'Please enter a name'), z.maxLength(MAX_NAME, 'Name must be at most 100 characters'), storable),
})
export type Area = z.infer<typeof areaSchema>

/** Body of POST /staff/coverage. */
export const addAreasBodySchema = z.object({
  areas: z
    .array(areaSchema)
    .check(z.minLength(1, 'Please enter an area'), z.maxLength(MAX_IMPORT, `You can add up to ${MAX_IMPORT} areas at a time`)),
})

/** Response of POST /staff/coverage: how many areas were new, reactivated, or already known. */
export const addedAreasSchema = z.object({ added: z.number(), activated: z.number(), known: z.number() })

export const staffAreaSchema = z.extend(areaSchema, { isActive: z.boolean() })
export type StaffArea = z.infer<typeof staffAreaSchema>

/** A pasted list compared with the known areas. */
export interface AreaList {
  added: Area[]
  activated: Area[]
  known: Area[]
  /** Entries that could not be parsed, with their line numbers. */
  unread: { line: number; text: string }[]
}

/**
 * Parses a list of codes: one per line followed by its name (`BN1, Brighton`), or any number of bare codes (`BN1 BN2, BN3`). A code without
 * a name is used as its own name; of duplicates, the first counts.
 */
export function readAreaList(text: string, served: readonly StaffArea[]): AreaList {
  const list: AreaList = { added: [], activated: [], known: [], unread: [] }
  const byCode = new Map(served.map((area) => [area.code, area]))
  const seen = new Set<string>()
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    for (const area of areasOf(line)) {
      const checked = areaSchema.safeParse(area)
      if (!checked.success) list.unread.push({ line: index + 1, text: line.trim() })
      else if (!seen.has(checked.data.code)) {
        seen.add(checked.data.code)
        const before = byCode.get(checked.data.code)
        list[before ? (before.isActive ? 'known' : 'activated') : 'added'].push(checked.data)
      }
    }
  }
  return list
}

function areasOf(line: string): Area[] {
  // Full addresses or postcodes may have been pasted.
  if (isPostcode(line)) return [{ code: line, name: line }]
  const words = line.split(/[\s,;"]+/).filter((word) => word !== '')
  if (words.every((word) => CODE.test(word.toUpperCase()))) return words.map((code) => ({ code, name: code.toUpperCase() }))
  const [code = '', ...rest] = words
  return [{ code, name: rest.join(' ') }]
}
