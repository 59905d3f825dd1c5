import { List } from '@mantine/core'
import type { TableRead } from '#kit/contract/table-read.contract.ts'
import { useTexts } from '#kit/web/texts.web.ts'

/** What was read of an uploaded file and what was not: the sheet of several, and columns that nothing was taken of. */
export function SheetNotes({ sheet, otherSheets, unusedColumns }: TableRead) {
  const texts = useTexts('customers:sheets')
  const notes = [
    otherSheets.length > 0 && texts('sheet', { name: sheet }),
    otherSheets.length > 0 && texts('otherSheets', { names: otherSheets.join(', ') }),
    unusedColumns.length > 0 && texts('unusedColumns', { names: unusedColumns.join(', ') }),
  ].filter((note) => note !== false)
  return (
    notes.length > 0 && (
      <List size="sm" listStyleType="none" aria-live="polite">
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    )
  )
}
