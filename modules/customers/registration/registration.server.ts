import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import {
  amountIn,
  formatAmountIn,
  currentCompany,
  decimalFaults,
  refuseDecimals,
  todayOf,
} from '#modules/organisation/public.server.ts'
import { informationRules } from '#modules/settings/public.server.ts'
import { isCertain } from '../identity/likeness.domain.ts'
import { listLikely } from '../duplicates/duplicates.queries.ts'
import { listUnreviewed } from '../duplicate-reviews/duplicate-reviews.queries.ts'
import { askReviews } from '../duplicate-reviews/duplicate-reviews.server.ts'
import { flagHandlers } from '../flags/flags.server.ts'
import { parseMyKad } from '../identity/mykad.domain.ts'
import { byAddress, byText } from '../search/search.queries.ts'
import { isPhone } from '../identity/phone.domain.ts'
import { customerDeals, customerOf, announceChange } from '../profiles/profiles.server.ts'
import { corporates, individuals, type Likeness, NewIndividual } from '../profiles/profiles.contract.ts'
import {
  corporate,
  individual,
  applyFieldRules,
  findImpossibleValues,
  type Values,
  withMyKad,
} from '../profiles/profiles.domain.ts'
import * as queries from '../profiles/profiles.queries.ts'
import * as writing from './registration.queries.ts'

const { rows } = queries

type Key = { id: string; version: number }
interface Confirmed {
  isDuplicateConfirmed: boolean
  duplicateReason: string
}
type Draft = Values & { name: string; phone: string } & Confirmed

/** What individuals and corporates answer alike. */
const handlersOf = (type: FieldType) => ({
  list: ({ db, input }: Ctx<Parameters<typeof queries.list>[2]>) => queries.list(db, type, input),
  listSuspicious: ({ db, input }: Ctx<Parameters<typeof queries.list>[2]>) =>
    queries.listSuspicious(db, type, input),
  getById: (ctx: Ctx<{ id: string }>) => customerOf(ctx, type, ctx.input.id),
  getByDocument: ({ db, input }: Ctx<Parameters<typeof queries.byDocument>[2]>) =>
    queries.byDocument(db, type, input),
  queryByText: ({ db, input }: Ctx<{ text: string }>) =>
    byText(db, type, input.text, async () => (await currentCompany(db)).country),
  queryByAddress: ({ db, input }: Ctx<{ text: string }>) => byAddress(db, type, input.text),
  findDuplicates: ({ db, input }: Ctx<Likeness>) => listLikely(db, type, input),
  create: (ctx: Ctx<Draft>) => create(ctx, type, ctx.input),
  update: (ctx: Ctx<Key & Draft>) => update(ctx, type),
  uploadAvatar: async (ctx: Ctx<Key>) => {
    const { db, file, services, actor, input } = ctx
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    await customerOf(ctx, type, input.id)
    const avatarFileId = await keepFile(db, services.files, file, actor)
    await rows.update(db, input, { avatarFileId })
    return customerOf(ctx, type, input.id)
  },
  removeAvatar: async (ctx: Ctx<Key>) => {
    await customerOf(ctx, type, ctx.input.id)
    await rows.update(ctx.db, ctx.input, { avatarFileId: null })
    return customerOf(ctx, type, ctx.input.id)
  },
  avatar: async (ctx: Ctx<{ id: string }>) => {
    const { avatarFileId } = await customerOf(ctx, type, ctx.input.id)
    if (!avatarFileId) throw notFound()
    return storedFile(ctx.db, avatarFileId)
  },
  getCreditInfo: (ctx: Ctx<{ id: string }>) => creditOf(ctx, type),
  updateCreditInfo: async (ctx: Ctx<Key & { creditLimit: string | null }>) => {
    const { id, version, ...credit } = ctx.input
    await customerOf(ctx, type, id)
    await rows.lock(ctx.db, { id, version })
    await refuseDecimals(ctx.db, { creditLimit: credit.creditLimit })
    await rows.update(ctx.db, { id, version }, credit)
    return creditOf(ctx, type)
  },
  listForTransactionHistory: async (ctx: Ctx<{ customerId: string; pageNum: number; pageSize: number }>) => {
    const { customerId, pageNum, pageSize } = ctx.input
    await customerOf(ctx, type, customerId)
    const { scope } = ctx.actor
    const [found] = await customerDeals.ask(ctx.db, { customerId, scope, pageNum, pageSize })
    return found ?? { items: [], pagination: { totalItems: 0, totalPages: 1, pageNum, pageSize } }
  },
  print: async (ctx: Ctx<{ id: string }>) => {
    const customer = await customerOf(ctx, type, ctx.input.id)
    await queries.notePrintout(ctx.db, customer, ctx.actor.name)
    return customer
  },
  ...flagHandlers((ctx, id) => customerOf(ctx, type, id)),
})

export const individualsRouter = serve(individuals, { ...handlersOf(individual), createFromMyKad })
export const corporatesRouter = serve(corporates, handlersOf(corporate))

async function creditOf({ db, input }: Ctx<{ id: string }>, type: FieldType) {
  const row = await rows.get(db, input.id)
  if (row.customerType !== type) throw notFound()
  const { localCurrency } = await currentCompany(db)
  return { ...row, creditLimit: row.creditLimit && formatAmountIn(localCurrency, row.creditLimit) }
}

