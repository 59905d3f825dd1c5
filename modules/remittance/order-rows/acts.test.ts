import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { orderWorkflow } from './order-workflow.domain.ts'

const people = {
  teller: personOf('teller'),
  senior: personOf('senior_teller'),
  officer: personOf('compliance_officer'),
  maker: personOf('company_administrator', 'maker'),
  admin: personOf('company_administrator'),
}
const recordOf = (isHeld: boolean) => (state: string | null) => ({
  state,
  isHeld,
  isGated: true,
  waitsFor: 'clearing',
  hasPaper: true,
  makerIds: ['maker'],
  above: [] as string[],
})

const head = 'act | states | teller | senior | officer | maker | admin'
// What a partner does, and the clock, whether the order is on hold or not.
const outside = `
    save         | null                              | draft     | draft     | FORBIDDEN | draft          | draft
    create       | null                              | quoted    | quoted    | FORBIDDEN | quoted         | quoted
    lose         | sent                              | FORBIDDEN | FORBIDDEN | FORBIDDEN | unknown        | unknown
    unbatch      | batched                           | FORBIDDEN | FORBIDDEN | FORBIDDEN | queued         | queued
    accept       | sent unknown                      | FORBIDDEN | FORBIDDEN | FORBIDDEN | accepted       | accepted
    makeReady    | sent unknown accepted             | FORBIDDEN | FORBIDDEN | FORBIDDEN | readyForPickup | readyForPickup
    payOut       | sent unknown accepted readyForPickup cancelRequested | FORBIDDEN | FORBIDDEN | FORBIDDEN | paid | paid
    reject       | sent unknown accepted cancelRequested | FORBIDDEN | FORBIDDEN | FORBIDDEN | rejected   | rejected
    giveBack     | sent unknown accepted readyForPickup paid cancelRequested | FORBIDDEN | FORBIDDEN | FORBIDDEN | returned   | returned
    repeat       | unknown                           | FORBIDDEN | sent      | FORBIDDEN | sent           | sent
    confirmPaid  | unknown                           | FORBIDDEN | paid      | FORBIDDEN | MAKER_IS_CHECKER | paid
    confirmRejected | unknown                        | FORBIDDEN | rejected  | FORBIDDEN | MAKER_IS_CHECKER | rejected
    recalled     | cancelRequested                   | FORBIDDEN | FORBIDDEN | FORBIDDEN | refundPending  | refundPending
    refuseRecall | cancelRequested                   | FORBIDDEN | FORBIDDEN | FORBIDDEN | accepted       | accepted
    expire       | quoted awaitingFunds              | FORBIDDEN | FORBIDDEN | FORBIDDEN | expired        | expired`

