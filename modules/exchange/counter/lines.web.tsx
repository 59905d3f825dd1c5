import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { rateText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { AskShort } from '#modules/inventory/public.web.tsx'
import { inverse, type RuleKind } from '#modules/rates/effective/effective.domain.ts'
import type { PricedLine } from '../entry/pricing.web.ts'
import { isNegotiated, isNoNumber, type NumberField, sumOf, typeInto } from '../entry/entry.domain.ts'
import { focusOn, useDeal } from '../entry/use-deal.web.ts'
import { Deviation } from '../pricing/deviation.web.tsx'
import { CurrencyBox, NumberBox } from '../entry/fields.web.tsx'
import { Way } from '../entry/way.web.tsx'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'

/** The basket: a line for each currency that changes hands, each with what the teller must know beside it. */
export function Lines() {
  const texts = useTexts(place)
  const { pricing } = useDeal()
  return (
    <div className={css.lines} role="group" aria-label={texts('basket')}>
      <div className={css.head} aria-hidden>
        <span>{texts('side')}</span>
        <span>{texts('currency')}</span>
        <span data-number>{texts('quantity')}</span>
        <span data-number>{texts('rate')}</span>
        <span data-number>{texts('amount')}</span>
      </div>
      {pricing.lines.map((line, index) => (
        <Line key={line.entry.key} line={line} number={index + 1} />
      ))}
    </div>
  )
}

function Line({ line, number }: { line: PricedLine; number: number }) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { entry, typed, isWhole } = line
  const { key, side } = entry
  const label = (field: string) => texts('ofLine', { field: texts(field), number })
  const negotiated = isWhole && isNegotiated(entry, typed)
  const gates = deal.pricing.isCurrent ? (deal.pricing.said?.gates ?? []) : []
  const isOutside =
    line.at >= 0 && gates.some((gate) => gate.line === line.at && gate.kind === 'authorization')
  const next = () => {
    const { entries } = deal.basket
    const following = entries[entries.findIndex((one) => one.key === key) + 1]
    if (following) focusOn(`${following.key}.currency`)
    else if (isWhole) deal.addLine(side)
  }
  const box = (field: NumberField) => ({
    label: label(field),
    path: `${key}.${field}`,
    onType: (text: string) => deal.put(key, (now) => typeInto(now, field, text)),
    onEnter: next,
  })
  const tone = isOutside ? 'outside' : negotiated ? 'negotiated' : undefined
  return (
    <div className={css.line} role="group" aria-label={texts('line', { number })} data-side={side}>
      <UnstyledButton
        className={css.side}
        data-side={side}
        title={texts('turn')}
        aria-label={texts('turnLine', { side: texts(`sides.${side}`), number })}
        onClick={() => deal.turn(entry)}
      >
        {texts(`sides.${side}`)}
      </UnstyledButton>
      <CurrencyBox
        label={label('currency')}
        placeholder={texts('code')}
        path={`${key}.currency`}
        tradables={deal.house.tradables}
        chosen={entry.subCurrencyId ?? entry.currencyId}
        onPick={(one) => deal.pick(entry, one.currencyId, one.subCurrencyId)}
        onEnter={() => focusOn(`${key}.quantity`)}
        isFirst={number === 1}
      />
      <NumberBox {...box('quantity')} shown={typed.quantity ?? entry.quantity} />
      <NumberBox
        {...box('rate')}
        shown={rateShown(entry, typed.rate)}
        placeholder={entry.usual ? rateText(entry.usual) : ''}
        tone={tone}
      />
      <NumberBox {...box('amount')} shown={typed.amount ?? entry.amount} />
      <UnstyledButton
        className={css.remove}
        aria-label={texts('removeLine', { number })}
        onClick={() => deal.removeLine(key)}
      >
        <IconX size={16} stroke={1.75} />
      </UnstyledButton>
      <Beside line={line} number={number} isNegotiated={negotiated} isOutside={isOutside} />
    </div>
  )
}

/** The rate of a line; what was typed and is none stays as it is, and an emptied one stays empty until it is found. */
function rateShown({ rate: text, found }: PricedLine['entry'], rate: string | undefined): string {
  if (text !== null && isNoNumber(text)) return text
  return (text === '' && found !== 'rate') || !rate ? '' : rateText(rate)
}

/** By how much the drawer is short of what a line sells, all of it to who may not know; undefined where it is not. */
function shortOf({ typed, said }: PricedLine): string | undefined {
  if (!said || !typed.quantity) return undefined
  if (!said.available) return said.isShort ? typed.quantity : undefined
  const short = new Exact(typed.quantity).minus(said.available)
  return short.greaterThan(0) ? short.toFixed() : undefined
}

interface BesideProps {
  line: PricedLine
  number: number
  isNegotiated: boolean
  isOutside: boolean
}

