import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { screenText } from '#kit/server/texts.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { stockByPlace } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { piecesAt } from '../pieces/pieces.server.ts'
import { checkAsk, listKnownItems } from '../reports/reports.server.ts'
import { denominationReport, type DenominationRow, heldDenominations } from './denominations.contract.ts'
import { denominatedOf } from './denominations.domain.ts'

type Asked = Pick<
  Ctx<{ branchId?: string | undefined; itemId?: string | undefined }>,
  'actor' | 'db' | 'input' | 'language'
>

export const denominationsRouter = serve(heldDenominations, {
  list: lying,
  export: async (ctx) => reportSheet(ctx, denominationReport, { rows: (await lying(ctx)).rows }),
})

async function lying(ctx: Asked) {
  const { db, actor, input, language } = ctx
  const known = await listKnownItems(db)
  await checkAsk(ctx, input, known)
  const exponent = exponentOf((await currentCompany(db)).localCurrency)
  const vault = screenText(language, 'inventory:stock', 'vault') ?? ''
  const stocked = (await stockByPlace(db, actor.scope, { branchId: input.branchId, exponent })).filter(
    ({ itemId }) => known.has(itemId) && (input.itemId === undefined || itemId === input.itemId),
  )
  const order = new Map([...known.keys()].map((id, index) => [id, index]))
  const rows: DenominationRow[] = []
  let isKnown = 0
  for (const own of Map.groupBy(stocked, ({ branchId, counterId }) => `${branchId} ${counterId}`).values()) {
    const [at] = own
    if (!at) continue
    const drawers = await piecesAt(db, { branchId: at.branchId, counterId: at.counterId })
    for (const line of own.toSorted((a, b) => (order.get(a.itemId) ?? 0) - (order.get(b.itemId) ?? 0))) {
      const { code = '', flagCode = '' } = known.get(line.itemId) ?? {}
      const found = denominatedOf(drawers.get(line.itemId)?.all() ?? [], line.onHand)
      if (found.every(({ kind }) => kind !== 'unknown')) isKnown += 1
      rows.push(
        ...found.map((one, index) => ({
          branchId: line.branchId,
          counterId: line.counterId,
          place: `${line.branchName} · ${line.counterName ?? vault}`,
          itemId: line.itemId,
          code,
          flagCode,
          ...one,
          booked: index === found.length - 1 ? line.onHand : null,
        })),
      )
    }
  }
  return { rows, held: stocked.length, known: isKnown }
}
