import { readFileSync } from 'node:fs'
import path from 'node:path'

const NAMES = { '#shared/': 'src/shared/', '#server/': 'src/server/', '#web/': 'src/web/' }
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'((?:\.{1,2}|#\w+)\/[^']+)'/g

/** Maps each file to those of the given files that it imports, types included. Paths are relative to `root`. */
function importsOf(root: string, files: string[]): Map<string, string[]> {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const targets = [...text.matchAll(IMPORT)].map(([, specifier = '']) => targetOf(file, specifier))
      return [file, targets.filter((target) => known.has(target))]
    }),
  )
}

function targetOf(file: string, specifier: string): string {
  const name = Object.entries(NAMES).find(([prefix]) => specifier.startsWith(prefix))
  return name ? name[1] + specifier.slice(name[0].length) : path.posix.join(path.posix.dirname(file), specifier)
}

/** Returns import cycles as lines. The linter finds those of values; these include types. */
export function findCircles(root: string, files: string[]): string[] {
  const imports = importsOf(root, files)
  const done = new Set<string>()
  const trail: string[] = []
  const circles: string[] = []

  function visit(file: string): void {
    const start = trail.indexOf(file)
    if (start >= 0) circles.push(`${[...trail.slice(start), file].join(' → ')}: a circle; move what both need into another file`)
    if (start >= 0 || done.has(file)) return
    trail.push(file)
    for (const target of imports.get(file) ?? []) visit(target)
    trail.pop()
    done.add(file)
  }

  for (const file of files) visit(file)
  return circles
}
