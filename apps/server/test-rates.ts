import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { testApp } from './test-app.ts'

/** A house without any rate yet: treasury for the whole of it, a manager of one branch, and the currencies that it trades. */
export async function ratesHouse() {
  const app = await testApp({ rates: false })
  const treasury = await app.signIn('admin')
  const manager = await app.signIn('manager')
  const ids = new Map((await treasury.call(companyCurrencies.list)).body.map((one) => [one.code, one.id]))
  const id = (code: string) => ids.get(code) ?? ''
  return {
    app,
    treasury,
    manager,
    /** The id of a currency by its code. */
    id,
    /** Publishes mids by the codes of their currencies. */
    publish: (rates: Record<string, string>, reason = '', who = treasury) =>
      who.call(baseRates.update, {
        rates: Object.entries(rates).map(([code, mid]) => ({ currencyId: id(code), mid })),
        reason,
      }),
    /** The fields at which something was refused, each once. */
    faults: (answer: { error: { invalidParams: { field: string }[] } }) => [
      ...new Set(answer.error.invalidParams.map(({ field }) => field)),
    ],
  }
}
