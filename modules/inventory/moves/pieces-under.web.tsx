import { UnstyledButton } from '@mantine/core'
import { useTexts } from '#kit/web/texts.web.ts'
import type { StockItem } from '../items/items.domain.ts'
import { LinePieces } from '../items/line-pieces.web.tsx'
import css from '../items/count-entry.module.css'

interface PiecesUnderProps {
  /** What was typed, by `note 100`; null where the line is typed as an amount. */
  pieces: ReadonlyMap<string, string> | null
  item: StockItem
  texts: string
  onChange: (pieces: ReadonlyMap<string, string> | null) => void
}

/** The notes and coins of a line, which make its amount; or the way to them. */
export function PiecesUnder({ pieces, item, texts: place, onChange }: PiecesUnderProps) {
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
