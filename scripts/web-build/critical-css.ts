// The part of a style sheet that one page needs for its first paint.

/** Keeps what can match one of the classes: their rules, and everything that asks for no class. */
export function criticalCss(css: string, classes: ReadonlySet<string>): string {
  const kept = keepRules(css, classes)
  return kept.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    new RegExp(`animation(?:-name)?:[^;}]*\\b${name}\\b|--animate-[\\w-]+:[^;}]*\\b${name}\\b`).test(kept.replace(rule, '')) ? rule : '',
  )
}

/** The classes of all elements in some markup. */
export function classesIn(html: string): Set<string> {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) => list.split(/\s+/))
  return new Set(lists.filter(Boolean).map((name) => name.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'")))
}

const HOLDS_RULES = /^@(media|supports|layer|container|starting-style)\b/

function keepRules(css: string, classes: ReadonlySet<string>): string {
  return statementsOf(css)
    .map(({ prelude, block }) => {
      if (block === undefined) return `${prelude};`
      if (HOLDS_RULES.test(prelude)) {
        const inner = keepRules(block, classes)
        return inner === '' ? '' : `${prelude}{${inner}}`
      }
      if (prelude.startsWith('@')) return `${prelude}{${block}}`
      const selectors = splitAtCommas(prelude).filter((selector) => mayMatch(selector, classes))
      return selectors.length === 0 ? '' : `${selectors.join(',')}{${block}}`
    })
    .join('')
}

/** What a `:is()` or `:not()` asks is left aside: rather a rule too many than one too few. */
function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
  let plain = selector.replace(/\\[\s\S]/g, (escaped) => (/[()]/.test(escaped) ? '\\_' : escaped))
  const isBracketed = plain !== selector
  while (/\([^()]*\)/.test(plain)) plain = plain.replace(/\([^()]*\)/g, '')
  // A class with brackets of its own was disfigured above: compare it in that form.
  const known = (name: string) => (isBracketed ? [...classes].some((each) => each.replace(/[()]/g, '_') === name) : classes.has(name))
  return [...plain.matchAll(/\.((?:\\[\s\S]|[\w-]|\P{ASCII})+)/gu)].every(([, name = '']) => known(name.replace(/\\([\s\S])/g, '$1')))
}

function splitAtCommas(prelude: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of prelude.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (token === '(' || token === '[') depth += 1
    if (token === ')' || token === ']') depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

type Statement = { prelude: string; block: string | undefined }

/** `a{b}@c d;` → its two statements; braces in texts and after a backslash are none. */
function statementsOf(css: string): Statement[] {
  const statements: Statement[] = []
  let prelude = ''
  let block: string | undefined
  let depth = 0
  for (const [token] of css.matchAll(/\/\*[\s\S]*?\*\/|\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^\\"'{};/]+|[\s\S]/g)) {
    if (token.startsWith('/*')) continue
    if (depth === 0 && token === '{') {
      depth = 1
      block = ''
    } else if (depth === 0) {
      if (token !== ';') prelude += token
      else if (prelude.trim() !== '') {
        statements.push({ prelude: prelude.trim(), block: undefined })
        prelude = ''
      }
    } else {
      if (token === '{') depth += 1
      if (token === '}') depth -= 1
      if (depth > 0) block += token
      else {
        statements.push({ prelude: prelude.trim(), block })
        prelude = ''
        block = undefined
      }
    }
  }
  return statements
}
