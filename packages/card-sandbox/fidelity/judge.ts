import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Sample {
  /** Where it comes from, for the complaint. */
  from: string
  /** What it should be, as a type of the SDK. */
  type: string
  body: unknown
}

const ROOT = join(import.meta.dirname, '../../..')
const COMPLAINT = /^samples\.ts\((\d+),\d+\): error TS\d+: /

/**
 * Has the compiler compare samples with the SDK's types, which the provider generates from its OpenAPI document. Returns
 * a complaint for each field that is missing, unknown, or holds what it cannot.
 */
export function judge(samples: Sample[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'card-sandbox-fidelity-'))
  try {
    cpSync(join(ROOT, 'node_modules/stripe/esm'), join(folder, 'stripe'), { recursive: true, filter: (path) => !/\.(js|map)$/.test(path) })
    closeTypes(join(folder, 'stripe/shared.d.ts'))
    const lines = samples.map(({ type, body }, index) => `export const sample${index}: ${type} = ${JSON.stringify(body)}`)
    writeFileSync(
      join(folder, 'samples.ts'),
      [
        "import type Stripe from './stripe/stripe.esm.node.js'",
        "import type { StripeRawError as RawError } from './stripe/Types.js'",
        ...lines,
      ].join('\n'),
    )
    return compile(folder).map((line) => {
      const number = Number(COMPLAINT.exec(line)?.[1] ?? 0)
      return `${samples[number - 3]?.from ?? 'the check itself'}: ${line.replace(COMPLAINT, '')}`
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Makes the types say what the wire carries: no value but those listed, and decimals as text. */
function closeTypes(file: string): void {
  let text = readFileSync(file, 'utf8')
  for (const [open, closed] of [
    ['export type OtherString = string & Record<never, never>;', 'export type OtherString = never;'],
    ["export { Decimal } from './Decimal.js';", 'export type Decimal = string;'],
  ] as const) {
    if (!text.includes(open)) throw new Error(`the SDK no longer says ${open}`)
    text = text.replace(open, closed)
  }
  writeFileSync(file, text)
}

/** Returns the lines that the compiler printed, without the details that it indents. */
function compile(folder: string): string[] {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strictness = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--noEmit', '--pretty', 'false']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', '']
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...strictness, ...target, 'samples.ts'], {
    encoding: 'utf8',
    cwd: folder,
  })
  if (status !== 0 && stdout === '') throw new Error('the compiler could not be run')
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
}