/** The draft as it may be kept, with whom a second person compares it, or every fault of it at once. */
async function checked(
  ctx: Ctx,
  type: FieldType,
  { isDuplicateConfirmed, duplicateReason, ...given }: Draft,
  before?: Values & { id: string },
) {
  const today = await todayOf(ctx)
  const rules = await informationRules(ctx.db)
  const { values, faults } = applyFieldRules(rules, type, withMyKad(given, today, rules), before)
  const turnover = values['annualTurnover'] as string | null | undefined
  const { localCurrency } = await currentCompany(ctx.db)
  faults.push(
    ...findImpossibleValues(values, today),
    ...decimalFaults(localCurrency, { annualTurnover: turnover }),
  )
  if (given.phone && given.phone !== before?.['phone'] && !isPhone(given.phone))
    faults.push({ field: 'phone', code: 'PHONE_INVALID' })
  if (faults.length > 0) throw new Refusal('INVALID', {}, { kind: 'invalid', fields: faults })
  const confirmed = { isDuplicateConfirmed, duplicateReason }
  if (turnover) values['annualTurnover'] = amountIn(localCurrency, turnover)
  return { values, alike: await alikeOf(ctx, type, values, before, confirmed) }
}

/**
 * A paper or a registration is one customer's alone; whoever only looks the same must be confirmed to be another. Answers those of
 * equal name and date of birth, about whom that is not enough and who were not compared yet.
 */
async function alikeOf(
  { db }: Ctx,
  type: FieldType,
  values: Values,
  before: (Values & { id: string }) | undefined,
  { isDuplicateConfirmed, duplicateReason }: Confirmed,
): Promise<string[]> {
  const look = { ...blankLook, ...values, ...(before ? { exceptId: before.id } : {}) } as Likeness
  const found = await listLikely(db, type, look)
  const certain = found.find(({ reasons }) => reasons.some(isCertain))
  if (certain) {
    const field = certain.reasons.includes('DOCUMENT') ? 'idNumber' : 'registrationNumber'
    const data = { name: certain.name }
    throw refuseField(field, 'DUPLICATE_CUSTOMER', data)
  }
  // Whoever was let in beside another before need not be confirmed at each later change.
  const isNew = before === undefined || likeness.some((field) => before[field] !== values[field])
  if (found.length > 0 && isNew && !isDuplicateConfirmed) {
    const data = { names: found.map(({ name }) => name) }
    const fields = [{ field: 'isDuplicateConfirmed', code: 'LIKELY_DUPLICATE', data }]
    throw new Refusal('LIKELY_DUPLICATE', data, { fields })
  }
  const equal = isNew ? found.filter(({ reasons }) => reasons.includes('NAME_BIRTH')).map(({ id }) => id) : []
  const alike = before ? await listUnreviewed(db, before.id, equal, true) : equal
  if (alike.length > 0 && duplicateReason === '') {
    const fields = [{ field: 'duplicateReason', code: 'DUPLICATE_REASON' }]
    throw new Refusal('DUPLICATE_REASON', {}, { fields })
  }
  return alike
}

/** Has a second person decide whether this customer is another than each of these. */
const askAbout = ({ db, actor, now }: Ctx, customerId: string, alike: readonly string[], reason: string) =>
  askReviews(
    db,
    alike.map((otherId) => ({ customerId, otherId })),
    { reason, by: { id: actor.userId, name: actor.name }, now },
  )

const likeness = ['name', 'dateOfBirth', 'phone', 'idNumber', 'registrationNumber']
const blankLook: Likeness = {
  name: '',
  dateOfBirth: null,
  phone: '',
  idType: '',
  idNumber: '',
  idIssuingCountry: '',
  registrationNumber: '',
  countryOfIncorporation: '',
}

/** Registers a customer after every check; answers it in full. */
export async function create(ctx: Ctx, type: FieldType, draft: Draft) {
  const { values, alike } = await checked(ctx, type, draft)
  const id = await writing.insert(ctx.db, type, { ...values, registeredById: ctx.actor.userId })
  await askAbout(ctx, id, alike, draft.duplicateReason)
  await announceChange(ctx, id, true)
  return customerOf(ctx, type, id)
}

async function update(ctx: Ctx<Key & Draft>, type: FieldType) {
  const { id, version, ...draft } = ctx.input
  await rows.lock(ctx.db, { id, version })
  const before = await customerOf(ctx, type, id)
  if (before.mergedInto) throw new Refusal('CUSTOMER_MERGED')
  const { values, alike } = await checked(ctx, type, draft as Draft, before)
  await writing.update(ctx.db, { id, version }, values)
  await askAbout(ctx, id, alike, (draft as Draft).duplicateReason)
  await announceChange(ctx, id, false)
  return customerOf(ctx, type, id)
}

async function createFromMyKad(
  ctx: Ctx<Pick<Draft, 'name' | 'phone' | keyof Confirmed> & { idNumber: string; address: string }>,
) {
  const { input } = ctx
  const read = parseMyKad(input.idNumber, await todayOf(ctx))
  if (typeof read === 'string')
    throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'idNumber', code: read }] })
  return create(ctx, individual, NewIndividual.parse({ ...input, idType: 'MYKAD' }))
}
