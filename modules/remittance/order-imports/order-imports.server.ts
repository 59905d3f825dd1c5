import { createHash } from 'node:crypto'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tableRows, workbook } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { customersByNumber } from '#modules/customers/public.server.ts'
import { branchRows, businessDate, requireVisible } from '#modules/organisation/public.server.ts'
import { find } from '../order-rows/orders.queries.ts'
import { refuseLike } from '../orders/likeness.server.ts'
import { OrderDraft } from '../orders/orders.contract.ts'
import { offerOf, senderOf } from '../orders/pricing.server.ts'
import { listEnabled } from '../providers/providers.queries.ts'
import { purposeCodeOf } from '../purposes/mapping.server.ts'
import { type Offer, offersFor } from '../quotes/offers.server.ts'
import { ruleFor } from '../recipient-rules/rules.server.ts'
import { requireValidRecipient } from '../recipients/checked.server.ts'
import { refuseIncomplete } from '../travel/travel.server.ts'
import { type CheckRow, type ImportRow, orderImports, type ImportSeat } from './order-imports.contract.ts'
import { importColumns, ordersOfSheet, type ReadRow, valuesOf } from './order-imports.domain.ts'

export const orderImportsRouter = serve(orderImports, {
  import: readSheet,
  checkRow: async (ctx) => {
    await requireSeat(ctx)
    const { rowNumber, given, fileHash } = ctx.input
    return looked(ctx, fileHash, { rowNumber, given, faults: [] })
  },
  template: () => Promise.resolve(workbook('remittance-orders', importColumns, [])),
})

type Looking<I extends ImportSeat = ImportSeat> = Pick<Ctx<I>, 'actor' | 'db' | 'input' | 'language' | 'now'>

async function readSheet(ctx: Ctx<ImportSeat>) {
  const { file } = ctx
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  await requireSeat(ctx)
  // The reader takes the bytes away.
  const name = createHash('sha256').update(file.bytes).digest('hex')
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type, undefined, true))
  const { rows: read, unusedColumns } = ordersOfSheet(pieces.flatMap(({ rows }) => rows))
  const rows: ImportRow[] = []
  const before = new Map<string, number>()
  for (const one of read) {
    const row = await looked(ctx, name, one)
    rows.push(besideOthers(ctx, row, before))
  }
  const [first] = pieces
  return {
    fileHash: name,
    sheet: first?.sheet ?? '',
    otherSheets: first?.otherSheets ?? [],
    unusedColumns,
    rows,
  }
}

/** A teller sees a counter, and works for its branch. */
async function requireSeat({ db, actor, input }: Pick<Looking, 'actor' | 'db' | 'input'>): Promise<void> {
  const branch = await branchRows.get(db, input.branchId)
  if (actor.workspace.branchId !== branch.id) requireVisible(actor.scope, 'branchIds', branch)
}

/** A row like an earlier one of its file is said, as one like another of the day is. */
function besideOthers({ language }: Looking, row: ImportRow, before: Map<string, number>): ImportRow {
  const { draft, rowNumber, order } = row
  if (!draft || order) return row
  const { customerId, recipientName, currency, fixed, amount } = draft
  const key = JSON.stringify([customerId, recipientName.toUpperCase(), currency, fixed, amount])
  const earlier = before.get(key)
  before.set(key, earlier ?? rowNumber)
  if (earlier === undefined || draft.duplicateReason !== '') return row
  const fault = { field: 'duplicateReason', code: 'ROW_LIKE_ANOTHER', data: { row: earlier } }
  return { ...row, draft: null, faults: said(language, [fault]) }
}

