import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { isDay, today } from '#kit/web/format.web.ts'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { PeriodBoxes, periodOf, ReportPage } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { StockAskBoxes, useStockAsk } from './report-ask.web.tsx'
import {
  changeReport,
  inventoryChange,
  movementReport,
  stockAtReport,
  stockMovements,
  stockOnHand,
} from './reports.contract.ts'

const stockApi = bindContract(stockOnHand)
const changeApi = bindContract(inventoryChange)
const movementApi = bindContract(stockMovements)

const titles = ({ local }: { local: string }) => ({ local })
const currency = ({ code, flagCode }: { code: string; flagCode: string }) => (
  <CurrencyLabel code={code} flagCode={flagCode} />
)
interface Unit {
  branchId: string | null
  counterId: string | null
  itemId: string
  place: string
}
const keyOf = ({ branchId, counterId, itemId, place }: Unit) => `${branchId} ${counterId} ${itemId} ${place}`

/** What lay where by the end of a day; a currency of a branch leads to how its average cost came about. */
export function StockOnHand() {
  const texts = useTexts('inventory:reportAsk')
  const stockAsk = useStockAsk()
  const date = stockAsk.asked.to ?? today()
  const ask = { ...stockAsk.of, date }
  const query = useQuery({
    ...stockApi.list.queryOptions(ask),
    enabled: isDay(date),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={stockAtReport}
      query={query}
      isAsked={isDay(date)}
      file={() => stockApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={keyOf}
      titles={titles}
      cells={{
        code: ({ branchId, itemId, cost, ...item }) =>
          branchId && cost !== null ? (
            <TextLink to={`/inventory/position/average-cost?branch=${branchId}&item=${itemId}`}>
              {currency(item)}
            </TextLink>
          ) : (
            currency(item)
          ),
      }}
      ask={
        <>
          <StockAskBoxes {...stockAsk} />
          <DateBox label={texts('date')} w={170} value={date} onChange={(to) => stockAsk.change({ to })} />
        </>
      }
    />
  )
}

/** What of each currency there was, came in, went out, and is there; it leads to the movements. */
export function InventoryChange() {
  const stockAsk = useStockAsk()
  const { from, to, isPeriod } = periodOf(stockAsk.asked)
  const isAsked = isPeriod && from <= to
  const ask = { ...stockAsk.of, from, to }
  const query = useQuery({
    ...changeApi.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={changeReport}
      query={query}
      isAsked={isAsked}
      file={() => changeApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={keyOf}
      titles={titles}
      cells={{
        code: ({ branchId, itemId, ...item }) => {
          const of = `item=${itemId}&level=${ask.level}&from=${from}&to=${to}`
          const branch = branchId ?? stockAsk.asked.branch
          return (
            <TextLink to={`/reports/stock-movements?${of}${branch ? `&branch=${branch}` : ''}`}>
              {currency(item)}
            </TextLink>
          )
        },
      }}
      ask={
        <>
          <StockAskBoxes {...stockAsk} />
          <PeriodBoxes texts="inventory:reportAsk" from={from} to={to} change={stockAsk.change} />
        </>
      }
    />
  )
}

/** Each movement with its document. */
export function StockMovements() {
  const texts = useTexts('inventory:reportAsk')
  const stockAsk = useStockAsk()
  const { from, to, isPeriod } = periodOf(stockAsk.asked)
  const isAsked = isPeriod && from <= to
  const ask = { ...stockAsk.of, from, to }
  const query = useQuery({
    ...movementApi.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={movementReport}
      query={query}
      isAsked={isAsked}
      file={() => movementApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ entryId, ...unit }) => `${entryId} ${keyOf(unit)}`}
      titles={titles}
      head={({ isCut, rows }) => isCut && <ErrorBox>{texts('cut', { count: rows.length })}</ErrorBox>}
      cells={{ code: currency }}
      ask={
        <>
          <StockAskBoxes {...stockAsk} />
          <PeriodBoxes texts="inventory:reportAsk" from={from} to={to} change={stockAsk.change} />
        </>
      }
    />
  )
}
