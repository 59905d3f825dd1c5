import { Anchor, Checkbox, UnstyledButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Priced } from '../pricing/pricing.contract.ts'
import { GateText, Source } from '../gates/gate.web.tsx'
import { isNoNumber } from '../entry/entry.domain.ts'
import { isTakenHere } from '../entry/papers.web.tsx'
import { focusOn, useDeal } from '../entry/use-deal.web.ts'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'

/** What the deal comes to: who pays whom, the largest thing on the screen; it may be typed, and finds the last line. */
export function Total() {
  const texts = useTexts(place)
  const { pricing, house, aimAt, total, setTotal } = useDeal()
  const { direction, payable, totals, isNothing } = pricing
  const code = house.local?.code ?? ''
  const parts = (['buy', 'sell', 'fee', 'tax', 'rounding'] as const).filter((part) =>
    /[1-9]/.test(totals[part]),
  )
  const take = () => {
    if (total === undefined || isNoNumber(total)) return
    if (readNumber(total) !== payable) aimAt(total)
    setTotal(undefined)
  }
  return (
    <section
      className={css.total}
      aria-label={texts('total')}
      data-direction={isNothing ? undefined : direction}
    >
      <label>
        <span className={css.owes}>{texts(isNothing ? 'owes.nobody' : `owes.${direction}`)}</span>
        <span className={css.sum}>
          <input
            className={css.net}
            aria-label={texts('total')}
            data-path="total"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={total ?? groupDigits(payable)}
            aria-invalid={isNoNumber(total ?? '') || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTotal(event.currentTarget.value)}
            onBlur={take}
            onKeyDown={(event) => event.key === 'Enter' && take()}
          />
          <span className="agio-code">{code}</span>
        </span>
      </label>
      {parts.length > 1 && (
        <dl className={css.sums}>
          {parts.map((part) => (
            <div key={part}>
              <dt>{texts(`parts.${part}`)}</dt>
              <dd className="agio-number">{groupDigits(totals[part])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Fees, each with what it is and, where the rule allows it, a way to waive it with a reason. */
export function Fees() {
  const texts = useTexts(place)
  const { pricing, basket, change } = useDeal()
  if (pricing.fees.length === 0) return null
  const waive = (ruleId: string, reason: string | undefined) => {
    const { [ruleId]: _, ...rest } = basket.waived
    change({ waived: reason === undefined ? rest : { ...rest, [ruleId]: reason } })
  }
  return (
    <section className={css.part} aria-label={texts('fees')}>
      <h2>{texts('fees')}</h2>
      {pricing.fees.map(({ ruleId, name, fee, tax, isWaivable }) => {
        const reason = basket.waived[ruleId]
        const isOff = reason !== undefined
        return (
          <div key={ruleId} className={css.fee}>
            <span data-off={(isOff && reason !== '') || undefined}>{name}</span>
            <span className="agio-number" data-off={(isOff && reason !== '') || undefined}>
              {groupDigits(fee)}
              {/[1-9]/.test(tax) && <small> {texts('withTax', { tax: groupDigits(tax) })}</small>}
            </span>
            {isWaivable && (
              <UnstyledButton className={css.link} onClick={() => waive(ruleId, isOff ? undefined : '')}>
                {texts(isOff ? 'charge' : 'waive')}
              </UnstyledButton>
            )}
            {isOff && (
              <input
                className={css.reason}
                aria-label={texts('waiverReason', { name })}
                placeholder={texts('reason')}
                maxLength={200}
                autoFocus={reason === ''}
                value={reason}
                onChange={(event) => waive(ruleId, event.currentTarget.value)}
              />
            )}
          </div>
        )
      })}
    </section>
  )
}

/** What the server still wants, each a way to its field, with the rule that asks for it. */
export function Missing() {
  const texts = useTexts(place)
  const deal = useDeal()
  const missing = deal.pricing.said?.missing ?? []
  const { customer } = deal.basket
  if (missing.length === 0) return null
  const words = (field: string, message: string) => {
    const need = texts(`needs.${field.replace(/^customer\.|^.*thirdParty\./, '')}`, { defaultValue: '' })
    return [field.includes('thirdParty.') ? texts('thirdParty.need', { need }) : need, message]
      .filter(Boolean)
      .join(': ')
  }
  return (
    <section className={css.part} aria-label={texts('missing')}>
      <h2>{texts('missing')}</h2>
      <ul className={css.needs}>
        {missing.map(({ field, code, message, rule, source }) => (
          <li key={`${field} ${code}`}>
            {field.startsWith('customer.') && customer && !isTakenHere(field) ? (
              // What is on file is added there: the basket stays, and is looked at again on the way back.
              <Anchor
                size="sm"
                target="_blank"
                href={`/customer/${customer.type === 2 ? 'corporate' : 'individual'}/${customer.id}`}
              >
                {words(field, message)}
              </Anchor>
            ) : (
              <UnstyledButton onClick={() => focusOn(pathOf(field, deal))}>
                {words(field, message)}
              </UnstyledButton>
            )}
            <Source rule={rule} source={source} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines go by their key on the screen, and by their place among what was sent in an answer. */
export function pathOf(field: string, { pricing }: ReturnType<typeof useDeal>) {
  const [, at, rest] = /^lines\.(\d+)\.(\w+)/.exec(field) ?? []
  const line = at === undefined ? undefined : pricing.lines.find((one) => one.at === Number(at))
  return line
    ? `${line.entry.key}.${rest === 'currencyId' ? 'currency' : rest}`
    : field.replace(/^walkIn\./, 'customer.')
}

/** The gates that would stop the deal, and the wish that somebody looks at it. */
export function Gates() {
  const texts = useTexts(place)
  const { pricing, basket, change } = useDeal()
  const gates: Priced['gates'] = pricing.said?.gates ?? []
  const warnings: Priced['warnings'] = pricing.said?.warnings ?? []
  return (
    <section className={css.part} aria-label={texts('gates')}>
      {gates.length > 0 && (
        <>
          <h2>
            <IconLock size={16} stroke={1.75} aria-hidden /> {texts('gates')}
          </h2>
          <ul className={css.needs}>
            {gates.map((gate) => (
              <li key={`${gate.kind}${gate.reason}${gate.line}`}>
                <GateText gate={gate} />
              </li>
            ))}
          </ul>
        </>
      )}
      {warnings.length > 0 && (
        <ul className={css.needs} aria-label={texts('stockWarnings')}>
          {warnings.map((gate) => (
            <li key={`${gate.reason}${gate.line}`}>
              <GateText gate={gate} />
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        size="xs"
        label={texts('askAuthorization')}
        checked={basket.askAuthorization}
        onChange={(event) => change({ askAuthorization: event.currentTarget.checked })}
      />
    </section>
  )
}

/** What the house earns, for whoever may know: a small light, and the two gains apart. */
export function GainLight() {
  const texts = useTexts(place)
  const { pricing, house } = useDeal()
  const gain = pricing.said?.gain
  if (!gain) return null
  const isLoss = gain.dealing.startsWith('-') || gain.realised.startsWith('-')
  return (
    <p className={css.gain} data-loss={isLoss || undefined} title={texts('gainNote')}>
      <span className={css.light} aria-hidden />
      {texts('gain', {
        dealing: groupDigits(gain.dealing),
        holding: groupDigits(gain.holding),
        code: house.local?.code ?? '',
      })}
      {isLoss && <span className="agio-sr">{texts('loss')}</span>}
    </p>
  )
}
