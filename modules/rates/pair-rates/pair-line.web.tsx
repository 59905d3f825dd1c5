import { Button } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { dateTimeText, groupDigits } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import type { PairRow } from './pair-rates.contract.ts'
import css from './pair-sheet.module.css'

export interface Dealt {
  buy: string | null
  sell: string | null
}

interface LineProps {
  row: PairRow<unknown>
  place: string
  fields: readonly string[]
  typed: readonly string[]
  held: readonly string[]
  change: string
  dealt: Dealt
  fault: string | undefined
  isReadOnly: boolean
  /** What holds ends with this sheet. */
  isEnding: boolean
  onChange: (at: number, text: string) => void
  onEnd: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent, at: number) => void
}

/** One pair of a sheet: what holds and is dealt, what is typed over it, and ending it. */
export function PairLine(props: LineProps) {
  const { row, place, fields, typed, held, change, dealt, fault, isReadOnly, isEnding } = props
  const texts = useTexts(place)
  const words = useTexts('rates:pairs')
  const { code, flagCode, quoteUnit, mid, holds, ended } = row
  const isChanged = isEnding || typed.some(Boolean)
  const canEnd = holds !== null && !isReadOnly
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isClearing = event.key === 'Delete' && event.currentTarget.value === ''
    if (isClearing && canEnd && !event.repeat) props.onEnd()
    else props.onKeyDown(event)
  }
  const last = holds ?? ended
  return (
    <tr className={isChanged ? css.changed : undefined}>
      <th scope="row">
        <CurrencyLabel code={code} flagCode={flagCode} />
      </th>
      <td data-number>{groupDigits(String(quoteUnit))}</td>
      <td data-number>{mid === null ? '–' : groupDigits(mid)}</td>
      <td data-number>{dealt.buy === null ? '–' : groupDigits(dealt.buy)}</td>
      <td data-number>{dealt.sell === null ? '–' : groupDigits(dealt.sell)}</td>
      {fields.map((field, at) => (
        <td key={field}>
          <NumberCell
            w={110}
            look={isEnding ? css.ending : undefined}
            label={texts('fieldOf', { field: texts(`fields.${field}`), code })}
            placeholder={held[at]}
            value={typed[at] ?? ''}
            readOnly={isReadOnly}
            error={at === 0 ? fault : fault !== undefined}
            onChange={(text) => props.onChange(at, text)}
            onKeyDown={onKeyDown}
            onPaste={(event) => props.onPaste(event, at)}
          />
        </td>
      ))}
      <td className={css.change}>{change}</td>
      <td title={last?.reason || undefined} className={css.quiet}>
        {last && `${dateTimeText(last.publishedAt)} · ${last.author}`}
      </td>
      <td>
        {canEnd && (
          // By keyboard it is Delete in a field of the row: no further stop for the tabulator.
          <Button
            size="compact-xs"
            variant="subtle"
            tabIndex={-1}
            aria-pressed={isEnding}
            aria-label={words(isEnding ? 'keepOf' : 'endOf', { code })}
            onClick={props.onEnd}
          >
            {words(isEnding ? 'keep' : 'end')}
          </Button>
        )}
      </td>
    </tr>
  )
}
