import { timingSafeEqual } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { payableOf } from '../basket/basket.domain.ts'
import { type DealState, printed, voided } from '../workflow/deal-workflow.domain.ts'
import * as queries from '../deals/deals.queries.ts'
import { type VerifiedReceipt, verification } from './verification.contract.ts'

export const verificationRouter = serve(verification, {
  verify: async ({ db, input }) => ({ receipt: await receiptOf(db, input.code) }),
})

interface Sealed {
  companyId: string
  id: string
  /** 12 random bytes that were kept with the deal when it was made, as base64url. */
  seal: string
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const length = 44

/** The code on a paper: where the deal lies, and the secret that only its papers carry. */
export const codeOf = ({ companyId, id, seal }: Sealed): string =>
  Buffer.concat([bytesOf(companyId), bytesOf(id), Buffer.from(seal, 'base64url')]).toString('base64url')

function readCode(code: string): Sealed | undefined {
  const bytes = Buffer.from(code, 'base64url')
  // Signs that mean nothing in base64url are passed over: a code has one spelling.
  if (bytes.length !== length || bytes.toString('base64url') !== code) return undefined
  return {
    companyId: uuidOf(bytes.subarray(0, 16)),
    id: uuidOf(bytes.subarray(16, 32)),
    seal: bytes.subarray(32).toString('base64url'),
  }
}

/** What a paper with this code says; null where there is none, in the company that the code names and in no other. */
async function receiptOf(db: Ctx['db'], code: string): Promise<VerifiedReceipt | null> {
  const asked = readCode(code)
  if (!asked) return null
  return inCompany(asked.companyId, async () => {
    const row = await queries.rows.find(db, asked.id)
    if (!row || !isSame(row.seal, asked.seal)) return null
    const state = row.state as DealState
    const { name: company, licenceNumber, localCurrency } = await currentCompany(db)
    const money = await localMoney(db)
    const all = await queries.parts(db, row.id)
    // What is settled in parts is genuine as far as it is settled.
    const isPart = state === 'partiallySettled'
    const lines = all.lines.filter(({ settlementId }) => !isPart || settlementId !== null)
    const total = isPart
      ? all.payments
          .filter(({ settlementId }) => settlementId !== null)
          .reduce(
            (sum, one) => sum.plus(one.direction === 'in' ? one.amount : `-${one.amount}`),
            new Exact(0),
          )
      : new Exact(payableOf(row))
    return {
      state: voided.includes(state)
        ? 'void'
        : (printed as readonly DealState[]).includes(state)
          ? 'issued'
          : 'open',
      company,
      licenceNumber,
      branch: row.branchName,
      number: row.number ?? '',
      businessDate: row.businessDate,
      localCurrency,
      lines: lines.map(({ side, currencyCode, subCurrencyCode, quantity, amount }) => ({
        side,
        currency: subCurrencyCode ?? currencyCode,
        quantity,
        amount: money(amount),
      })),
      total: money(total.toFixed()),
    }
  })
}

function isSame(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
