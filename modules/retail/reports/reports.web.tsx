import { Select, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import {
  goodsMovementReport,
  goodsMovements,
  goodsReport,
  goodsStock,
  marginReport,
  personReport,
  principalReport,
  retailMargin,
  retailPersonReport,
  retailPrincipalReport,
  retailSalesReport,
  retailTaxReport,
  saleKeys,
  salesReport,
  taxReport,
} from './reports.contract.ts'

const place = 'retail:reportAsk'
const apis = {
  sales: bindContract(retailSalesReport),
  tax: bindContract(retailTaxReport),
  people: bindContract(retailPersonReport),
  principals: bindContract(retailPrincipalReport),
  movement: bindContract(goodsMovements),
  margin: bindContract(retailMargin),
}
const stockApi = bindContract(goodsStock)
const reports = {
  sales: salesReport,
  tax: taxReport,
  people: personReport,
  principals: principalReport,
  movement: goodsMovementReport,
  margin: marginReport,
} as const
type Name = keyof typeof apis
const names = Object.keys(apis) as Name[]

interface Asked extends Days {
  report?: string | undefined
  by?: string | undefined
  branch?: string | undefined
  below?: string | undefined
}
const titles = ({ local }: { local: string }) => ({ local })
const rowKey = (row: object) => JSON.stringify(row)

/** The reports of goods, one at a time: which one, of which days and which branch the address says. */
export function RetailReports() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const name = names.find((one) => one === asked.report) ?? 'sales'
  const by = saleKeys.find((one) => one === asked.by) ?? 'item'
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const ask = { from, to, ...(asked.branch && { branchId: asked.branch }), ...(name === 'sales' && { by }) }
  const boxes = (
    <>
      <Select
        label={texts('report')}
        w={220}
        data={names.map((one) => ({ value: one, label: texts(`reports.${one}`) }))}
        value={name}
        onChange={(report) => change({ report: report ?? undefined })}
      />
      {name === 'sales' && (
        <Select
          label={texts('by')}
          w={180}
          data={saleKeys.map((one) => ({ value: one, label: texts(`keys.${one}`) }))}
          value={by}
          onChange={(key) => change({ by: key ?? undefined })}
        />
      )}
      <BranchChoice value={asked.branch ?? null} onChange={(id) => change({ branch: id ?? undefined })} />
      <PeriodBoxes texts={place} from={from} to={to} change={change} />
    </>
  )
  return <OneReport key={name} name={name} ask={ask} isAsked={isAsked} boxes={boxes} />
}

interface OneProps {
  name: Name
  ask: { from: string; to: string }
  isAsked: boolean
  boxes: ReactNode
}

function OneReport({ name, ask, isAsked, boxes }: OneProps) {
  const texts = useTexts(place)
  const api = apis[name] as unknown as (typeof apis)['movement']
  const query = useQuery({
    ...api.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={reports[name] as unknown as typeof goodsMovementReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={rowKey}
      titles={titles}
      head={({ isCut, rows }) => isCut && <ErrorBox>{texts('cut', { count: rows.length })}</ErrorBox>}
      ask={boxes}
    />
  )
}

/** What lies in the store and at the counters of each branch, and what is to be ordered again. */
export function RetailStock() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const ask = { below: asked.below ?? 'false', ...(asked.branch && { branchId: asked.branch }) }
  const query = useQuery({ ...stockApi.list.queryOptions(ask), placeholderData: keepPreviousData })
  return (
    <ReportPage
      report={goodsReport}
      query={query}
      file={() => stockApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ branchId, counterId, itemId }) => `${branchId} ${counterId} ${itemId}`}
      titles={titles}
      ask={
        <>
          <BranchChoice value={asked.branch ?? null} onChange={(id) => change({ branch: id ?? undefined })} />
          <Switch
            label={texts('below')}
            checked={asked.below === 'true'}
            onChange={({ currentTarget }) => change({ below: currentTarget.checked ? 'true' : undefined })}
          />
        </>
      }
    />
  )
}
