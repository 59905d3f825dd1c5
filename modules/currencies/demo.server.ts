import type { Tx } from '#kit/server/database.server.ts'
import { addUsualCurrency, subCurrencyRows } from './public.server.ts'

const traded = `USD EUR GBP SGD AUD NZD JPY CNY HKD TWD KRW THB IDR PHP VND BND INR BDT PKR LKR SAR AED CHF CAD`

/** What is traded, the most asked for first; dollars by the size and age of the note. */
export async function fillCurrencies(tx: Tx): Promise<void> {
  const ids = new Map<string, string>()
  for (const code of traded.split(' ')) ids.set(code, await addUsualCurrency(tx, code))
  const currencyId = ids.get('USD') ?? ''
  const parts: {
    code: string
    name: string
    kind: 'largeNotes' | 'smallNotes' | 'oldSeries'
    faceValues: string[]
  }[] = [
    { code: 'USD-L', name: 'USD 50 and 100', kind: 'largeNotes', faceValues: ['50', '100'] },
    { code: 'USD-S', name: 'USD 1 to 20', kind: 'smallNotes', faceValues: ['1', '2', '5', '10', '20'] },
    { code: 'USD-O', name: 'USD before 2013', kind: 'oldSeries', faceValues: ['50', '100'] },
  ]
  for (const { faceValues, ...part } of parts)
    await subCurrencyRows.insert(tx, {
      ...part,
      currencyId,
      hasOwnStock: part.kind === 'oldSeries',
      faceValues: JSON.stringify(faceValues),
    })
}
