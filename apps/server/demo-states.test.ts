import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeStates } from '#modules/bank/changes/changes.domain.ts'
import { chequeStates } from '#modules/bank/cheques/cheques.domain.ts'
import { expenseStates } from '#modules/bank/expenses/expenses.domain.ts'
import { paymentStates } from '#modules/bank/payments/payments.domain.ts'
import { reconciliationStates } from '#modules/bank/reconciliations/reconciliations.domain.ts'
import {
  transferKinds as bankTransferKinds,
  transferStates as bankTransferStates,
} from '#modules/bank/transfers/transfers.domain.ts'
import { inCompany } from '#kit/server/database.server.ts'
import {
  correctionStates,
  reasons as correctionReasons,
} from '#modules/inventory/corrections/corrections.domain.ts'
import { countStates } from '#modules/inventory/counts/counts.domain.ts'
import { requestStates } from '#modules/inventory/requests/requests.domain.ts'
import { limitUses } from '#modules/inventory/shortages/shortages.contract.ts'
import { transfers } from '#modules/inventory/transfers/transfers.contract.ts'
import { transferStates } from '#modules/inventory/transfers/transfers.domain.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { adjustmentStates, reasons } from '#modules/retail/adjustments/adjustments.domain.ts'
import { refundStates } from '#modules/retail/returns/returns.domain.ts'
import { saleStates } from '#modules/retail/sales/sales.domain.ts'
import { differenceStates } from '#modules/remittance/statement-differences/statement-differences.domain.ts'
import { seedStates } from './demo-states.ts'
import { tradeDemo } from '#modules/exchange/demo.server.ts'
import { seedPendingDeals } from '#modules/exchange/demo-waiting.server.ts'
import { type Session, type TestApp, testApp } from './test-app.ts'

let app: TestApp
let admin: Session
let companyId: string
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  companyId = admin.login.company.companyId
  await tradeDemo(app.services, companyId, { days: 1, isOver: () => false })
  await seedPendingDeals(app.services, companyId)
  await seedStates(app.services, companyId)
}, 60_000)
afterAll(() => app.stop())

const found = async (table: string, column = 'state') =>
  (await app.owner<{ is: string }>(`select distinct ${column} as is from ${table}`)).map(({ is }) => is)

describe('the demonstration has documents in each of their states, of opening stock in two:', () => {
  test.for([
    ['inventory.transfer', transferStates],
    ['inventory.request', requestStates],
    ['inventory.correction', correctionStates],
    ['inventory.count', countStates],
    ['inventory.adjustment', ['posted', 'requested']],
    ['bank.payee_change', changeStates],
    ['bank.expense', expenseStates],
    ['bank.payment', paymentStates],
    ['bank.transfer', bankTransferStates],
    ['bank.cheque', chequeStates],
    ['bank.statement', ['imported', 'processed']],
    ['bank.reconciliation', reconciliationStates],
    ['retail.adjustment', adjustmentStates],
    ['retail.sale', saleStates],
    ['retail.refund', refundStates],
  ] as const)('%s', async ([table, states]) => {
    expect((await found(table)).toSorted()).toEqual([...states].toSorted())
  })

  test('orders at partners, a batch, and money to be paid out', async () => {
    expect((await found('remittance.payout_order')).toSorted()).toEqual([
      'approved',
      'awaitingFunds',
      'batched',
      'cancelled',
      'paid',
      'quoted',
      'rejected',
    ])
    expect(await found('remittance.prefund_move')).toEqual(['posted'])
    expect((await found('remittance.payout_batch')).toSorted()).toEqual(['closed', 'settled'])
    expect(await found('remittance.inward')).toEqual(['noticed'])
    expect((await found('remittance.statement_difference')).toSorted()).toEqual(differenceStates.toSorted())
  })

  test('bank transfers of each kind, a cheque that came back by the line of the bank, and a bill with its file', async () => {
    expect((await found('bank.transfer', 'kind')).toSorted()).toEqual(bankTransferKinds.toSorted())
    expect((await found('bank.cheque_presentment')).toSorted()).toEqual(['bounced', 'cleared', 'deposited'])
    expect(await found('documents.attachment', 'subject_type')).toEqual(
      expect.arrayContaining(['payee', 'payeeExpense']),
    )
  })

  test('adjustments for each reason, of money and of goods', async () => {
    expect((await found('inventory.correction', 'reason')).toSorted()).toEqual(correctionReasons.toSorted())
    expect((await found('retail.adjustment', 'reason')).toSorted()).toEqual(reasons.toSorted())
  })

  test('transfers of several kinds, one of them overdue', async () => {
    const { items } = (await admin.call(transfers.list, { pageSize: 100 })).body
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(['branchToBranch', 'branchToCounter', 'counterToBranch', 'counterToCounter']),
    )
    expect(items.filter(({ isOverdue }) => isOverdue)).toHaveLength(1)
  })

  test('sales that wait for a discount, and for a price below cost', async () => {
    expect(
      await app.owner(
        `select g.kind from approvals.gate g join retail.sale s on s.id = g.subject_id where s.state = 'waiting' order by 1`,
      ),
    ).toEqual(expect.arrayContaining([{ kind: 'belowCost' }, { kind: 'discount' }]))
  })
})

test('one branch has less than its minimum, another more than its maximum', async () => {
  const { lines } = (await admin.call(limitUses.list, { onlyBeyond: 'true' })).body
  expect(lines.map(({ branch, counter, code, beyond }) => ({ branch, counter, code, beyond }))).toEqual(
    expect.arrayContaining([
      { branch: 'Butterworth', counter: null, code: 'SGD', beyond: 'maximum' },
      { branch: 'KL Sentral', counter: null, code: 'USD', beyond: 'minimum' },
    ]),
  )
  expect(lines).toHaveLength(2)
})

test('it is made once, and the books agree', async () => {
  const sizes = () =>
    app.owner(`select (select count(*)::int from inventory.transfer) as transfers,
      (select count(*)::int from retail.item) as items, (select count(*)::int from retail.sale) as sales`)
  const before = await sizes()
  expect(before).toMatchObject([{ items: 60 }])
  await seedStates(app.services, companyId)
  expect(await sizes()).toEqual(before)
  const wrong = await inCompany(companyId, async () => {
    const faults = (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0)
    const { differences } = await app.services.db.transaction().execute(replayBooks)
    return [...faults, ...differences]
  })
  expect(wrong).toEqual([])
})
