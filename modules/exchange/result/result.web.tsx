import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { BusyButton, PageHeader } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Deal } from '../deals/deals.contract.ts'
import { useDecided } from '../decisions/use-decided.web.ts'
import { GateText } from '../gates/gate.web.tsx'
import { HandedOver } from '../receipts/handed-over.web.tsx'
import { printDeal } from '../receipts/print.web.ts'
import { Countdown, DealBadge } from '../deals/state.web.tsx'
import css from './result.module.css'

const place = 'exchange:result'

/** What became of the deal: its number, what goes over the counter now, and the way to the next one. */
export function Result({ deal: made, onNext }: { deal: Deal; onNext: () => void }) {
  const texts = useTexts(place)
  const { deal, isPassed, settle, isBusy } = useDecided(made)
  const { number, state, gates } = deal
  const open = gates.filter((gate) => gate.state === 'open')
  const isPrintable = deal.can.includes('print')
  const isQuote = state === 'quote' && deal.can.includes('printQuote')
  const print = (paper?: 'a4') => void printDeal(deal, { paper })
  // Enter is the button's, which has the focus.
  useHotkeys([
    ['P', () => (isPrintable || isQuote) && print()],
    ['shift+P', () => (isPrintable || isQuote) && print('a4')],
    ['mod+Enter', () => isPassed && settle()],
  ])
  return (
    <div className={css.page}>
      <PageHeader title={number ?? texts(`untitled.${state}`)} badge={<DealBadge deal={deal} />} />
      <section className={css.result} aria-live="polite">
        <p className={css.lead}>
          {texts(isPassed ? 'passed' : `became.${deal.isOnHold ? 'onHold' : state}`)}
        </p>
        <HandedOver deal={deal} />
        <Traded deal={deal} />
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
          <Button autoFocus variant={isPassed ? 'default' : 'filled'} onClick={onNext}>
            {texts('next')} <Kbd size="xs">↵</Kbd>
          </Button>
          {isPassed && (
            <BusyButton busy={isBusy} onClick={settle}>
              {texts('settle')} <Kbd size="xs">Ctrl ↵</Kbd>
            </BusyButton>
          )}
        </div>
      </section>
    </div>
  )
}

/** What is bought and sold, or will be once the deal is settled. */
function Traded({ deal }: { deal: Deal }) {
  const texts = useTexts(place)
  return (
    <ul className={css.lines}>
      {deal.lines.map((line) => (
        <li key={line.position}>
          <span data-side={line.side}>
            {texts(deal.state === 'settled' ? `sides.${line.side}` : `willBe.${line.side}`)}
          </span>{' '}
          <span className="agio-number">{groupDigits(line.quantity)}</span>{' '}
          {line.subCurrencyCode ?? line.currencyCode} <span className="agio-code">@ {line.rate}</span>
          {line.transfer && ` · ${texts('byBank', { name: line.transfer.name })}`}
        </li>
      ))}
    </ul>
  )
}
