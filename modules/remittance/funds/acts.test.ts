import { expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { inwardWorkflow } from '../inward/inward.domain.ts'
import { fundWorkflow, isOtherName, scoreOrder } from './incoming-funds.domain.ts'

const people = {
  books: personOf('accountant'),
  senior: personOf('senior_teller'),
  teller: personOf('teller'),
  officer: personOf('compliance_officer'),
}
const record = (state: string | null) => ({ state, makerIds: ['maker'], above: [] })

test('money that came in is matched or given back by those who keep the books', () => {
  walkWorkflow(
    { flow: fundWorkflow, people, record },
    `
    act      | states    | books     | senior    | teller    | officer
    create   | null      | unmatched | FORBIDDEN | FORBIDDEN | FORBIDDEN
    match    | unmatched | matched   | FORBIDDEN | FORBIDDEN | FORBIDDEN
    unmatch  | matched   | unmatched | FORBIDDEN | FORBIDDEN | FORBIDDEN
    giveBack | unmatched | returned  | FORBIDDEN | FORBIDDEN | FORBIDDEN`,
  )
})

const inwardRules = (paid: string) => `
    act      | states          | books     | senior    | teller    | officer
    create   | null            | FORBIDDEN | noticed   | FORBIDDEN | FORBIDDEN
    complete | noticed         | FORBIDDEN | noticed   | FORBIDDEN | FORBIDDEN
    complete | inReview        | FORBIDDEN | inReview  | FORBIDDEN | FORBIDDEN
    complete | cleared         | FORBIDDEN | cleared   | FORBIDDEN | FORBIDDEN
    pay      | noticed cleared | FORBIDDEN | ${paid}   | ${paid}   | FORBIDDEN
    clear    | inReview        | FORBIDDEN | FORBIDDEN | FORBIDDEN | cleared
    refuse   | inReview        | FORBIDDEN | FORBIDDEN | FORBIDDEN | returned
    giveBack | noticed cleared | FORBIDDEN | returned  | FORBIDDEN | FORBIDDEN`

test('an inward remittance is paid by a teller, once, cleared by compliance, and returned by a senior', () => {
  walkWorkflow({ flow: inwardWorkflow, people, record }, inwardRules('paid'))
  const gated = (state: string | null) => ({ ...record(state), isGated: true })
  walkWorkflow({ flow: inwardWorkflow, people, record: gated }, inwardRules('inReview'))
})

test('a payer is the sender by the words of the name, in any order and spelling of marks', () => {
  expect(isOtherName('NGUYEN VAN AN', 'Nguyễn Văn An')).toBe(false)
  expect(isOtherName('Tan, Wei Ming', 'Wei Ming Tan')).toBe(false)
  expect(isOtherName('Tan Wei Ming Trading', 'Tan Wei Ming')).toBe(true)
})

test('an order is likelier by its number than by its amount, and by that than by its sender', () => {
  const fund = { amount: '512.00', payer: 'Siti Aminah', remark: 'pay klc r 2026 000123' }
  const order = { number: 'KLC-R-2026-000123', total: '600.00', customer: 'Another' }
  expect(scoreOrder(fund, order)).toBe(4)
  expect(scoreOrder(fund, { ...order, number: 'KLC-R-2026-000124', total: '512' })).toBe(2)
  expect(scoreOrder(fund, { ...order, number: 'X', customer: 'SITI AMINAH' })).toBe(1)
})
