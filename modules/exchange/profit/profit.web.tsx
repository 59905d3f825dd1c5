import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { groupDigits, isDay, today } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, ErrorBox, PageHeader } from '#kit/web/parts.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { SealedHead } from '#modules/ledger/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { profitReport } from './profit.contract.ts'
import css from './profit.module.css'

const api = bindContract(profitReport)
const place = 'exchange:profit'
const columns = [
  'branch',
  'code',
  'lines',
  'bought',
  'buy',
  'sold',
  'sell',
  'cost',
  'dealing',
  'holding',
  'realised',
] as const
const figures = ['buy', 'sell', 'cost', 'dealing', 'holding', 'realised'] as const
type Report = Awaited<ReturnType<typeof api.profitLoss.call>>

interface Asked {
  branch?: string | undefined
  from?: string
  to?: string
}

/** What was earned in a period, by branch and currency: by the rates, and by what the market did. */
export function ProfitAndLoss() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const asked: Asked = useSearch({ strict: false })
  const to = asked.to ?? today()
  const from = asked.from ?? `${to.slice(0, 8)}01`
  const isAsked = isDay(from) && isDay(to) && from <= to
  const ask = { from, to, branchId: asked.branch ?? null }
  const query = useQuery({
    ...api.profitLoss.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const save = useMutation({ mutationFn: async () => saveFile((await api.export.call(ask)) as File) })
  const change = (part: Asked) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), replace: true })
  return (
    <SheetPage>
      <PageHeader title={texts('title')}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.75} />}
          onClick={() => window.print()}
        >
          {texts('print')}
        </Button>
        <ExportButton busy={save.isPending} disabled={!isAsked} onClick={() => save.mutate()}>
          {texts('export')}
        </ExportButton>
      </PageHeader>
      <div className={css.ask}>
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('anyBranch')}
          clear={texts('clear')}
          value={asked.branch ?? null}
          onChange={(branch) => change({ branch: branch ?? undefined })}
        />
        <DateBox label={texts('from')} w={170} value={from} onChange={(day) => change({ from: day })} />
        <DateBox label={texts('to')} w={170} value={to} onChange={(day) => change({ to: day })} />
      </div>
      {isAsked ? (
        <Loaded query={query} height={480}>
          {(report) =>
            report.rows.length === 0 ? <EmptyState text={texts('empty')} /> : <Rows report={report} />
          }
        </Loaded>
      ) : (
        <ErrorBox>{texts('noDay')}</ErrorBox>
      )}
      <SealedHead />
    </SheetPage>
  )
}

const amount = (key: string, value: string) => (
  <td key={key} data-number data-negative={value.startsWith('-') || undefined}>
    {groupDigits(value)}
  </td>
)

function Rows({ report: { rows, total, localCurrency } }: { report: Report }) {
  const texts = useTexts(place)
  return (
    <>
      <p className={css.note}>{texts('note', { code: localCurrency })}</p>
      <Sheet
        label={texts('title')}
        columns={columns.map((key, at) => ({ title: texts(`fields.${key}`), isNumber: at > 1 }))}
      >
        {rows.map((row) => (
          <tr key={`${row.branchId} ${row.currencyId}`}>
            <td>{row.branch}</td>
            <th scope="row">
              <CurrencyLabel code={row.code} flagCode={row.flagCode} />
            </th>
            <td data-number>{row.lines}</td>
            {amount('bought', row.bought)}
            {amount('buy', row.buy)}
            {amount('sold', row.sold)}
            {figures.slice(1).map((key) => amount(key, row[key]))}
          </tr>
        ))}
        <tr className={css.total}>
          <th scope="row" colSpan={2}>
            {texts('total')}
          </th>
          <td data-number>{total.lines}</td>
          <td />
          {amount('buy', total.buy)}
          <td />
          {figures.slice(1).map((key) => amount(key, total[key]))}
        </tr>
      </Sheet>
    </>
  )
}
