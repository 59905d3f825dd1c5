import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import type { CheckKind } from './check.domain.ts'
import { type CheckRunDetail, inventorySystemCheck, systemCheck } from './system-check.contract.ts'

const place = 'ledger:systemCheck'
const apis = { system: bindContract(systemCheck), inventory: bindContract(inventorySystemCheck) }
const columns = ['check', 'state', 'seen', 'wrong', 'examples']

export const SystemCheck = () => <CheckPage kind="system" />
export const InventorySystemCheck = () => <CheckPage kind="inventory" />

/** What the books promise, as it was found the last time, and looked at anew when it is asked for. */
function CheckPage({ kind }: { kind: CheckKind }) {
  const texts = useTexts(place)
  const api = apis[kind]
  const client = useQueryClient()
  const { queryKey, ...latest } = api.latest.queryOptions()
  const query = useQuery({ queryKey, ...latest })
  const run = useMutation({
    mutationFn: () => api.run.call({}),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  const last = query.data?.run
  const mayRun = useIsAllowed(api.run)
  return (
    <SheetPage>
      <PageHeader title={texts(kind)}>
        <PrintButton>{texts('print')}</PrintButton>
        {last && <ExportButton file={() => api.export.call({ id: last.id })}>{texts('export')}</ExportButton>}
        {mayRun && (
          <BusyButton busy={run.isPending} onClick={() => run.mutate()}>
            {texts('run')}
          </BusyButton>
        )}
      </PageHeader>
      <p>{texts('about')}</p>
      <Loaded query={query} height={480}>
        {({ run: found }) =>
          found ? <Found kind={kind} run={found} /> : <p role="status">{texts('never')}</p>
        }
      </Loaded>
    </SheetPage>
  )
}

function Found({ kind, run }: { kind: CheckKind; run: CheckRunDetail }) {
  const texts = useTexts(place)
  const said = { at: dateTimeText(run.at), by: run.author || texts('itself'), count: run.wrong }
  return (
    <>
      <p role="status">{texts(run.wrong > 0 ? 'red' : 'green', said)}</p>
      <Sheet label={texts(kind)} columns={columns.map((key) => ({ title: texts(`columns.${key}`) }))}>
        {run.looks.map(({ check, seen, wrong, examples }) => (
          <tr key={check}>
            <th scope="row">{texts(`checks.${check}`)}</th>
            <td>
              <StatusBadge tone={wrong > 0 ? 'stopped' : 'done'}>
                {texts(wrong > 0 ? 'isWrong' : 'isRight')}
              </StatusBadge>
            </td>
            <td data-number>{groupDigits(String(seen))}</td>
            <td data-number>{groupDigits(String(wrong))}</td>
            <td>
              {examples.map(({ name, entryId }) => (
                <div key={name}>
                  {entryId ? (
                    <TextLink to={`/accounting/journal/${entryId}`}>{texts('entry')}</TextLink>
                  ) : (
                    name
                  )}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </Sheet>
    </>
  )
}
