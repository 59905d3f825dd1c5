/** A fee that a document is charged, by the rule that asked for it; local currency. */
export interface ChargedFee {
  ruleId: string
  ruleVersion: number
  name: string
  /** What is paid, tax and all. */
  fee: string
  /** Of it, what is tax, by name and rate; no rate where there is none. */
  tax: string
  taxName: string
  taxRate: string | null
  isWaived: boolean
  isWaivable: boolean
  reason: string
}
