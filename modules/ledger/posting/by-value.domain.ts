import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { inDrawers } from '../accounts/accounts.domain.ts'
import type { Account, Books, PostingLine } from './posting.domain.ts'

/** Whether an account keeps what lies in drawers and vaults, which a company without stock keeping knows by value only. */
export const isOfDrawers = ({ keeps }: Pick<Account, 'keeps'>): boolean =>
  keeps !== null && (inDrawers as readonly string[]).includes(keeps)

/**
 * The lines of a posting as a company without stock keeping has them: notes and local cash are their local amount on the account,
 * without an item, a quantity or a pool, and so without a gain. Notes that go out are worth what was got for them. Throws
 * STOCK_NOT_KEPT for what only moves at cost, such as notes taken to a bank. Money at banks and partners, and goods, stay as they are.
 */
export const takeByValue = (lines: readonly PostingLine[], accountOf: Books['accountOf']): PostingLine[] =>
  lines.map((line) => {
    const account = accountOf(line)
    if (!isOfDrawers(account)) return line
    const { branchId, counterId = null, modeId = null, party = null, mirrors } = line
    // The account itself: by its part it would be another one where the company maps an item to its own.
    const plain = { part: { ...account, keeps: null }, branchId, counterId, modeId, party }
    if (mirrors !== undefined) return { ...plain, mirrors }
    const amount = line.amount ?? (line.proceeds && new Exact(line.proceeds).negated().toFixed())
    if (amount === undefined) throw new Refusal('STOCK_NOT_KEPT')
    return { ...plain, amount }
  })
