import path from 'node:path'
import recheck from 'recheck/lib/browser.js'
import { parseSync, Visitor } from 'rolldown/utils'

/** A pattern that takes longer than this to prove should be rewritten. */
const LONGEST_PROOF_MS = 60_000

/** Returns costly regular expressions as lines: each must be a literal whose work grows linearly with any text. */
export function findCostlyPatterns(name: string, source: string): string[] {
  const faults: [at: number, fault: string][] = []
  new Visitor({
    Literal: (literal) => {
      const fault = 'regex' in literal ? explainCost(literal.regex) : undefined
      if (fault !== undefined) faults.push([literal.start, fault])
    },
    NewExpression: ({ callee, start }) => {
      if (isRegExp(callee)) faults.push([start, PUT_TOGETHER])
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (isRegExp(callee) || (isMatching(callee) && first && isText(first))) faults.push([start, PUT_TOGETHER])
    },
  }).visit(parseSync(path.basename(name), source).program)
  return faults.map(([at, fault]) => `${name}:${source.slice(0, at).split('\n').length}: ${fault}`)
}

const PUT_TOGETHER = 'a regular expression that is put together cannot be checked; write a literal, or read the text by hand'

function isRegExp(callee: object): boolean {
  return 'name' in callee && callee.name === 'RegExp'
}

/** `text.match` and `text.matchAll` convert a string to a pattern. */
function isMatching(callee: object): boolean {
  const property = 'property' in callee ? (callee.property as object) : {}
  return 'name' in property && (property.name === 'match' || property.name === 'matchAll')
}

function isText(argument: { type: string; value?: unknown }): boolean {
  return argument.type === 'TemplateLiteral' || typeof argument.value === 'string'
}

/** Returns why a pattern is costly, with a text that shows it, or undefined if it is proven safe. */
function explainCost({ pattern, flags }: { pattern: string; flags: string }): string | undefined {
  const found = recheck.checkSync(pattern, flags, { checker: 'automaton', timeout: LONGEST_PROOF_MS })
  switch (found.status) {
    case 'safe':
      return undefined
    case 'vulnerable':
      return `/${pattern}/${flags} is ${found.complexity.summary}: ${found.attack.pattern}`
    case 'unknown':
      return `/${pattern}/${flags} cannot be proven to be linear (${'message' in found.error ? found.error.message : found.error.kind})`
  }
}
