import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

/** What a child of an element may become: `bare` is text written between the tags. */
type Kind = 'bare' | 'text' | 'element' | 'nothing' | 'children' | 'unknown'
type Child = { at: number; kinds: Set<Kind> }
type Tree = { type: string; start: number } & Record<string, unknown>

/** In these, what is passed to a component is its label. */
const LABELLED = /^(a|button|span|p|h[1-6]|label|dt)$/

const ADVICE = 'text beside what comes and goes breaks on a page that the browser translates; put it in an element of its own'

/**
 * Returns a line for each JSX element in which text comes and goes beside something else, or something else before text. Translators replace
 * text nodes, and React then removes, or inserts before, what is no longer there (translated-page.ts).
 */
export function findLooseText(name: string, source: string): string[] {
  const faults: number[] = []
  const check = (element: { children: readonly object[]; start: number; openingElement?: { name: object } }) => {
    const { name: tag } = (element.openingElement?.name ?? {}) as { name?: string }
    const children = element.children.flatMap((child) => toChild(child as Tree, LABELLED.test(tag ?? '')))
    if (isLoose(children)) faults.push(element.start)
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path.basename(name), source).program)
  return faults.map((at) => `${name}:${source.slice(0, at).split('\n').length}: ${ADVICE}`)
}

function isLoose(children: Child[]): boolean {
  if (children.length < 2) return false
  return children.some((child, place) => {
    if (!comesAndGoes(child)) return false
    return child.kinds.has('text') || children.slice(place + 1).some(({ kinds }) => kinds.has('bare') || kinds.has('text'))
  })
}

function comesAndGoes({ kinds }: Child): boolean {
  return kinds.has('nothing') ? kinds.size > 1 : kinds.has('element') && kinds.has('text')
}

function toChild(child: Tree, isLabelled: boolean): Child[] {
  if (child.type === 'JSXText') {
    const text = String(child['value'])
    return text.trim() === '' && text.includes('\n') ? [] : [{ at: child.start, kinds: new Set<Kind>(['bare']) }]
  }
  const kinds = new Set(child.type === 'JSXExpressionContainer' ? kindsOf(child['expression'] as Tree) : (['element'] as const))
  if (isLabelled && kinds.delete('children')) kinds.add('text')
  return kinds.size === 0 ? [] : [{ at: child.start, kinds }]
}

function kindsOf(expression: Tree): Kind[] {
  const inside = (key: string) => kindsOf(expression[key] as Tree)
  switch (expression.type) {
    case 'JSXEmptyExpression':
      return []
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return inside('expression')
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'Literal':
      return [typeof expression['value'] === 'string' || typeof expression['value'] === 'number' ? 'text' : 'nothing']
    case 'TemplateLiteral':
      return ['text']
    case 'Identifier':
      if (expression['name'] === 'undefined') return ['nothing']
      return [expression['name'] === 'children' ? 'children' : 'unknown']
    case 'LogicalExpression':
      return expression['operator'] === '&&' ? ['nothing', ...inside('right')] : [...inside('left'), ...inside('right')]
    case 'ConditionalExpression':
      return [...inside('consequent'), ...inside('alternate')]
    default:
      return ['unknown']
  }
}
