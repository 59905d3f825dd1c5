/** Rates are quoted for so many units of a currency. */
export const quoteUnits = [1, 100, 1000, 1_000_000] as const
export type QuoteUnit = (typeof quoteUnits)[number]

export const denominationKinds = ['note', 'coin'] as const

/** A note or coin that is counted; the face value is a decimal string in the currency. */
export interface Denomination {
  kind: (typeof denominationKinds)[number]
  faceValue: string
}
