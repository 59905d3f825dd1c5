import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { moveDate } from '#modules/inventory/public.server.ts'
import { branchRows, businessDate, counterRows } from '#modules/organisation/public.server.ts'
import { get as findAccount, rows as accountRows } from '../accounts/accounts.queries.ts'
import type { TransferDraft } from './transfers.contract.ts'
import type { End } from './transfers.domain.ts'

/** Which ends each kind has. */
const endsOf = {
  transfer: ['fromAccountId', 'toAccountId'],
  deposit: ['branchId', 'toAccountId'],
  withdrawal: ['fromAccountId', 'branchId'],
  charge: ['fromAccountId'],
  interest: ['toAccountId'],
} as const satisfies Record<TransferDraft['kind'], readonly string[]>

/** The columns of the ends of a draft, after they were found to be there and open; throws at the field that is not. */
export async function checkEnds({ db, actor, input }: Pick<Ctx<TransferDraft>, 'actor' | 'db' | 'input'>) {
  const { kind, counterId } = input
  const asked: readonly string[] = endsOf[kind]
  for (const field of ['fromAccountId', 'toAccountId', 'branchId'] as const)
    if (asked.includes(field) !== (input[field] !== null))
      throw refuseField(field, asked.includes(field) ? 'REQUIRED' : 'END_NOT_ASKED')
  if (kind === 'transfer' && input.fromAccountId === input.toAccountId)
    throw refuseField('toAccountId', 'SAME_ACCOUNT')
  const account = async (field: 'fromAccountId' | 'toAccountId') => {
    const id = input[field]
    if (id === null) return undefined
    const row = await findAccount(db, actor.scope, id)
    if (!row?.isEnabled) throw refuseField(field, 'BANK_ACCOUNT_UNKNOWN')
    return row
  }
  const [from, to] = [await account('fromAccountId'), await account('toAccountId')]
  if (input.branchId !== null) await branchRows.get(db, input.branchId)
  if (counterId !== null && (await counterRows.find(db, counterId))?.branchId !== input.branchId)
    throw refuseField('counterId', 'PLACE_UNKNOWN')
  const fromBranchId = from?.branchId ?? (kind === 'deposit' ? input.branchId : null)
  const toBranchId = to?.branchId ?? (kind === 'withdrawal' ? input.branchId : null)
  const currencyId = from?.currencyId ?? to?.currencyId ?? ''
  const row = {
    fromAccountId: from?.id ?? null,
    fromBranchId,
    fromCounterId: kind === 'deposit' ? counterId : null,
    toAccountId: to?.id ?? null,
    toBranchId,
    toCounterId: kind === 'withdrawal' ? counterId : null,
    branchId: fromBranchId ?? toBranchId ?? '',
    itemId: currencyId,
  }
  return { row, from, to }
}

interface Ends {
  fromAccountId: string | null
  fromBranchId: string | null
  fromCounterId: string | null
  toAccountId: string | null
  toBranchId: string | null
  toCounterId: string | null
}

/** One end of a transfer as postings know it. */
export async function endOf(db: Db, row: Ends, side: 'from' | 'to'): Promise<End> {
  const accountId = row[`${side}AccountId`]
  if (accountId !== null) {
    const account = await accountRows.get(db, accountId)
    if (!account.isEnabled) throw new Refusal('BANK_ACCOUNT_UNKNOWN')
    return { account }
  }
  const branchId = row[`${side}BranchId`]
  if (branchId === null) throw notFound()
  return { branchId, counterId: row[`${side}CounterId`] }
}

/** The day of a leg: cash moves on the day that is open at its drawer, at a bank on the day that is said, today unless one is. */
export async function legDate(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  end: End,
  asked: string | null,
): Promise<string> {
  if (!('account' in end)) {
    const { branchId, counterId } = end
    return moveDate(db, { branchId, counterIds: [counterId] }, now)
  }
  const today = await businessDate(db, end.account.branchId, now)
  if (asked !== null && asked > today) throw refuseField('businessDate', 'DATE_AHEAD')
  return asked ?? today
}

/** A currency of the company; an account has no other. */
export async function currencyOf(db: Db, id: string) {
  const found = (await allCurrencies(db)).find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}
