import { Select, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { inputsOf, stepBetween } from '#kit/web/sheet-keys.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import {
  type Entered,
  isAmount,
  isEntry,
  isUntouched,
  linesOf,
  piecesOf,
  runningTotal,
} from './entry.domain.ts'
import { type StockItem, totalOf } from './items.domain.ts'
import css from './count-entry.module.css'

const place = 'inventory:entry'

/** What is being counted: the items that lie there, the local money, what was added by hand, and what a draft has already. */
export function useCountEntry(
  items: readonly StockItem[],
  held: readonly string[],
  draft: Entered = new Map(),
) {
  const [entered, setEntered] = useState(draft)
  const [added, setAdded] = useState<readonly string[]>([...draft.keys()])
  const [isRefused, setRefused] = useState(false)
  const shown = items.filter(({ id, isLocal }) => isLocal || held.includes(id) || added.includes(id))
  const typed = [...entered.values()].flatMap((one) => [...one])
  // What should lie here and beside which nothing was typed: nobody has counted it.
  const missing = shown.filter(({ id }) => held.includes(id) && isUntouched(entered.get(id)))
  return {
    items,
    shown,
    entered,
    isFaulty: shown.some((item) => runningTotal(item, entered.get(item.id) ?? new Map()) === undefined),
    hasEntries: typed.some(([, text]) => text.trim() !== ''),
    /** What is said to be missing, once a full count was handed in without it. */
    missing: isRefused ? missing : [],
    /** Whether a full count can be handed in; else what is missing is said at its place. */
    isComplete: () => {
      setRefused(true)
      return missing.length === 0
    },
    lines: () => linesOf(entered, shown),
    add: (id: string) => setAdded([...added, id]),
    set: (id: string, key: string, text: string) =>
      setEntered(new Map(entered).set(id, new Map(entered.get(id)).set(key, text))),
    clear: () => setEntered(new Map()),
  }
}

export type Counting = ReturnType<typeof useCountEntry>

/**
 * Notes and coins, from the largest down: a number beside each, Enter to the next, Page Down to the next item, the total running
 * along. With `isFocused` the first has the focus.
 */
export function CountEntry({ counting, isFocused = false }: { counting: Counting; isFocused?: boolean }) {
  const texts = useTexts(place)
  const all = useRef<HTMLDivElement>(null)
  const { items, shown, add } = counting
  useEffect(() => {
    if (isFocused) inputsOf(all.current)[0]?.focus()
  }, [isFocused])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const inputs = inputsOf(all.current)
    const item = event.currentTarget.closest('section')
    const own = inputs.filter((one) => item?.contains(one))
    const at = own.indexOf(event.currentTarget)
    const before = inputs[inputs.indexOf(event.currentTarget) - at - 1]?.closest('section')
    stepBetween(event, inputs, {
      ArrowDown: 1,
      Enter: 1,
      ArrowUp: -1,
      PageDown: own.length - at,
      PageUp: -at - inputs.filter((one) => before?.contains(one)).length,
    })
  }
  const others = items.filter((item) => item.isEnabled && !shown.includes(item))
  const isGoods = items[0]?.name !== undefined
  return (
    <>
      <div ref={all} className={css.items}>
        {shown.map((item) => (
          <Item key={item.id} item={item} counting={counting} onKeyDown={onKeyDown} />
        ))}
      </div>
      {others.length > 0 && (
        <Select
          label={texts(isGoods ? 'addItem' : 'add')}
          placeholder={texts(isGoods ? 'chooseItem' : 'choose')}
          maw={260}
          searchable
          selectFirstOptionOnChange
          value={null}
          data={others.map(({ id, code, name }) => ({ value: id, label: name ? `${code} · ${name}` : code }))}
          onChange={(id) => id && add(id)}
        />
      )}
    </>
  )
}

interface ItemProps {
  item: StockItem
  counting: Counting
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Item({ item, counting, onKeyDown }: ItemProps) {
  const texts = useTexts(place)
  const { code, name, flagCode, denominations, tracking } = item
  const typed = counting.entered.get(item.id) ?? new Map<string, string>()
  const isMissing = counting.missing.includes(item)
  const input = (key: string, label: string) => (
    <NumberCell
      data-field
      isWhole={key !== 'amount'}
      maxLength={20}
      label={label}
      value={typed.get(key) ?? ''}
      error={!(key === 'amount' ? isAmount(typed.get(key) ?? '', item) : isEntry(typed.get(key) ?? ''))}
      onChange={(text) => counting.set(item.id, key, text)}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <section className={css.item} aria-label={code}>
      <div className={css.head}>
        {name ? `${code} · ${name}` : <CurrencyLabel code={code} flagCode={flagCode} />}
        <output className={`agio-number ${css.total}`} aria-label={texts('total', { code })}>
          {isUntouched(typed) ? '–' : groupDigits(runningTotal(item, typed) ?? '–')}
        </output>
      </div>
      {isMissing && (
        <p role="alert" className={css.missing}>
          {texts('missing')}
        </p>
      )}
      {tracking && (
        <Textarea
          data-field
          label={texts(tracking === 'serial' ? 'serialsOf' : 'batchesOf', { code })}
          description={texts(`about.${tracking}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          autosize
          minRows={2}
          maxRows={12}
          value={typed.get('units') ?? ''}
          onChange={(event) => counting.set(item.id, 'units', event.currentTarget.value)}
        />
      )}
      {!tracking && denominations.length === 0 && (
        <div className={css.line}>
          <span className={css.face}>{texts(name ? 'units' : 'amount')}</span>
          {input('amount', texts(name ? 'unitsOf' : 'amountOf', { code }))}
        </div>
      )}
      {denominations.map((one) => {
        const key = `${one.kind} ${one.faceValue}`
        const pieces = piecesOf({ denominations: [one] }, typed)
        const face = groupDigits(one.faceValue)
        return (
          <div key={key} className={css.line}>
            <span className={css.face}>
              {one.kind === 'coin' && <small className={css.muted}>{texts('coin')}</small>}
              <span className="agio-number">{face}</span>
            </span>
            {input(key, texts(one.kind === 'coin' ? 'coinsOf' : 'notesOf', { code, face }))}
            <span className={`agio-number ${css.amount} ${css.muted}`}>
              {pieces.length > 0 ? groupDigits(totalOf(pieces)) : ''}
            </span>
          </div>
        )
      })}
    </section>
  )
}
