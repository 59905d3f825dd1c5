import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { amountText, groupDigits, rateText } from '#kit/web/format.web.ts'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { type Stock, stock } from './stock.contract.ts'
import css from './stock.module.css'

const api = bindContract(stock)
const place = 'inventory:stock'
const fields = ['code', 'onHand', 'reserved', 'available', 'cost', 'value']

/** What lies where: vault and drawers of a branch, or of all. */
export function StockPage() {
  const texts = useTexts(place)
  const [branchId, setBranchId] = useState<string | null>(null)
  const ask = branchId === null ? {} : { branchId }
  const query = useQuery(api.list.queryOptions(ask))
  return (
    <ReportPage
      texts={place}
      query={query}
      file={() => api.export.call(ask)}
      isEmpty={({ lines }) => lines.length === 0}
      ask={
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('anyBranch')}
          clear={texts('clear')}
          value={branchId}
          onChange={setBranchId}
        />
      }
    >
      {(found) => <Places stock={found} />}
    </ReportPage>
  )
}

function Places({ stock: { lines, local, total } }: { stock: Stock }) {
  const texts = useTexts(place)
  const places = Map.groupBy(lines, ({ branchId, counterId }) => `${branchId} ${counterId}`)
  return (
    <Sheet
      label={texts('title')}
      columns={fields.map((field) => ({
        title: field === 'value' ? texts('fields.valueIn', { local }) : texts(`fields.${field}`),
        isNumber: field !== 'code',
      }))}
    >
      {[...places].map(([key, own]) => (
        <Fragment key={key}>
          <tr className={css.place}>
            <th scope="rowgroup" colSpan={fields.length}>
              {own[0]?.branchName} · {own[0]?.counterName ?? texts('vault')}
            </th>
          </tr>
          {own.map(({ itemId, code, flagCode, exponent, onHand, reserved, available, cost, value }) => (
            <tr key={itemId}>
              <th scope="row">
                <CurrencyLabel code={code} flagCode={flagCode} />
              </th>
              <td data-number>{amountText(onHand, exponent)}</td>
              <td data-number>{amountText(reserved, exponent)}</td>
              <td data-number>{amountText(available, exponent)}</td>
              <td data-number>{cost === null ? '–' : rateText(cost, 8)}</td>
              <td data-number>{groupDigits(value)}</td>
            </tr>
          ))}
        </Fragment>
      ))}
      <tr className={css.total}>
        <th scope="row" colSpan={fields.length - 1}>
          {texts('total')}
        </th>
        <td data-number>{groupDigits(total)}</td>
      </tr>
    </Sheet>
  )
}
