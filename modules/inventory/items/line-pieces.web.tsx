import { groupDigits } from '#kit/domain/digits.domain.ts'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { isEntry } from './entry.domain.ts'
import type { StockItem } from './items.domain.ts'
import css from './count-entry.module.css'

interface LinePiecesProps {
  item: StockItem
  /** What was typed, by `note 100`. */
  typed: ReadonlyMap<string, string>
  onType: (key: string, text: string) => void
}

/** The notes and coins of one line of a document, side by side: a number beside each. */
export function LinePieces({ item, typed, onType }: LinePiecesProps) {
  const texts = useTexts('inventory:entry')
  const { code, denominations } = item
  return (
    <div className={css.pieces} role="group" aria-label={code}>
      {denominations.map(({ kind, faceValue }) => {
        const key = `${kind} ${faceValue}`
        const face = groupDigits(faceValue)
        return (
          <label key={key} className={css.piece}>
            {kind === 'coin' && <small className={css.muted}>{texts('coin')}</small>}
            <span className="agio-number">{`${face} ×`}</span>
            <NumberCell
              w={64}
              isWhole
              maxLength={7}
              label={texts(kind === 'coin' ? 'coinsOf' : 'notesOf', { code, face })}
              value={typed.get(key) ?? ''}
              error={!isEntry(typed.get(key) ?? '')}
              onChange={(text) => onType(key, text)}
            />
          </label>
        )
      })}
    </div>
  )
}