/** Under a line: what the rate is compared with, why it is another one, and which notes go over the counter. */
function Beside({ line, number, isNegotiated: negotiated, isOutside }: BesideProps) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { entry, typed, said, moved } = line
  const rate = deal.house.rateOf(entry)
  const { local } = deal.house
  if (!entry.currencyId || !local) return <div className={css.beside} />
  const mid = said?.mid ?? rate?.mid
  const unit = rate?.quoteUnit ?? 1
  const available = said?.available
  const isShort = shortOf(line) !== undefined
  return (
    <div className={css.beside}>
      <span className={css.facts}>
        {entry.usual === null && rate && <span data-tone="attention">{texts('noRate')}</span>}
        {entry.usual && (negotiated || !mid) && (
          <span>{texts('usual', { rate: rateText(entry.usual) })}</span>
        )}
        {negotiated && typed.rate && entry.usual && (
          <span data-tone={isOutside ? 'stopped' : 'attention'}>
            <Deviation side={entry.side} rate={typed.rate} usualRate={entry.usual} />
          </span>
        )}
        {rate && <RateRule kind={rate.rule.kind} />}
        {mid && <span>{texts('mid', { rate: rateText(mid) })}</span>}
        {unit > 1 && <span>{texts('perUnits', { count: unit })}</span>}
        {typed.rate && Number(typed.rate) > 0 && (
          <span>{texts('inverse', { local: local.code, rate: rateText(inverse(typed.rate, unit)) })}</span>
        )}
        {isShort && (
          <>
            <span data-tone="attention">
              {available
                ? texts(entry.accountId ? 'atBank' : 'available', { quantity: groupDigits(available) })
                : texts(entry.accountId ? 'shortAtBank' : 'short')}
            </span>
            {!entry.accountId && (
              <AskShort
                itemIds={[entry.subCurrencyId, entry.currencyId]}
                quantity={shortOf(line) ?? ''}
                isKeyed={deal.pricing.lines.find((one) => shortOf(one) !== undefined) === line}
              />
            )}
          </>
        )}
      </span>
      {moved && (
        <span className={css.moved} role="alert">
          {texts('moved', { rate: rateText(moved) })}{' '}
          <UnstyledButton onClick={deal.takeRates}>{texts('takeRate')}</UnstyledButton>
        </span>
      )}
      {negotiated && (
        <input
          className={css.reason}
          data-path={`${entry.key}.reason`}
          aria-label={texts('ofLine', { field: texts('reason'), number })}
          placeholder={texts('reason')}
          maxLength={200}
          value={entry.reason}
          onChange={(event) => deal.put(entry.key, { reason: event.currentTarget.value })}
        />
      )}
      <Way line={line} number={number} />
      {line.isWhole && !entry.accountId && <Pieces line={line} number={number} />}
    </div>
  )
}

/** That the usual rate is another one than that of all, and whose. */
function RateRule({ kind }: { kind: RuleKind }) {
  const texts = useTexts(place)
  return kind === 'customer' || kind === 'custom' ? <span>{texts(`rateRules.${kind}`)}</span> : null
}

/** Notes and coins of a line: what the drawer proposes, and what the teller counts instead. */
function Pieces({ line: { entry, typed, said }, number }: { line: PricedLine; number: number }) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { pieces, side } = entry
  const shown = pieces.length > 0 ? pieces : side === 'sell' ? (said?.suggested ?? []) : []
  const all = deal.house.currencyOf(entry.currencyId)?.denominations ?? []
  const startCounting = () =>
    deal.put(entry.key, {
      pieces: all.map(({ kind, faceValue }) => ({
        kind: kind === 'coin' ? 'coin' : 'note',
        faceValue,
        count:
          shown.find((piece) => piece.kind === kind && Number(piece.faceValue) === Number(faceValue))
            ?.count ?? 0,
      })),
    })
  if (pieces.length > 0) {
    const sum = sumOf(pieces)
    const isEven = Number(sum) === Number(typed.quantity)
    return (
      <div className={css.pieces}>
        {pieces.map(({ kind, faceValue, count }, at) => (
          <label key={`${kind}${faceValue}`}>
            <span>{groupDigits(faceValue)} ×</span>
            <PieceCount
              path={`${entry.key}.pieces.${at}`}
              label={texts('countOf', {
                face: groupDigits(faceValue),
                kind: texts(`kinds.${kind}`),
                number,
              })}
              count={count}
              put={(next) =>
                deal.put(entry.key, { pieces: pieces.with(at, { kind, faceValue, count: next }) })
              }
            />
          </label>
        ))}
        <span data-tone={isEven ? 'done' : 'attention'} className="agio-number">
          {texts('counted', { sum: groupDigits(sum), quantity: groupDigits(typed.quantity ?? '') })}
        </span>
        <UnstyledButton className={css.link} onClick={() => deal.put(entry.key, { pieces: [] })}>
          {texts('stopCounting')}
        </UnstyledButton>
      </div>
    )
  }
  if (all.length === 0) return null
  return (
    <span className={css.notes}>
      {shown.length > 0 && (
        <span className="agio-number">
          {texts('handOut')}{' '}
          {shown.map(({ faceValue, count }) => `${count} × ${groupDigits(faceValue)}`).join(' + ')}
        </span>
      )}
      <UnstyledButton className={css.link} onClick={startCounting}>
        {texts('countNotes')}
      </UnstyledButton>
    </span>
  )
}

interface PieceCountProps {
  path: string
  label: string
  count: number
  put: (count: number) => void
}

/** How many of a note or coin; what is no count stays as it was typed, and is none. */
function PieceCount({ path, label, count, put }: PieceCountProps) {
  const [faulty, setFaulty] = useState('')
  const isFaulty = Number.isNaN(count)
  return (
    <input
      inputMode="numeric"
      data-path={path}
      aria-label={label}
      aria-invalid={isFaulty || undefined}
      maxLength={7}
      value={isFaulty ? faulty : count === 0 ? '' : count}
      onChange={({ currentTarget: { value } }) => {
        setFaulty(value)
        put(value === '' ? 0 : Number(readNumber(value, { decimals: 0, digits: 6 }) ?? NaN))
      }}
    />
  )
}
