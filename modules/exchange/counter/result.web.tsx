import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { BusyButton, PageHeader } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useChanged } from '#kit/web/realtime.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Deal, deals } from '../deals/deals.contract.ts'
import { GateText } from '../gates/gate.web.tsx'
import { printDeal } from '../receipts/print.web.ts'
import { Countdown, DealBadge } from '../deals/state.web.tsx'
import css from './result.module.css'

const place = 'exchange:result'
const api = bindContract(deals)

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
        <ul className={css.lines}>
          {deal.lines.map((line) => (
            <li key={line.position}>
              <span data-side={line.side}>
                {texts(state === 'settled' ? `sides.${line.side}` : `willBe.${line.side}`)}
              </span>{' '}
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

/**
 * The deal as it is now, whoever has decided on it meanwhile; `isPassed`: it stood at a gate, and whoever made it may settle it here.
 */
function useDecided(made: Deal) {
  const texts = useTexts('exchange:deals')
  const wasWaiting = made.gates.some((gate) => gate.state === 'open')
  const { queryKey, ...options } = api.getById.queryOptions({ id: made.id })
  const { data: deal } = useQuery({ ...options, queryKey, initialData: made, staleTime: Infinity })
  useChanged('/transaction-history', () => wasWaiting && void queryClient.invalidateQueries({ queryKey }))
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.settle.call({ id: deal.id, version: deal.version, lines: null, payments: null }),
    onSuccess: (settled) => {
      queryClient.setQueryData(queryKey, settled)
      snackbar.success(texts('said.settle'))
    },
  })
  const isPassed = wasWaiting && deal.state === 'pending' && deal.can.includes('settle')
  return { deal, isPassed, settle: () => mutate(), isBusy: isPending }
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
