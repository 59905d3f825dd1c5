import type { ListInput } from '#kit/contract/list.contract.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { findRepeated, inOrder, type TaxVersion } from '#modules/ledger/tax-codes/rates.domain.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { type TaxDraft, taxes } from './taxes.contract.ts'
import * as queries from './taxes.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const taxesRouter = serve(taxes, {
  list: async ({ db, input }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map(present) }
  },
  getById: async ({ db, input }) => present(await rows.get(db, input.id)),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  listSelection: ({ db }) => queries.selection(db),
  export: exported,
})

const present = (row: queries.TaxRow) => ({ ...row, versions: row.versions as TaxVersion[] })

/** The draft as it is stored; what is not taxed keeps no rates. */
function stored({ versions, ...draft }: TaxDraft) {
  const at = findRepeated(versions)
  if (at >= 0) throw refuseField(`versions.${at}.validFrom`, 'TAX_RATE_TWICE')
  if (draft.kind === 'standard' && versions.length === 0) throw refuseField('versions', 'RATE_MISSING')
  return { ...draft, versions: JSON.stringify(draft.kind === 'standard' ? inOrder(versions) : []) }
}

async function create({ db, input, actor }: Ctx<TaxDraft>) {
  actOnWhole(actor.assigned)
  const values = stored(input)
  if (input.isDefault) await queries.clearDefault(db, undefined)
  return present(await rows.insert(db, values))
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & TaxDraft>) {
  actOnWhole(actor.assigned)
  const values = stored(draft)
  await rows.lock(db, { id, version })
  if (draft.isDefault) await queries.clearDefault(db, id)
  return present(await rows.update(db, { id, version }, values))
}

async function turn({ db, input, actor }: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(actor.assigned)
  const { isDefault } = await rows.lock(db, input)
  if (isDefault && !isEnabled) throw new Refusal('TAX_IS_DEFAULT')
  return present(await rows.update(db, input, { isEnabled }))
}

async function remove(ctx: Ctx<Key>) {
  actOnWhole(ctx.actor.assigned)
  await rows.lock(ctx.db, ctx.input)
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('TAX_IN_USE')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}

function exported(ctx: Ctx<ListInput>) {
  return sheet(ctx, {
    name: 'taxes',
    texts: 'retailCatalogue',
    columns: {
      code: 'text',
      name: 'text',
      rates: (row: queries.TaxRow) =>
        (row.versions as TaxVersion[])
          .map(({ validFrom, rates }) => `${validFrom} ${rates.join(' + ')}`)
          .join('; '),
    },
    rows: inParts(ctx, (db, input, last: queries.TaxRow | undefined) => queries.part(db, input, last?.id)),
  })
}
