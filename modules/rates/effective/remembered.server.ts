import type { Db } from '#kit/server/database.server.ts'
import { revisionOf } from '#kit/server/remembered.server.ts'
import { latest, type LatestRate } from '../publishing/publishing.queries.ts'
import type { CustomRate, Margin } from './effective.domain.ts'
import * as queries from './effective.queries.ts'

/** What is published, by currency; margins of every currency are at null. */
export interface Published {
  mids: ReadonlyMap<string, LatestRate>
  margins: ReadonlyMap<string | null, readonly Margin[]>
  customRates: ReadonlyMap<string, readonly (CustomRate & { quoteUnit: number })[]>
  /** Whether any part of a currency has a rate of its own. */
  hasSubRules: boolean
  /** `make` of this key, made once: what follows from what is published and from nothing that is not in the key. */
  once: <T>(key: string, make: () => T) => T
}

type Currencies = readonly { id: string; code: string; quoteUnit: number; isLocal: boolean }[]
// Of the amounts that people type each is another question.
const mostAnswers = 500
const ofCompanies = new Map<string, { key: string; published: Published }>()
const mostCompanies = 200

/**
 * What is published now. It is asked for by every deal and changes a few times a day: so it is remembered while the same
 * settings hold.
 */
export async function readPublished(db: Db, currencies: Currencies): Promise<Published> {
  const revision = await revisionOf(db)
  if (!revision) return read(db, currencies)
  const of = currencies.map(({ id, code, quoteUnit, isLocal }) => `${id} ${code} ${quoteUnit} ${isLocal}`)
  const key = [revision.mark, ...of].join()
  const known = ofCompanies.get(revision.companyId)
  if (known?.key === key) return known.published
  const now = await read(db, currencies)
  if (ofCompanies.size >= mostCompanies) ofCompanies.clear()
  ofCompanies.set(revision.companyId, { key, published: now })
  return now
}

async function read(db: Db, currencies: Currencies): Promise<Published> {
  const [mids, margins, customRates] = await Promise.all([
    latest(db, currencies),
    queries.margins(db),
    queries.customRates(db),
  ])
  const answers = new Map<string, unknown>()
  const once = <T>(key: string, make: () => T): T => {
    if (answers.has(key)) return answers.get(key) as T
    if (answers.size === mostAnswers) answers.clear()
    const made = make()
    answers.set(key, made)
    return made
  }
  return {
    once,
    mids,
    hasSubRules: [...margins, ...customRates].some(({ subCurrencyId }) => subCurrencyId !== null),
    margins: Map.groupBy(margins, ({ currencyId }) => currencyId),
    customRates: Map.groupBy(customRates, ({ currencyId }) => currencyId),
  }
}
