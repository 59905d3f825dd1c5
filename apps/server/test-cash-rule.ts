import { expect } from 'vitest'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import type { Call } from './test-app.ts'

/** A rule of the company's own: who deals 600 ringgit in cash on a day is a candidate for a report. */
export async function reportCash(officer: Call): Promise<void> {
  const { status } = await officer(cdd.create, {
    code: 'OWN-CASH',
    name: 'Cash of a day',
    service: 'money_changing',
    direction: 'both',
    instrument: 'cash',
    metric: 'sameDay',
    currency: 'MYR',
    linkBy: ['customer', 'idDocument'],
    operator: '>=',
    amount: '600',
    report: 'CTR',
  })
  expect(status).toBe(200)
}
