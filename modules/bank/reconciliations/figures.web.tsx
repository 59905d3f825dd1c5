import { groupDigits } from '#kit/domain/digits.domain.ts'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { ReconciliationDetail } from './reconciliations.contract.ts'

/** What must agree: opening and lines with the closing balance, and the books without what is outstanding. */
export function Figures({ row }: { row: ReconciliationDetail }) {
  const texts = useTexts('bank:reconciliations')
  const { counted, book, outstanding, expected, openSum } = row.figures
  const shown = {
    counted,
    book,
    outstandingSum: outstanding,
    expected,
    closing: row.closing,
    openSum,
  }
  return (
    <Sheet
      label={texts('one')}
      columns={Object.keys(shown).map((key) => ({ title: texts(`figures.${key}`), isNumber: true }))}
    >
      <tr>
        {Object.entries(shown).map(([key, figure]) => (
          <td key={key} data-number>
            {groupDigits(figure)}
          </td>
        ))}
      </tr>
    </Sheet>
  )
}
