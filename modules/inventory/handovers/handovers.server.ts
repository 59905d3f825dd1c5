import { randomUUIDv7 } from 'node:crypto'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import {
  type Awaited,
  awaitedDocuments,
  type Pending,
  pendingDocuments,
} from '#modules/approvals/public.server.ts'
import { documents, staying } from '#modules/documents/public.server.ts'
import { notify, withdrawAbout } from '#modules/notifications/public.server.ts'
import {
  counterRows,
  holdCounterAlone,
  mayActAt,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import * as days from '../business-days/business-days.queries.ts'
import type { CountedLines } from '../counts/counts.contract.ts'
import { rightToCount } from '../counts/counts.domain.ts'
import { openTakenOver } from '../days/days.server.ts'
import { drawer } from '../items/items.domain.ts'
import { heldOf } from '../items/items.server.ts'
import { type Handover, handovers } from './handovers.contract.ts'
import { handoverWorkflow } from './handovers.domain.ts'
import * as queries from './handovers.queries.ts'

type Row = queries.HandoverRow
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Key = { id: string; version: number; note?: string | undefined }

const home = '/inventory/handover'
const pageOf = ({ id }: Pick<Row, 'id'>) => `${home}/${id}`
const nameOf = ({ branchName, counterName }: Row) => `${branchName} · ${counterName}`

const handoverDocuments = documents({
  type: 'handover',
  home,
  workflow: handoverWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: nameOf,
  makerIds: ({ authorId }: Row) => [authorId],
  present: (_, rows) =>
    Promise.resolve(rows.map((row) => ({ ...row, state: row.state as Handover['state'] }))),
})

export const handoversRouter = serve(handovers, {
  current,
  getById: handoverDocuments.getById,
  create: handoverDocuments.make('create', prepare),
  accept: handoverDocuments.perform('accept', takeOver),
  refuse: handoverDocuments.act('refuse', (ctx, row) => end(ctx, row, 'refused')),
  withdraw: handoverDocuments.act('withdraw', (ctx, row) => end(ctx, row)),
})

/** Who may take over a drawer: they open its day and count it, and had no part in the day that ended. */
async function listNext(
  db: Db,
  { tellerIds, ...place }: { branchId: string; counterId: string; tellerIds: readonly string[] },
) {
  const holders = await holdersOf(db, ['open_counter_day'])
  return holders.filter(
    (one) => one.permissions.has(rightToCount) && mayActAt(one, place) && !isAmong(tellerIds, one),
  )
}

async function current(ctx: Ctx<{ counterId: string }>) {
  const { db, actor, input } = ctx
  requireVisible(actor.scope, 'counterIds', await counterRows.get(db, input.counterId))
  const row = await queries.waitingAt(db, input.counterId)
  const [waiting = null] = row ? await handoverDocuments.present(ctx, [row]) : []
  const last = waiting ? undefined : await findLeft(db, input.counterId)
  if (!last || !isAmong(last.tellerIds, actor)) return { waiting, dayId: null, people: [] }
  const people = (await listNext(db, last)).map(({ userId, name }) => ({ id: userId, name }))
  return { waiting, dayId: last.id, people: people.toSorted((a, b) => a.name.localeCompare(b.name)) }
}

/** The last day of a counter whose drawer holds something: what went to the vault as it ended is nobody's to take over. */
async function findLeft(db: Db, counterId: string) {
  const last = await queries.lastClosedAt(db, counterId)
  return last?.isAtVault && (await heldOf(db, drawer, last)).length === 0 ? undefined : last
}

/** The drawer of the last day of a counter, for one of those who may take it over. */
async function prepare({ db, actor, now, input }: Acting & { input: { dayId: string; toId: string } }) {
  const [day] = await days.find(db, [input.dayId])
  if (!day) throw notFound()
  const { branchId, counterId } = requireVisible(actor.scope, 'counterIds', {
    ...day,
    id: day.counterId,
  })
  // Nobody opens its day meanwhile, or hands it over too.
  await holdCounterAlone(db, counterId)
  const last = await findLeft(db, counterId)
  const tellerIds = last?.tellerIds ?? []
  const next = (await listNext(db, { branchId, counterId, tellerIds })).find(
    (one) => one.userId === input.toId,
  )
  const isPast = last?.id !== day.id || (await days.isHandedOver(db, counterId))
  const row = {
    id: randomUUIDv7(),
    branchId,
    counterId,
    dayId: day.id,
    toId: input.toId,
    toName: next?.name ?? '',
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  const values = { place: `${day.branchName} · ${day.counterName}`, name: actor.name }
  return {
    row,
    facts: { tellerIds, isPast, isUnable: next === undefined },
    write: () =>
      notify(db, {
        to: { users: [input.toId] },
        type: 'WARNING',
        text: 'handover.waits',
        values,
        data: { page: pageOf(row) },
      }),
  }
}

/** What was counted opens the next day, unless it has to be counted once more: then the handover waits on. */
async function takeOver(ctx: Acting & { input: CountedLines & Key }, row: Row) {
  const { db, actor, now, input } = ctx
  const from = { counterId: row.counterId, takenFromId: row.authorId }
  const day = await openTakenOver({ db, actor, now }, from, input)
  return day.state === 'open' ? { nextDayId: day.id, ...(await end(ctx, row, 'accepted')) } : staying
}

/** It waits for nobody any more; whoever handed the drawer over hears what the other did. */
async function end(
  { db, actor, now, input }: Acting & { input: Key },
  row: Row,
  told?: 'accepted' | 'refused',
) {
  const reason = input.note ?? ''
  const data = { page: pageOf(row) }
  await withdrawAbout(db, ['handover.waits'], data)
  if (told)
    await notify(db, {
      to: { users: [row.authorId] },
      type: told === 'accepted' ? 'SUCCESS' : 'ERROR',
      text: `handover.${told}`,
      values: { place: nameOf(row), name: actor.name, reason },
      data,
    })
  return { endedAt: now.toISOString(), endedBy: actor.name, reason }
}

const waitingAs = (row: Row): Awaited => ({
  subject: { type: 'handover', id: row.id },
  name: nameOf(row),
  kind: 'handover',
  since: row.createdAt,
  roles: [],
  page: pageOf(row),
  about: null,
  value: null,
})

/** For the module's manifest: the drawers that wait for a person, and those that a person has handed over. */
export const handoverAnswers = [
  answer(pendingDocuments, async (db, { actor }) =>
    (await queries.listWaitingOf(db, actor.userId))
      .filter((row) => isAmong([row.toId], actor))
      .map((row): Pending => ({
        ...waitingAs(row),
        permission: 'open_counter_day',
        inStead: null,
        by: row.author,
      })),
  ),
  answer(awaitedDocuments, async (db, { actor }) =>
    (await queries.listWaitingOf(db, actor.userId))
      .filter((row) => isAmong([row.authorId], actor))
      .map(waitingAs),
  ),
]
