import { useTexts } from '#kit/web/texts.web.ts'
import { fieldKeys } from '../recipients/fields.domain.ts'

/** What the columns of a table of orders are called on the screen. */
export function useColumnName(): (column: string) => string {
  const texts = useTexts('remittance:orders')
  return (column) =>
    (fieldKeys as readonly string[]).includes(column)
      ? texts(`recipient.${column}`)
      : texts(`fields.${column === 'sender' ? 'customer' : column}`)
}
