import path from 'node:path'
import { importsOf } from './circles.ts'

/**
 * Files that assemble a folder's parts and are imported only by the program: the plugin, routes, jobs and personal data
 * of a feature, and the start of the command line. They rank above the folder they are in.
 */
const FACE = /^src\/server\/features\/.*\/([a-z-]+-)?(plugin|routes|jobs|personal-data)\.ts$|^src\/server\/cli\.ts$/
/** The settings, which rank below the libraries; their kinds are in a folder of the same name. */
const SETTINGS = 'src/server/config'

/** Returns the node that stands for a file in the graph of folders. */
function placeOf(file: string): string {
  const folder = file === `${SETTINGS}.ts` ? SETTINGS : path.posix.dirname(file)
  return FACE.test(file) ? `the face of ${folder}` : folder
}

interface Crossing {
  from: string
  to: string
  /** The first pair of files that creates the crossing, for the message. */
  by: string
}

/** Returns the server folders that depend on each other, in cycles of any length, types included: one line per knot. */
export function findKnots(root: string, files: string[]): string[] {
  const crossings = crossingsOf(
    importsOf(
      root,
      files.filter((file) => file.startsWith('src/server/')),
    ),
  )
  return knotsAmong(crossings).map((knot) => {
    const within = crossings.filter(({ from, to }) => knot.has(from) && knot.has(to)).map(({ by }) => by)
    return `${[...knot].toSorted().join(', ')}: these folders need each other (${within.join('; ')}); move what climbs to its owner, or hand it in`
  })
}

function crossingsOf(imports: Map<string, string[]>): Crossing[] {
  const found = new Map<string, Crossing>()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [placeOf(file), placeOf(target)]
      const key = `${from} ${to}`
      if (from !== to && !found.has(key)) found.set(key, { from, to, by: `${file} → ${target}` })
    }
  }
  return [...found.values()]
}

/** Returns the strongly connected components of more than one folder, that is, groups in which each folder can reach every other. */
function knotsAmong(crossings: Crossing[]): Set<string>[] {
  const next = Map.groupBy(crossings, ({ from }) => from)
  const reached = new Map([...next.keys()].map((start) => [start, reachableFrom(start, next)]))
  const knots: Set<string>[] = []
  for (const [start, others] of reached) {
    if (knots.some((knot) => knot.has(start))) continue
    const knot = [...others].filter((other) => reached.get(other)?.has(start))
    if (knot.length > 0) knots.push(new Set([start, ...knot]))
  }
  return knots
}

function reachableFrom(start: string, next: Map<string, Crossing[]>): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const { to } of next.get(place) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}
