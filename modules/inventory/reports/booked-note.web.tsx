import { ErrorBox } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

/** Says that the figures of a report are those of the ledger, or that they are not. */
export function BookedNote({ booked, local }: { booked: { value: string; agrees: boolean }; local: string }) {
  const texts = useTexts('inventory:reportAsk')
  const values = { value: booked.value, local }
  return booked.agrees ? <p>{texts('agrees', values)}</p> : <ErrorBox>{texts('disagrees', values)}</ErrorBox>
}
