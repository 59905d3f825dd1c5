import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import type { GridColumn } from '#kit/web/document/line-grid.web.tsx'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import type { PairRow } from './pair-rates.contract.ts'
import css from './pair-sheet.module.css'

export interface Dealt {
  buy: string | null
  sell: string | null
}

/** One pair of a sheet: what holds and is dealt, what is typed over it, and what changes by that. */
export interface Line {
  row: PairRow<unknown>
  typed: readonly string[]
  held: readonly string[]
  change: string
  dealt: Dealt
  fault: string | undefined
  /** What holds ends with this sheet. */
  isEnding: boolean
  canEnd: boolean
}

interface PairColumns {
  place: string
  fields: readonly string[]
  isReadOnly: boolean
  onChange: (id: string, typed: readonly string[]) => void
  onEnd: (id: string) => void
}

const lastOf = ({ row: { holds, ended } }: Line) => holds ?? ended

/** The columns of a sheet of pairs, and ending what holds. */
export function usePairColumns(props: PairColumns): GridColumn<Line>[] {
  const { place, fields, isReadOnly, onChange, onEnd } = props
  const texts = useTexts(place)
  const words = useTexts('rates:pairs')
  const figure = (field: string, value: (line: Line) => string | null): GridColumn<Line> => ({
    title: words(field),
    isNumber: true,
    show: (line) => groupDigits(value(line) ?? '–'),
  })
  const typed = (field: string, at: number): GridColumn<Line> => ({
    title: texts(`fields.${field}`),
    input: ({ row, ...line }, keys) => (
      <NumberCell
        {...keys}
        w={110}
        look={line.isEnding ? css.ending : undefined}
        label={texts('fieldOf', { field: texts(`fields.${field}`), code: row.code })}
        placeholder={line.held[at]}
        value={line.typed[at] ?? ''}
        readOnly={isReadOnly}
        error={at === 0 ? line.fault : line.fault !== undefined}
        onChange={(text) => onChange(row.baseCurrencyId, line.typed.with(at, text))}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          const isClearing = event.key === 'Delete' && event.currentTarget.value === ''
          if (isClearing && line.canEnd && !event.repeat) onEnd(row.baseCurrencyId)
          else keys.onKeyDown(event)
        }}
      />
    ),
  })
  return [
    {
      title: texts('fields.currencyId'),
      isHead: true,
      show: ({ row: { code, flagCode } }) => <CurrencyLabel code={code} flagCode={flagCode} />,
    },
    figure('quoteUnit', ({ row }) => String(row.quoteUnit)),
    figure('mid', ({ row }) => row.mid),
    figure('weBuy', ({ dealt }) => dealt.buy),
    figure('weSell', ({ dealt }) => dealt.sell),
    ...fields.map(typed),
    { title: words('change'), cell: () => ({ className: css.change }), show: ({ change }) => change },
    {
      title: texts('fields.publishedAt'),
      cell: (line) => ({ title: lastOf(line)?.reason || undefined, className: css.quiet }),
      show: (line) => {
        const last = lastOf(line)
        return last && `${dateTimeText(last.publishedAt)} · ${last.author}`
      },
    },
    {
      title: '',
      show: ({ row: { baseCurrencyId, code }, canEnd, isEnding }) =>
        canEnd && (
          // By keyboard it is Delete in a field of the row: no further stop for the tabulator.
          <Button
            size="compact-xs"
            variant="subtle"
            tabIndex={-1}
            aria-pressed={isEnding}
            aria-label={words(isEnding ? 'keepOf' : 'endOf', { code })}
            onClick={() => onEnd(baseCurrencyId)}
          >
            {words(isEnding ? 'keep' : 'end')}
          </Button>
        ),
    },
  ]
}