test('an order is made by a teller, cleared by compliance, recalled and refunded by a senior', () => {
  walkWorkflow(
    { flow: orderWorkflow, people, record: recordOf(false) },
    `${head}${outside}
    quote      | draft quoted                  | quoted        | quoted          | FORBIDDEN     | quoted           | quoted
    agree      | quoted                        | awaitingFunds | awaitingFunds   | FORBIDDEN     | awaitingFunds    | awaitingFunds
    amend      | draft                         | draft         | draft           | FORBIDDEN     | draft            | draft
    amend      | quoted                        | quoted        | quoted          | FORBIDDEN     | quoted           | quoted
    amend      | awaitingFunds                 | awaitingFunds | awaitingFunds   | FORBIDDEN     | awaitingFunds    | awaitingFunds
    amend      | rejected                      | rejected      | rejected        | FORBIDDEN     | rejected         | rejected
    sendAgain  | rejected                      | FORBIDDEN     | funded          | FORBIDDEN     | funded           | funded
    oweBack    | rejected returned             | FORBIDDEN     | refundPending   | FORBIDDEN     | refundPending    | refundPending
    pay        | awaitingFunds                 | funded        | funded          | FORBIDDEN     | funded           | funded
    payByFund  | awaitingFunds                 | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | funded           | funded
    confirmFunds | funded                      | FORBIDDEN     | funded          | FORBIDDEN     | MAKER_IS_CHECKER | funded
    confirmFunds | approved                    | FORBIDDEN     | approved        | FORBIDDEN     | MAKER_IS_CHECKER | approved
    clear      | funded                        | FORBIDDEN     | FORBIDDEN       | approved      | MAKER_IS_CHECKER | approved
    refuse     | funded                        | FORBIDDEN     | FORBIDDEN       | refundPending | MAKER_IS_CHECKER | refundPending
    queue      | approved                      | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | queued           | queued
    batch      | queued                        | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | batched          | batched
    send       | queued batched                | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | sent             | sent
    cancel     | draft quoted awaitingFunds    | cancelled     | cancelled       | FORBIDDEN     | cancelled        | cancelled
    cancelPaid | funded approved queued        | FORBIDDEN     | refundPending   | FORBIDDEN     | refundPending    | refundPending
    recall     | sent accepted readyForPickup  | FORBIDDEN     | cancelRequested | FORBIDDEN     | cancelRequested  | cancelRequested
    refund     | refundPending                 | FORBIDDEN     | refunded        | FORBIDDEN     | refunded         | refunded
    hold       | draft                         | FORBIDDEN     | draft           | FORBIDDEN     | draft            | draft
    hold       | quoted                        | FORBIDDEN     | quoted          | FORBIDDEN     | quoted           | quoted
    hold       | awaitingFunds                 | FORBIDDEN     | awaitingFunds   | FORBIDDEN     | awaitingFunds    | awaitingFunds
    hold       | funded                        | FORBIDDEN     | funded          | FORBIDDEN     | funded           | funded
    hold       | approved                      | FORBIDDEN     | approved        | FORBIDDEN     | approved         | approved
    hold       | queued                        | FORBIDDEN     | queued          | FORBIDDEN     | queued           | queued
    hold       | refundPending                 | FORBIDDEN     | refundPending   | FORBIDDEN     | refundPending    | refundPending
    release    | draft quoted awaitingFunds funded approved queued refundPending | FORBIDDEN | ORDER_NOT_ON_HOLD | FORBIDDEN | ORDER_NOT_ON_HOLD | ORDER_NOT_ON_HOLD`,
  )
})

test('an order on hold is released before anything else is done by a person', () => {
  walkWorkflow(
    { flow: orderWorkflow, people, record: recordOf(true) },
    `${head}${outside}
    quote      | draft quoted                  | ORDER_ON_HOLD | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    agree      | quoted                        | ORDER_ON_HOLD | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    sendAgain  | rejected                      | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    oweBack    | rejected returned             | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    amend      | draft quoted awaitingFunds rejected | ORDER_ON_HOLD | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    pay        | awaitingFunds                 | ORDER_ON_HOLD | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    payByFund  | awaitingFunds                 | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    confirmFunds | funded approved             | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    clear      | funded                        | FORBIDDEN     | FORBIDDEN       | ORDER_ON_HOLD | ORDER_ON_HOLD    | ORDER_ON_HOLD
    refuse     | funded                        | FORBIDDEN     | FORBIDDEN       | ORDER_ON_HOLD | ORDER_ON_HOLD    | ORDER_ON_HOLD
    queue      | approved                      | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    batch      | queued                        | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    send       | queued batched                | FORBIDDEN     | FORBIDDEN       | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    cancel     | draft quoted awaitingFunds    | ORDER_ON_HOLD | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    cancelPaid | funded approved queued        | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    recall     | sent accepted readyForPickup  | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    refund     | refundPending                 | FORBIDDEN     | ORDER_ON_HOLD   | FORBIDDEN     | ORDER_ON_HOLD    | ORDER_ON_HOLD
    hold       | draft quoted awaitingFunds funded approved queued refundPending | FORBIDDEN | ORDER_ON_HOLD | FORBIDDEN | ORDER_ON_HOLD | ORDER_ON_HOLD
    release    | draft                         | FORBIDDEN     | draft           | FORBIDDEN     | draft            | draft
    release    | quoted                        | FORBIDDEN     | quoted          | FORBIDDEN     | quoted           | quoted
    release    | awaitingFunds                 | FORBIDDEN     | awaitingFunds   | FORBIDDEN     | awaitingFunds    | awaitingFunds
    release    | funded                        | FORBIDDEN     | funded          | FORBIDDEN     | funded           | funded
    release    | approved                      | FORBIDDEN     | approved        | FORBIDDEN     | approved         | approved
    release    | queued                        | FORBIDDEN     | queued          | FORBIDDEN     | queued           | queued
    release    | refundPending                 | FORBIDDEN     | refundPending   | FORBIDDEN     | refundPending    | refundPending`,
  )
})
