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
  /** The same database, recording every statement. */
  db: Database
  /** Runs `read` and expects no step of its statements' plans to examine more than `rows`. */
  expectAtMost(rows: number, read: (() => Promise<unknown>) | undefined): Promise<void>
  /** Limits the 8 kB blocks that each statement reads; only these count what an index skips before its first row. */
  expectBlocksAtMost(blocks: number, read: (() => Promise<unknown>) | undefined): Promise<void>
}

/** Records the statements on a large database, to measure how much of it they read. */
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

function mostRows(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(own, ...(plan.Plans ?? []).map(mostRows))
}
