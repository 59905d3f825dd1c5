import { localMoney } from '#modules/currencies/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { documents } from '#modules/documents/public.server.ts'
import { tellOfNobody } from '../differences/deciders.server.ts'
import { differenceOf } from '../differences/differences.domain.ts'
import { barsOfDifference, factsOfDecider } from '../differences/differences.server.ts'
import type { Count } from './counts.contract.ts'
import { countWorkflow, isBlind, isWhole } from './counts.domain.ts'
import * as queries from './counts.queries.ts'

type Row = queries.CountRow

const placeOf = ({ branchName, counterName }: Row) => [branchName, counterName].filter(Boolean).join(' · ')

/** Counts as documents: a difference that its counter may not post waits at a gate for a person who did not count. */
export const countDocuments = documents({
  type: 'count',
  home: '/inventory/audit-or-count',
  workflow: countWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ place: { branchId, counterId } }),
  name: placeOf,
  notice: (row, heard) =>
    heard === 'waits' || heard === 'escalated'
      ? { text: 'counts.decide', values: { place: placeOf(row), name: row.taker }, data: { countId: row.id } }
      : null,
  stranded: tellOfNobody,
  makerIds: ({ takers, earlierTakers }: Row) => [...takers, ...earlierTakers],
  gates: {
    difference: {
      limit: 'count_variance',
      value: ({ decided }: Row) => decided,
      bars: barsOfDifference,
      named: ({ short, over }: Row) => differenceOf(short, over) ?? 'difference',
      isValueHidden: true,
      tellsAll: true,
    },
  },
  facts: factsOfDecider,
  present: async ({ db, actor }, rows, decidersAt) => {
    const money = await localMoney(db)
    const isAsked = rows.some((row) => row.state === 'submitted' && mayKnow(row, actor))
    const deciders = isAsked ? await decidersAt('difference') : () => []
    return rows.map((row) => shown(row, actor, { money, deciders }))
  },
})

/** Whether this person may see what was expected. */
export const mayKnow = (row: Pick<Row, 'kind' | 'state'>, actor: Pick<Actor, 'permissions'>): boolean =>
  actor.permissions.has('view_expected_count') && !isBlind(row)

/** What is known of rows beside themselves. */
interface Beside {
  money: (value: string) => string
  deciders: (row: Row) => string[]
}

/** A count as this person may see it: blind, unless they may know what was expected. */
function shown(row: Row, actor: Actor, { money, deciders }: Beside): Omit<Count, 'can'> {
  const knows = mayKnow(row, actor) && row.variance !== null
  return {
    ...row,
    isFull: isWhole(row),
    variance: knows ? money(row.variance ?? '0') : null,
    short: knows ? money(row.short) : null,
    over: knows ? money(row.over) : null,
    deciders: knows && row.state === 'submitted' ? deciders(row) : null,
  }
}
