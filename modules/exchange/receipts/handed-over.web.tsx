import { groupDigits } from '#kit/domain/digits.domain.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Deal } from '../deals/deals.contract.ts'
import css from './handed-over.module.css'

const place = 'exchange:result'

/** The money that goes over the counter: what is paid by each mode, and the change. */
export function HandedOver({ deal }: { deal: Deal }) {
  const texts = useTexts(place)
  const { state, totals, localCurrency, payments } = deal
  const isOut = totals.net.startsWith('-')
  const cash = payments.find(({ modeKind, direction }) => modeKind === 'cash' && direction === 'in')
  const change = cash?.tendered ? Number(cash.tendered) - Number(cash.amount) : 0
  const paid = payments.filter(({ direction }) => direction === (isOut ? 'out' : 'in'))
  return (
    <>
      {state === 'settled' &&
        paid.map(({ id, amount, tendered, modeName }) => (
          <p key={id} className={css.over}>
            <span>{texts(isOut ? 'give' : 'take', { mode: modeName })}</span>
            <strong className="agio-number">{groupDigits(tendered ?? amount)}</strong>
            <span className="agio-code">{localCurrency}</span>
          </p>
        ))}
      {change > 0 && (
        <p className={css.over}>
          <span>{texts('change')}</span>
          <strong className="agio-number">
            {groupDigits(change.toFixed(cash?.amount.split('.')[1]?.length ?? 0))}
          </strong>
          <span className="agio-code">{localCurrency}</span>
        </p>
      )}
    </>
  )
}
