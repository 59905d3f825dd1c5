import { groupDigits } from '#kit/domain/digits.domain.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { Rate } from '#kit/web/values.web.tsx'
import { age } from '#modules/rates/public.web.ts'
import type { DealRow } from '../deals/deals.contract.ts'
import { DealBadge } from '../deals/state.web.tsx'
import { gateLine } from '../gates/gate.web.tsx'
import css from './monitoring.module.css'

const place = 'exchange:deals'

/** The state of a deal, marked where it waits for whoever looks at it. */
export function DealState({ row }: { row: DealRow }) {
  const texts = useTexts(place)
  return (
    <span className={css.state}>
      <DealBadge deal={row} />
      {row.decides.length > 0 && <span className={css.mine}>{texts('yours')}</span>}
    </span>
  )
}

/** How long ago, as it was when the row was drawn. */
export const since = (at: string | null, { branchId }: Pick<DealRow, 'branchId'>) =>
  at && <span title={dateTimeText(at, branchId)}>{age(at, Date.now())}</span>

/** Line after line, what is bought and sold: side, quantity, code, the rate with what it is of where that is not one; and accounts. */
export function Traded({ row }: { row: DealRow }) {
  const texts = useTexts(place)
  const words = useTexts('exchange:deal')
  return (
    <>
      {row.traded.map(({ side, quantity, code, rate, quoteUnit }, at) => (
        <span key={at}>
          {at > 0 && ' · '}
          {texts(`sides.${side}`)} <span className="agio-number">{groupDigits(quantity)}</span> {code}
          <small>
            {' @ '}
            <Rate value={rate} />
            {quoteUnit > 1 && ` ${words('perUnits', { count: quoteUnit })}`}
          </small>
        </span>
      ))}
      {row.accounts && <small> · {row.accounts}</small>}
    </>
  )
}

/** By whom and why a deal ended. */
export function Ended({ end: { act, by, note } }: { end: NonNullable<DealRow['ended']> }) {
  const texts = useTexts(place)
  return [texts(`acts.${act}`), by, note].filter(Boolean).join(' · ')
}

export function Reasons({ gates }: { gates: DealRow['decides'] }) {
  const texts = useTexts('exchange:gates')
  return gates
    .map((gate) =>
      gate.inStead
        ? texts('inStead', { gate: gateLine(texts, gate), name: gate.inStead })
        : gateLine(texts, gate),
    )
    .join(' · ')
}

/** At which roles it is and since when; marked where the person who looks is among them. */
export function Routes({ deal }: { deal: Pick<DealRow, 'branchId' | 'routes'> }) {
  const texts = useTexts(place)
  return deal.routes.map(({ kind, roles, since: at, isTold }) => (
    <span key={kind} className={css.route} data-told={isTold || undefined}>
      {roles.length > 0 ? roles.join(', ') : texts('nobodyYet')} · {since(at, deal)}
    </span>
  ))
}
