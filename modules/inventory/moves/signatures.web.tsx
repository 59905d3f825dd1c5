import { useTexts } from '#kit/web/texts.web.ts'
import css from './signatures.module.css'

/** Where the two who hand over sign, on paper alone. */
export function Signatures({ texts: place }: { texts: string }) {
  const texts = useTexts(place)
  return (
    <div className={css.signatures}>
      <span>{texts('signatures.sender')}</span>
      <span>{texts('signatures.receiver')}</span>
    </div>
  )
}
