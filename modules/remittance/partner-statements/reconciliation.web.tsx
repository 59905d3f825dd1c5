import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { reconciliationReport, reconciliations } from './partner-statements.contract.ts'

const api = bindContract(reconciliations)
const differences = (providerId: string) =>
  `/remittance/statement-differences?filter=${encodeURIComponent(
    JSON.stringify([
      ['state', 'Equals', ['open', 'disputed']],
      ['providerId', 'Equals', providerId],
    ]),
  )}`

/** Each balance by the books beside what its partner says, and how the two come together. */
export function ReconciliationPage() {
  const query = useQuery(api.list.queryOptions({}))
  return (
    <ReportPage
      report={reconciliationReport}
      query={query}
      file={() => api.export.call({})}
      rows={({ rows }) => rows}
      rowKey={({ prefundId }) => prefundId}
      cells={{
        provider: ({ prefundId, provider }) => (
          <TextLink to={`/remittance/providers-balance/${prefundId}`}>{provider}</TextLink>
        ),
        open: ({ open, providerId }) =>
          open === 0 ? open : <TextLink to={differences(providerId)}>{String(open)}</TextLink>,
      }}
      ask={null}
    />
  )
}
