import { useTexts } from '#kit/web/texts.web.ts'
import type { PricedLine } from './pricing.web.ts'
import { useDeal } from './use-deal.web.ts'
import css from './entry.module.css'

const place = 'exchange:deal'

/** Whether it comes or goes in notes, or by which of our accounts in its currency; nothing is asked where there is none. */
export function Way({ line: { entry }, number }: { line: PricedLine; number: number }) {
  const texts = useTexts(place)
  const deal = useDeal()
  const accounts = deal.house.accountsFor(entry)
  if (accounts.length === 0 && entry.accountId === '') return null
  const label = (field: string) => texts('ofLine', { field: texts(field), number })
  return (
    <span className={css.way}>
      <select
        className={css.box}
        data-path={`${entry.key}.account`}
        aria-label={label('way')}
        value={entry.accountId}
        onChange={(event) => deal.put(entry.key, { accountId: event.currentTarget.value, pieces: [] })}
      >
        <option value="">{texts('inNotes')}</option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {texts('byBank', { name })}
          </option>
        ))}
      </select>
      {entry.accountId !== '' && (
        <input
          className={css.reason}
          data-path={`${entry.key}.reference`}
          aria-label={label('reference')}
          placeholder={texts('reference')}
          maxLength={80}
          value={entry.reference}
          onChange={(event) => deal.put(entry.key, { reference: event.currentTarget.value })}
        />
      )}
      {entry.accountId !== '' && entry.side === 'buy' && (
        <span className={css.quiet}>{texts('waitsForBank')}</span>
      )}
    </span>
  )
}
