import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { DB } from '../../src/server/lib/db-types.ts'
import type { Database } from '../../src/server/lib/db.ts'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export interface NotedStatements {
  /** The same database; every statement that goes through it is noted. */
  db: Database
  /** Runs `read` and expects that no step of its statements' plans looks at more rows than that. */
  expectAtMost(rows: number, read: (() => Promise<unknown>) | undefined): Promise<void>
  /**
   * The same of the blocks that each statement reads, of 8 kB: what an index steps over before it comes to its first row is counted
   * only here.
   */
  expectBlocksAtMost(blocks: number, read: (() => Promise<unknown>) | undefined): Promise<void>
}

/** Notes the statements of a large database, to see how much of it they read. */
export function noteStatements(pool: pg.Pool): NotedStatements {
  let noted: CompiledQuery[] = []

  async function planOf({ sql, parameters }: CompiledQuery): Promise<Plan> {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`, [...parameters])
    const [explained] = rows[0]?.['QUERY PLAN'] ?? []
    if (!explained) throw new Error('no plan')
    return explained.Plan
  }

  async function expectOfEach(most: number, read: (() => Promise<unknown>) | undefined, cost: (plan: Plan) => number): Promise<void> {
    noted = []
    await read?.()
    const statements = noted.filter(({ sql }) => !/^(begin|commit|rollback)/.test(sql))
    expect(statements).not.toEqual([])
    for (const statement of statements) expect(cost(await planOf(statement)), statement.sql).toBeLessThanOrEqual(most)
  }

  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void noted.push(query) }),
    expectAtMost: async (rows, read) => expectOfEach(rows, read, mostRows),
    expectBlocksAtMost: async (blocks, read) =>
      expectOfEach(blocks, read, (plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']),
  }
}

/** Returns the most rows that a step of a plan has looked at. */
function mostRows(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(own, ...(plan.Plans ?? []).map(mostRows))
}
