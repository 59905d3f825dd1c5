import { groupDigits } from '#kit/domain/digits.domain.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import type { Agreement } from './agreements.contract.ts'

const place = 'ledger:agreements'

/** Over a report of the books: whether it says the same as its ledgers. */
export function Agreements({ rows }: { rows: readonly Agreement[] }) {
  const texts = useTexts(place)
  if (rows.length === 0) return null
  return (
    <Lines
      texts={place}
      label={texts('title')}
      rows={rows}
      rowKey={({ accountId }) => accountId}
      columns={[
        { key: 'ledger', isHead: true },
        { key: 'reported', kind: 'number' },
        { key: 'balance', kind: 'number' },
        {
          key: 'isRight',
          cell: ({ isRight, difference }) => (
            <StatusBadge tone={isRight ? 'done' : 'stopped'}>
              {isRight ? texts('right') : texts('wrong', { difference: groupDigits(difference) })}
            </StatusBadge>
          ),
        },
      ]}
    />
  )
}
