import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { amountText, rateText } from '#kit/web/format.web.ts'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { stock, type StockLine, stockReport } from './stock.contract.ts'

const api = bindContract(stock)
const amount = (key: 'available' | 'onHand' | 'reserved') => (line: StockLine) =>
  amountText(line[key], line.exponent)

/** What lies where: vault and drawers of a branch, or of all. */
export function StockPage() {
  const [branchId, setBranchId] = useState<string | null>(null)
  const ask = branchId === null ? {} : { branchId }
  const query = useQuery(api.list.queryOptions(ask))
  return (
    <ReportPage
      report={stockReport}
      query={query}
      file={() => api.export.call(ask)}
      rows={({ lines }) => lines}
      rowKey={({ branchId: branch, counterId, itemId }) => `${branch} ${counterId} ${itemId}`}
      titles={({ local }) => ({ local })}
      cells={{
        code: ({ code, flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} />,
        onHand: amount('onHand'),
        reserved: amount('reserved'),
        available: amount('available'),
        cost: ({ cost }) => (cost === null ? '–' : rateText(cost, 8)),
      }}
      ask={<BranchChoice value={branchId} onChange={setBranchId} />}
    />
  )
}
