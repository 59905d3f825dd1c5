import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { groupDigits } from '#kit/web/format.web.ts'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Deal } from '../deals/deals.contract.ts'
import { GateText } from '../gates/gate.web.tsx'
import { printDeal } from '../receipts/print.web.ts'
import { Countdown, DealBadge } from '../deals/state.web.tsx'
import css from './result.module.css'

const place = 'exchange:result'

/** What became of the deal: its number, what goes over the counter now, and the way to the next one. */
export function Result({ deal, onNext }: { deal: Deal; onNext: () => void }) {
  const texts = useTexts(place)
  const { number, state, gates } = deal
  const open = gates.filter((gate) => gate.state === 'open')
  const isPrintable = deal.can.includes('print')
  const isQuote = state === 'quote' && deal.can.includes('printQuote')
  const print = (paper?: 'a4') => void printDeal(deal, { paper })
  // Enter is the button's, which has the focus.
  useHotkeys([
    ['P', () => (isPrintable || isQuote) && print()],
    ['shift+P', () => (isPrintable || isQuote) && print('a4')],
  ])
  return (
    <div className={css.page}>
      <PageHeader title={number ?? texts(`untitled.${state}`)} badge={<DealBadge deal={deal} />} />
      <section className={css.result} aria-live="polite">
        <p className={css.lead}>{texts(`became.${deal.isOnHold ? 'onHold' : state}`)}</p>
        <HandedOver deal={deal} />
        <ul className={css.lines}>
          {deal.lines.map((line) => (
            <li key={line.position}>
              <span data-side={line.side}>{texts(`sides.${line.side}`)}</span>{' '}
              <span className="agio-number">{groupDigits(line.quantity)}</span>{' '}
              {line.subCurrencyCode ?? line.currencyCode} <span className="agio-code">@ {line.rate}</span>
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <ul className={css.gates}>
            {open.map((gate) => (
              <li key={gate.id}>
                <GateText gate={gate} />
              </li>
            ))}
          </ul>
        )}
        {state === 'quote' && deal.expiresAt && <Countdown until={deal.expiresAt} />}
        <div className={css.acts}>
          <Button
            variant="subtle"
            renderRoot={(props) => <Link to={`/transaction-history/${deal.id}`} {...props} />}
          >
            {texts('openPage')}
          </Button>
          {(isPrintable || isQuote) && (
            <>
              <Button variant="subtle" onClick={() => print('a4')}>
                {texts('onA4')} <Kbd size="xs">⇧P</Kbd>
              </Button>
              <Button variant="default" onClick={() => print()}>
                {texts(isQuote ? 'printQuote' : 'print')} <Kbd size="xs">P</Kbd>
              </Button>
            </>
          )}
          <Button autoFocus onClick={onNext}>
            {texts('next')} <Kbd size="xs">↵</Kbd>
          </Button>
        </div>
      </section>
    </div>
  )
}

/** The money that goes over the counter: what is paid by each mode, and the change. */
function HandedOver({ deal }: { deal: Deal }) {
  const texts = useTexts(place)
  const { state, totals, localCurrency, payments } = deal
  const isOut = totals.net.startsWith('-')
  const cash = payments.find(({ modeKind, direction }) => modeKind === 'cash' && direction === 'in')
  const change = cash?.tendered ? Number(cash.tendered) - Number(cash.amount) : 0
  const paid = payments.filter(({ direction }) => direction === (isOut ? 'out' : 'in'))
  return (
    <>
      {state === 'settled' &&
        paid.map(({ id, amount, modeName }) => (
          <p key={id} className={css.over}>
            <span>{texts(isOut ? 'give' : 'take', { mode: modeName })}</span>
            <strong className="agio-number">{groupDigits(amount)}</strong>
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
