import type pg from 'pg'
import { books, compare, type Crowd } from './crowd.ts'

export interface Stage {
  /** The data folder. */
  folder: string
  /** The first of three ports. */
  port: number
  people: number
  kills: number
}

/** What is done while tellers deal, and the cells that it came to. */
export type Scene = (stage: Stage) => Promise<Row>
export type Row = readonly (string | number)[]

export const head = [
  'what was done',
  'deals answered',
  'asked again',
  'answered, not there once',
  'there, not answered',
  'refusals',
  'books while deals were made',
  'books afterwards',
] as const

/** Looks at the books while deals go on and once they have ended, and at each deal that was answered. */
export async function settle(
  what: string,
  crowd: Crowd,
  { env, owner }: { env: Record<string, string>; owner: () => pg.ClientConfig },
): Promise<Row> {
  await crowd.more(20)
  const during = await books(env)
  await crowd.stop()
  const { notOnce, unknown } = await compare(owner(), crowd)
  const after = await books(env)
  const refused = [...crowd.refused].map(([code, times]) => `${times} x ${code}`).join(', ') || 'none'
  return [what, crowd.answered.length, crowd.repeated(), notOnce, unknown, refused, during, after]
}
