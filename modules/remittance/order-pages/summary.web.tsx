import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { PeriodBoxes, periodOf, ReportFrame, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { countryName } from '../recipients/country.web.ts'
import { orders } from '../orders/orders.contract.ts'

const api = bindContract(orders)
const place = 'remittance:summary'

/** What was sent between two days, by corridor. */
export function SummaryPage() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<{ from?: string; to?: string }>()
  const { from, to, isPeriod } = periodOf(asked)
  const query = useQuery({ ...api.historySummary.queryOptions({ from, to }), enabled: isPeriod })
  return (
    <ReportFrame
      texts={place}
      ask={<PeriodBoxes texts={place} from={from} to={to} change={change} />}
      query={query}
      isAsked={isPeriod}
      isEmpty={({ count }) => count === 0}
    >
      {({ count, sends, fees, corridors }) => (
        <Lines
          texts={place}
          label={texts('title')}
          rows={corridors}
          rowKey={({ country, currency }) => `${country} ${currency}`}
          columns={[
            { key: 'country', isHead: true, cell: ({ country }) => countryName(country) },
            { key: 'count', kind: 'number' },
            { key: 'gets', isNumber: true, cell: ({ gets, currency }) => `${groupDigits(gets)} ${currency}` },
            { key: 'sends', kind: 'number' },
          ]}
          total={[texts('sum', { fees: groupDigits(fees) }), { count, gets: '', sends }]}
        />
      )}
    </ReportFrame>
  )
}
