import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { ApiError, can } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { rateText } from '#kit/web/format.web.ts'
import { useLeaveQuestion } from '#kit/web/form/leave.web.ts'
import { BusyButton, ErrorBox, ErrorState, PageHeader } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import type { UpTo } from '../entry/settling.web.ts'
import {
  type Beginning,
  DealScope,
  type DealState,
  focusOn,
  useDeal,
  useDealState,
} from '../entry/use-deal.web.ts'
import { printDeal } from '../receipts/print.web.ts'
import { Result } from '../result/result.web.tsx'
import type { Deal } from '../deals/deals.contract.ts'
import { Customer } from './customer.web.tsx'
import { Lines } from './lines.web.tsx'
import { Payments } from './payments.web.tsx'
import { Fees, GainLight, Gates, Missing, pathOf, Total } from './side.web.tsx'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'

/** One deal, from what is typed to what became of it. */
export function OneDeal({ held, customer, onNext }: Beginning & { onNext: () => void }) {
  const texts = useTexts(place)
  const [done, setDone] = useState<Deal>()
  const [prints, setPrints] = useState(false)
  const deal = useDealState({ held, customer }, (made) => {
    setDone(made)
    if (made.state === 'settled') snackbar.success(texts('said.createdAndProcessed'))
    if (prints && made.can.includes('print')) void printDeal(made)
  })
  useLeaveQuestion(place, done === undefined && deal.hasContent)
  const take = (upTo: UpTo, isPrinted = false) => {
    if (deal.isRegistering) return
    setPrints(isPrinted)
    if (deal.faulty !== undefined) return focusOn(deal.faulty)
    if (deal.pricing.lines.every((line) => !line.isWhole))
      return focusOn(`${deal.basket.entries[0]?.key}.currency`)
    if (mustRegister(deal, upTo)) return deal.setRegistering(true)
    deal.settling.send(deal.pricing.draft(), upTo)
  }
  if (done) return <Result deal={done} onNext={onNext} />
  return (
    <DealScope value={deal}>
      <Entry held={held} take={take} />
    </DealScope>
  )
}

/** Whether the amount asks for a customer on file while somebody is identified who is on none. */
const mustRegister = ({ basket, pricing }: DealState, upTo: UpTo) =>
  (upTo === 'settle' || upTo === 'submit') &&
  basket.customer === null &&
  Object.values(basket.walkIn).every((text) => text.trim() !== '') &&
  pricing.said?.missing.some(({ code }) => code === 'CUSTOMER_REQUIRED') === true &&
  can('manage_customers_information')

type Take = (upTo: UpTo, isPrinted?: boolean) => void

function Entry({ held, take }: { held: Deal | undefined; take: Take }) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { settling, basket } = deal
  const isOpen = !settling.isUnsure
  const settles = can('settle_transactions')
  const holds = can('hold_transactions')
  const last = basket.entries.at(-1)
  const only = (act: () => void) => () => (isOpen && !deal.isRegistering ? act() : undefined)
  useHotkeys(
    [
      ['F1', only(() => deal.addLine('buy'))],
      ['F2', only(() => deal.addLine('sell'))],
      ['F3', only(() => focusOn(`${last?.key}.amount`))],
      ['F4', only(() => focusOn('payments.0.tendered'))],
      ['F6', only(() => take('quote'))],
      ['F7', only(() => focusOn('customerId'))],
      ['F8', only(() => holds && take('hold'))],
      ['mod+S', only(() => take('draft'))],
      ['F9', () => take(settles ? 'settle' : 'submit', true)],
      ['mod+Enter', () => take(settles ? 'settle' : 'submit')],
    ],
    [],
  )
  return (
    <div className={css.page}>
      <PageHeader
        title={held ? texts(`going.${held.state === 'quote' ? 'quote' : 'draft'}`) : texts('title')}
      >
        <span className={css.hint}>{texts('hint')}</span>
      </PageHeader>
      {deal.house.error && !deal.house.local && (
        <ErrorState message={messageOf(deal.house.error)} onRetry={deal.house.retry} />
      )}
      <fieldset className={css.desk} disabled={!isOpen} aria-label={texts('title')}>
        <div className={css.left}>
          <Lines />
          <div className={css.adds}>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => deal.addLine('buy')}>
              {texts('addBuy')} <Kbd size="xs">F1</Kbd>
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => deal.addLine('sell')}>
              {texts('addSell')} <Kbd size="xs">F2</Kbd>
            </Button>
          </div>
          <Rates />
        </div>
        <div className={css.right}>
          <Total />
          <Customer />
          <Payments />
          <Fees />
          <Missing />
          <Gates />
          <GainLight />
        </div>
      </fieldset>
      <Foot take={take} />
    </div>
  )
}

