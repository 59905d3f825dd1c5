import { localMoney } from '#modules/currencies/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { documents } from '#modules/documents/public.server.ts'
import { tellOfNobody } from '../differences/deciders.server.ts'
import { countTypes, differenceOf } from '../differences/differences.domain.ts'
import { barsOfDifference, factsOfDecider } from '../differences/differences.server.ts'
import type { Count } from './counts.contract.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'
import type { StockKind } from '../items/items.domain.ts'
import { countWorkflow, isBlind, isWhole, rightToCount } from './counts.domain.ts'
import * as queries from './counts.queries.ts'

type Row = queries.CountRow

const placeOf = ({ branchName, counterName }: Row) => [branchName, counterName].filter(Boolean).join(' · ')

/** What counts of a kind of stock have of their own. */
interface Declared {
  holds: StockKind
  home: string
  workflow: typeof countWorkflow
  /** The right to count, and to decide on what others have counted. */
  right: PermissionCode
}

/** Counts as documents: a difference that its counter may not post waits at a gate for a person who did not count. */
export const countDocumentsOf = ({ holds, home, workflow, right }: Declared) =>
  documents({
    type: countTypes[holds],
    home,
    workflow,
    table: queries.rows,
    find: queries.find(holds),
    places: ({ branchId, counterId }: Row) => ({ place: { branchId, counterId } }),
    name: placeOf,
    notice: (row, heard) =>
      heard === 'waits' || heard === 'escalated'
        ? {
            text: 'counts.decide',
            values: { place: placeOf(row), name: row.taker },
            data: holds === 'money' ? { countId: row.id } : { page: `${home}/${row.id}` },
          }
        : null,
    stranded: (db, row) =>
      tellOfNobody(db, holds === 'money' ? row : { ...row, page: `${home}/${row.id}` }, right),
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

export type CountDocuments = ReturnType<typeof countDocumentsOf>

/** Counts of drawers and vaults. */
export const countDocuments = countDocumentsOf({
  holds: 'money',
  home: '/inventory/audit-or-count',
  workflow: countWorkflow,
  right: rightToCount,
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
