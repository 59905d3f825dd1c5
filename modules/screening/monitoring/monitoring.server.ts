import type * as z from 'zod'
import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { customerNames } from '#modules/customers/public.server.ts'
import { lastRuns } from '../gate/gate.queries.ts'
import { wordOf } from '../screenings/shown.server.ts'
import { sourceOf } from '../screenings/screenings.domain.ts'
import { type Monitored, monitoring } from './monitoring.contract.ts'
import * as queries from './monitoring.queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.one>>>

export const monitoringRouter = serve(monitoring, {
  listOgm: async (ctx) => {
    const page = await queries.list(ctx.db, ctx.input)
    return { ...page, items: await shown(ctx, page.items) }
  },
  exportOgm: (ctx) => {
    const [state, kind] = [wordOf(ctx, 'states'), wordOf(ctx, 'kinds')]
    const onOff = {
      true: text(ctx.language, 'messages.screeningOn'),
      false: text(ctx.language, 'messages.screeningOff'),
    }
    return sheet(ctx, {
      name: 'monitoring',
      texts: 'screeningColumns',
      columns: {
        customerName: 'text',
        dataSource: (row) => kind(row.dataSource),
        isEnabled: (row) => onOff[`${row.isEnabled}`],
        state: (row) => state(row.lastState),
        openAlerts: 'number',
        lastRunAt: 'moment',
        lists: (row) => row.lists.map(({ list, number }) => `${list.toUpperCase()} ${number}`).join(', '),
        since: 'moment',
        byName: 'text',
      },
      rows: inParts(ctx, async (db, input, last: z.input<typeof Monitored> | undefined) =>
        shown({ db, actor: ctx.actor }, await queries.listForExport(db, input, last?.id)),
      ),
    })
  },
  enableOgm: (ctx) => turn(ctx, true),
  disableOgm: (ctx) => turn(ctx, false),
})

async function shown(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  rows: readonly Row[],
): Promise<z.input<typeof Monitored>[]> {
  const names = await customerNames(
    db,
    rows.map(({ customerId }) => customerId),
  )
  const runs = await lastRuns(db)
  const mayKnow = actor.permissions.has('view_screening')
  return rows.map(({ screeningId, numbers, at, state, openAlerts, ...row }) => {
    const own = runs.filter((run) => sourceOf(run.list) === row.dataSource && run.startedAt >= (at ?? ''))
    const asked = { ...(numbers as Record<string, number> | null) }
    if (row.isEnabled) for (const { list, toNumber } of own) asked[list] = toNumber
    const finished = own.map(({ finishedAt }) => finishedAt ?? '').toSorted()
    const customer = names.get(row.customerId)
    return {
      ...row,
      customerName: customer?.name ?? '',
      customerType: customer?.customerType ?? 0,
      lastScreeningId: mayKnow ? screeningId : null,
      lastState: mayKnow ? state : null,
      lastRunAt: (row.isEnabled && finished.at(-1)) || at,
      lists: Object.entries(asked).map(([list, number]) => ({ list, number })),
      openAlerts: mayKnow ? openAlerts : null,
    }
  })
}

async function turn(ctx: Ctx<InputOf<typeof monitoring.enableOgm>>, isEnabled: boolean) {
  const { db, input, actor, now } = ctx
  const { id: customerId, dataSource, note } = input
  if (!(await customerNames(db, [customerId])).has(customerId)) throw notFound()
  const before = await queries.one(db, customerId, dataSource)
  // Who is watched already stays so from the day on which it began.
  if (before?.isEnabled !== isEnabled)
    await queries.turn(db, {
      customerId,
      dataSource,
      isEnabled,
      since: now.toISOString(),
      byName: actor.name,
      reason: note,
    })
  const row = await queries.one(db, customerId, dataSource)
  const [one] = row ? await shown(ctx, [row]) : []
  if (!one) throw notFound()
  return one
}
