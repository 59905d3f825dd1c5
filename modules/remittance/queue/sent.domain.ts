/** What was sent under a reference: it never carries another amount, currency or recipient. */
export interface SentOrder {
  reference: string
  amount: string
  currency: string
  country: string
  method: string
  recipientName: string
  recipient: Readonly<Record<string, string>>
}

/** The text that stands for what is sent; its hash is kept with the order. */
export const sentText = ({ recipient, ...rest }: SentOrder): string =>
  JSON.stringify([
    rest.reference,
    rest.amount,
    rest.currency,
    rest.country,
    rest.method,
    rest.recipientName,
    Object.entries(recipient).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