/** The id of the order of a row of a file: made of both, so that the same row becomes no second order. */
function idOf(file: string, rowNumber: number): string {
  const hex = createHash('sha256').update(`${file} ${rowNumber}`).digest('hex')
  // A UUID of version 8: what it is made of is ours.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const said = (language: Ctx['language'], faults: readonly FieldFault[]) =>
  faults.map(({ field, code, data = {} }) => ({
    field,
    code,
    message: text(language, `refusals.${code}`, data),
  }))

/** A row with all that is wrong with it, each once, or as the draft of an order. */
async function looked(ctx: Looking, file: string, { rowNumber, given, faults }: ReadRow): Promise<ImportRow> {
  const { db, language } = ctx
  const id = idOf(file, rowNumber)
  const [made] = await find(db, [id])
  const { customer, draft, offer, faults: found } = await drafted(ctx, id, given)
  const all = [...new Map([...found, ...faults].map((fault) => [fault.field, fault])).values()]
  const isGood = all.length === 0 && draft !== undefined
  return {
    rowNumber,
    given,
    customer,
    faults: made ? [] : said(language, all),
    draft: isGood && !made ? draft : null,
    price: offer
      ? { provider: offer.provider, sends: offer.sends, gets: offer.gets, total: offer.total }
      : null,
    order: made ? { id, number: made.number } : null,
  }
}

interface Drafted {
  customer: string
  draft?: OrderDraft
  offer?: Offer
  faults: FieldFault[]
}

/** What a person would be told at the counter, of all fields at once. */
async function drafted(ctx: Looking, id: string, given: CheckRow['given']): Promise<Drafted> {
  const { db, input } = ctx
  const { values, faults } = valuesOf(given)
  const [sender, senderFaults] = await answerOf(() => senderByNumber(db, given.sender ?? ''))
  const [providerId, providerFaults] = await answerOf(() => providerByCode(db, given.provider ?? ''))
  faults.push(...senderFaults, ...providerFaults)
  const customer = sender?.name ?? ''
  const { branchId, counterId } = input
  const whole = {
    ...values,
    id,
    branchId,
    counterId,
    customerId: sender?.id ?? id,
    providerId: providerId ?? id,
  }
  const parsed = OrderDraft.safeParse(whole)
  if (!parsed.success) {
    const known = new Set(faults.map(({ field }) => field))
    const fields = parsed.error.issues.map(({ path }) => columnOf(path.join('.')))
    faults.push(
      ...fields.filter((field) => !known.has(field)).map((field) => ({ field, code: 'VALUE_UNKNOWN' })),
    )
    return { customer, faults }
  }
  const draft = parsed.data
  const [recipient, ofRecipient] = await answerOf(async () =>
    requireValidRecipient(draft, await ruleFor(db, draft)),
  )
  faults.push(...ofRecipient)
  if (!sender || providerFaults.length > 0) return { customer, faults }
  const [offer, ofOffer] = await answerOf(() => bestOffer(ctx, draft, sender.customerType, providerId))
  const priced = { ...draft, providerId: offer?.providerId ?? draft.providerId }
  const [, ofPurpose] = offer ? await answerOf(() => purposeCodeOf(db, priced)) : [undefined, []]
  const [, ofLikeness] = recipient
    ? await answerOf(() => refuseLike(db, priced, recipient.recipientLatin, ctx.now))
    : [undefined, []]
  const ofTravel = recipient && offer ? await travelFaults(ctx, priced, recipient, offer.sends) : []
  faults.push(...ofOffer, ...ofPurpose, ...ofLikeness, ...ofTravel)
  return { customer, faults, draft: priced, ...(offer && { offer }) }
}

/** What must go with it and is not known: all that the sender's file lacks is one fault of the sender. */
async function travelFaults(
  { db, now }: Looking,
  draft: OrderDraft,
  { recipientLatin, values }: ReturnType<typeof requireValidRecipient>,
  sends: string,
): Promise<FieldFault[]> {
  const day = await businessDate(db, draft.branchId, now)
  const order = { ...draft, recipientLatin, values, sends, reference: '', number: draft.id }
  const [, found] = await answerOf(() => refuseIncomplete(db, order, day))
  return found.map((fault) =>
    fault.field.startsWith('customer.') ? { field: 'sender', code: 'SENDER_DETAILS_MISSING' } : fault,
  )
}

/** What a rule answers, or what it refuses, by the columns of the table. */
async function answerOf<T>(ask: () => Promise<T>): Promise<[T | undefined, FieldFault[]]> {
  try {
    return [await ask(), []]
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    return [undefined, error.fields.map((fault) => ({ ...fault, field: columnOf(fault.field) }))]
  }
}

const columns: Readonly<Record<string, string>> = { customerId: 'sender', providerId: 'provider' }
const columnOf = (field: string) => columns[field] ?? field.replace(/^recipient\./, '')

async function senderByNumber(db: Db, number: string) {
  if (number.trim() === '') return undefined
  const [one, another] = await customersByNumber(db, number)
  if (!one) throw refuse('sender', 'SENDER_UNKNOWN')
  if (another) throw refuse('sender', 'SENDER_SEVERAL')
  return senderOf(db, one.id)
}

/** Undefined where none is named: the best goes. */
async function providerByCode(db: Db, code: string): Promise<string | undefined> {
  if (code.trim() === '') return undefined
  const one = (await listEnabled(db)).find((provider) => provider.code === code.trim().toUpperCase())
  if (!one) throw refuse('provider', 'PROVIDER_UNKNOWN')
  return one.id
}

const refuse = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })

async function bestOffer(
  { db, now }: Looking,
  draft: OrderDraft,
  customerType: number,
  providerId: string | undefined,
): Promise<Offer> {
  const ask = { ...draft, customerType }
  if (providerId !== undefined) return offerOf(db, ask, now)
  const [best] = await offersFor(db, ask, now)
  if (!best) throw refuse('amount', 'NO_PAYOUT_OFFER')
  return best
}
