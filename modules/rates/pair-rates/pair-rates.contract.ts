import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Why } from '../scoped-rates/scoped-rates.contract.ts'

/** The foreign currency, and the local one that prices it. Two foreign ones are dealt as two legs through the local; domain 2.2. */
const pair = { baseCurrencyId: Id, quoteCurrencyId: Id }

interface Options<P extends z.ZodObject, S extends z.ZodObject> {
  path: string
  permission: 'manage_margin_rate' | 'manage_custom_rate'
  /** What is published of a pair. */
  price: P
  /** For whom a sheet holds. */
  scope: S
}

/** Who published, why and when. */
const act = { author: z.string(), reason: z.string(), publishedAt: Instant }
const sides = { buy: z.string().nullable(), sell: z.string().nullable() }
/** What every row of such a sheet shows, whatever is published of its pair. */
const shown = {
  ...pair,
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  quoteUnit: z.int(),
  /** Local currency per quote unit; null before the first is published. */
  mid: z.string().nullable(),
  /** What is dealt there now, whatever made it. */
  ...sides,
  /** What would be dealt if what holds for exactly this scope ended; null where nothing does. */
  otherwise: z.object(sides).nullable(),
  /** The act that ended what held before, where nothing holds now. */
  ended: z.object(act).nullable(),
}
const published = { id: Id, ...act }

/** The entries of a sheet of rates, one row for each pair: those of exactly one scope, replaced and ended together or not at all. */
export function pairRates<P extends z.ZodObject, S extends z.ZodObject>(options: Options<P, S>) {
  const { path, permission, price, scope } = options
  const stored = z.object(storedShape(price) as P['shape'])
  const row = z.object({
    ...shown,
    /** What holds for exactly this scope. */
    holds: stored.extend(published).nullable(),
    /** What held before it. */
    before: stored.nullable(),
  })
  const entered = z.strictObject({
    ...pair,
    /** What the sheet showed as holding: another one by now makes it stale. */
    replaces: Id.nullable(),
    ...(price.shape as P['shape']),
  })
  const view = permission === 'manage_margin_rate' ? 'view_margin_rate' : 'view_custom_rate'
  return {
    getPairRates: read({
      path: `${path}/getPairRates`,
      method: 'POST',
      permission: view,
      input: scope,
      output: z.array(row),
    }),
    updatePairRates: write({
      path: `${path}/updatePairRates`,
      kind: 'UPDATE',
      permission,
      input: z.strictObject({
        ...(scope.shape as S['shape']),
        ...Why,
        rates: z.array(entered).max(300).default([]),
        /** Pairs for which nothing shall hold for this scope any more. */
        ends: z
          .array(z.strictObject({ ...pair, replaces: Id }))
          .max(300)
          .default([]),
      }),
      output: z.array(row),
    }),
  }
}

/** A row of such a sheet, with what is published of its pair. */
export type PairRow<P> = z.output<z.ZodObject<typeof shown>> & {
  holds: (P & z.output<z.ZodObject<typeof published>>) | null
  before: P | null
}
