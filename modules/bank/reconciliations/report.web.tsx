import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Report, bankReconciliations } from './reconciliations.contract.ts'

const api = bindContract(bankReconciliations)
const place = 'bank:reconciliations'
const home = '/accounting/bank-reconciliation'
const figures = ['opening', 'moneyIn', 'moneyOut', 'closing', 'book', 'outstandingSum'] as const
const itemColumns = [
  { key: 'on', kind: 'date' },
  { key: 'number', isHead: true },
  { key: 'party' },
  { key: 'note' },
  { key: 'amount', kind: 'number' },
] as const

/** The report of a reconciliation: as it was processed, and what was posted into its days since. */
export function ReportPage() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(api.report.queryOptions({ id }))
  return (
    <SheetPage>
      <Loaded query={query} height={360}>
        {({ reconciliation, frozen, live, later, laterSum }) => (
          <>
            <PageHeader
              title={`${reconciliation.number} · ${reconciliation.account}`}
              back={{ to: `${home}/${id}` }}
            >
              <PrintButton>{texts('print')}</PrintButton>
            </PageHeader>
            <p>
              {[reconciliation.fromOn, reconciliation.toOn]
                .flatMap((day) => (day ? dateText(day) : []))
                .join(' – ')}{' '}
              {reconciliation.currency}
            </p>
            <Balances frozen={frozen} live={live} />
            <Details report={frozen ?? live} />
            {later.length > 0 && (
              <>
                <Heading>{texts('later')}</Heading>
                <Lines
                  texts={place}
                  label={texts('later')}
                  rows={later}
                  rowKey={(_, index) => String(index)}
                  columns={itemColumns}
                  total={[texts('later'), { amount: laterSum }]}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </SheetPage>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Title order={2} size="h4" mt="md" mb="xs">
    {children}
  </Title>
)

function Balances({ frozen, live }: { frozen: Report | null; live: Report }) {
  const texts = useTexts(place)
  const columns = [...(frozen ? ['frozen' as const] : []), 'live' as const]
  return (
    <Sheet
      label={texts('report')}
      columns={[{ title: texts('one') }, ...columns.map((key) => ({ title: texts(key), isNumber: true }))]}
    >
      {figures.map((figure) => (
        <tr key={figure}>
          <th scope="row">{texts(`figures.${figure}`)}</th>
          {columns.map((key) => (
            <td key={key} data-number>
              {groupDigits((key === 'frozen' ? frozen : live)?.[figure] ?? '')}
            </td>
          ))}
        </tr>
      ))}
    </Sheet>
  )
}

function Details({ report }: { report: Report }) {
  const texts = useTexts(place)
  return (
    <>
      <Heading>{texts('outstandingItems')}</Heading>
      {report.outstanding.length === 0 ? (
        <p>{texts('noneOutstanding')}</p>
      ) : (
        <Lines
          texts={place}
          label={texts('outstandingItems')}
          rows={report.outstanding}
          rowKey={(_, index) => String(index)}
          columns={itemColumns}
          total={[texts('outstandingItems'), { amount: report.outstandingSum }]}
        />
      )}
      {report.excluded.length > 0 && (
        <>
          <Heading>{texts('excludedLines')}</Heading>
          <Lines
            texts={place}
            label={texts('excludedLines')}
            rows={report.excluded}
            rowKey={(_, index) => String(index)}
            columns={[
              { key: 'on', kind: 'date' },
              { key: 'text', isHead: true },
              { key: 'reason' },
              { key: 'amount', kind: 'number' },
            ]}
          />
        </>
      )}
    </>
  )
}