/** What may become of the deal, the likeliest last. */
function Foot({ take }: { take: Take }) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { settling } = deal
  const isOpen = !settling.isUnsure
  const settles = can('settle_transactions')
  const holds = can('hold_transactions')
  const gates = deal.pricing.said?.gates.length ?? 0
  const state = { busy: settling.isBusy, disabled: deal.faulty !== undefined }
  async function empty() {
    const words = {
      title: texts('form.leaveTitle'),
      message: texts('form.leave'),
      confirm: texts('form.discard'),
    }
    if (await confirm({ ...words, danger: true })) location.reload()
  }
  return (
    <footer className={css.foot}>
      <Trouble />
      {isOpen ? (
        <>
          {deal.hasContent && (
            <Button variant="subtle" color="gray" onClick={() => void empty()}>
              {texts('discard')}
            </Button>
          )}
          <BusyButton variant="default" {...state} onClick={() => take('draft')}>
            {texts('saveDraft')} <Kbd size="xs">Ctrl S</Kbd>
          </BusyButton>
          {holds && (
            <BusyButton variant="default" {...state} onClick={() => take('hold')}>
              {texts('hold')} <Kbd size="xs">F8</Kbd>
            </BusyButton>
          )}
          <BusyButton variant="default" {...state} onClick={() => take('quote')}>
            {texts('quote')} <Kbd size="xs">F6</Kbd>
          </BusyButton>
          {settles && gates === 0 && (
            <BusyButton variant="default" {...state} onClick={() => take('settle', true)}>
              {texts('settleAndPrint')} <Kbd size="xs">F9</Kbd>
            </BusyButton>
          )}
          <BusyButton
            {...state}
            loading={settling.isBusy}
            onClick={() => take(settles ? 'settle' : 'submit')}
          >
            {texts(gates > 0 ? 'sendToApprove' : settles ? 'settle' : 'submit')} <Kbd size="xs">Ctrl ↵</Kbd>
          </BusyButton>
        </>
      ) : (
        <>
          <Button variant="subtle" color="gray" onClick={settling.forget}>
            {texts('unsure.change')}
          </Button>
          <BusyButton busy={settling.isBusy} loading={settling.isBusy} onClick={() => take('settle')}>
            {texts('tryAgain')} <Kbd size="xs">Ctrl ↵</Kbd>
          </BusyButton>
        </>
      )}
    </footer>
  )
}

/** Why the deal cannot be made: what the server answered, or that its answer was lost. */
function Trouble() {
  const texts = useTexts(place)
  const deal = useDeal()
  const { settling, pricing } = deal
  const error = settling.error ?? pricing.error
  const faults = error instanceof ApiError ? error.invalidParams : []
  const isMoved = settling.error instanceof ApiError && settling.error.code === 'RATE_CHANGED'
  const firstField = settling.error ? faults[0]?.field : undefined
  useEffect(() => {
    if (firstField !== undefined) focusOn(pathOf(firstField, deal))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [settling.error])
  const { faulty } = deal
  if (faulty !== undefined)
    return (
      <ErrorBox>
        <UnstyledButton className={css.fault} onClick={() => focusOn(faulty)}>
          {texts('faults.number')}
        </UnstyledButton>
      </ErrorBox>
    )
  if (!error) return null
  if (settling.isUnsure) return <ErrorBox title={texts('unsure.title')}>{texts('unsure.text')}</ErrorBox>
  const [what = ''] = messageOf(error).split('\n')
  return (
    <ErrorBox>
      {faults.every(({ message }) => message !== what) && what}
      {faults.map(({ field, message }) => (
        <UnstyledButton key={field} className={css.fault} onClick={() => focusOn(pathOf(field, deal))}>
          {message}
        </UnstyledButton>
      ))}
      {isMoved && (
        <Button size="compact-sm" variant="default" onClick={deal.takeRates}>
          {texts('takeRates')}
        </Button>
      )}
    </ErrorBox>
  )
}

/** The rates of this branch; a press on one begins a line with it. */
function Rates() {
  const texts = useTexts(place)
  const { house, addLine } = useDeal()
  if (house.rates.length === 0) return null
  // As many decimals for all, so that they stand one below the other.
  const places = Math.max(
    ...house.rates.flatMap(({ buy, sell }) => [buy, sell].map((rate) => rate?.split('.')[1]?.length ?? 0)),
  )
  return (
    <section className={css.rates} aria-label={texts('rates')}>
      <h2>{texts('rates')}</h2>
      <ul>
        {house.rates.map(({ currencyId, subCurrencyId, code, flagCode, quoteUnit, buy, sell }) => (
          <li key={subCurrencyId ?? currencyId}>
            <span className={css.rateName}>
              <CurrencyLabel code={code} flagCode={flagCode} />
              {quoteUnit > 1 && <small>{groupDigits(String(quoteUnit))}</small>}
            </span>
            {(['buy', 'sell'] as const).map((side) => {
              const rate = side === 'buy' ? buy : sell
              if (rate === null) return <span key={side}>–</span>
              return (
                <UnstyledButton
                  key={side}
                  tabIndex={-1}
                  data-side={side}
                  aria-label={texts('dealAt', { side: texts(`sides.${side}`), code, rate: rateText(rate) })}
                  onClick={() => addLine(side, currencyId, subCurrencyId)}
                >
                  {rateText(rate, places)}
                </UnstyledButton>
              )
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
