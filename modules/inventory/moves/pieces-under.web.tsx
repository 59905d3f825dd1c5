import { UnstyledButton } from '@mantine/core'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import type { LineField } from '#kit/web/document/line-fields.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { piecesOf, runningTotal } from '../items/entry.domain.ts'
import type { Piece, StockItem } from '../items/items.domain.ts'
import { LinePieces } from '../items/line-pieces.web.tsx'
import css from '../items/count-entry.module.css'

/** A line of stock: an amount, or notes and coins as typed by `note 100`, which make the amount. */
interface StockLine {
  itemId: string
  quantity: string
  pieces: ReadonlyMap<string, string> | null
}

/** The item of a line; another one has other notes and coins. */
export const itemField = <Line extends StockLine>(items: readonly StockItem[]): LineField<Line> => ({
  key: 'itemId',
  kind: 'choice',
  ...(items.some(({ name }) => name) ? { width: 250, called: 'goods' } : { width: 150 }),
  choices: items.map(({ id, code, name }) => ({ value: id, label: name ? `${code} · ${name}` : code })),
  also: { pieces: null } as Partial<Line>,
})

/** The notes and coins of a line as the server takes them; none where an amount was typed. */
export function piecesSent(
  items: readonly StockItem[],
  itemId: string,
  pieces: StockLine['pieces'],
): Piece[] {
  const item = items.find(({ id }) => id === itemId)
  return pieces && item ? piecesOf(item, pieces) : []
}

/** What stands under a line of stock: its notes and coins, or the way to them; nothing where the item has none. */
export const piecesUnder = <Line extends StockLine>(items: readonly StockItem[], texts: string) =>
  function Under(line: Line, change: (part: Partial<Line>) => void) {
    const item = items.find(({ id }) => id === line.itemId)
    if (!item || item.denominations.length === 0) return null
    return (
      <PiecesUnder
        pieces={line.pieces}
        item={item}
        texts={texts}
        onChange={(pieces) => {
          const quantity = pieces ? groupDigits(runningTotal(item, pieces) ?? '–') : line.quantity
          change({ pieces, quantity } as Partial<Line>)
        }}
      />
    )
  }

interface PiecesUnderProps extends Pick<StockLine, 'pieces'> {
  item: StockItem
  texts: string
  onChange: (pieces: StockLine['pieces']) => void
}

function PiecesUnder({ pieces, item, texts: place, onChange }: PiecesUnderProps) {
  const texts = useTexts(place)
  return (
    <>
      {pieces && (
        <LinePieces
          item={item}
          typed={pieces}
          onType={(key, text) => onChange(new Map(pieces).set(key, text))}
        />
      )}
      <UnstyledButton className={css.link} onClick={() => onChange(pieces ? null : new Map())}>
        {texts(pieces ? 'byAmount' : 'byNotes', { code: item.code })}
      </UnstyledButton>
    </>
  )
}
