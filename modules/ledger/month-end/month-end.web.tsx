import { Select } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { dateText, dateTimeText, today } from '#kit/web/format.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { useAsked } from '#kit/web/report/report.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import type { PermissionCode } from '#modules/permissions.domain.ts'
import { type MonthEnd, monthEnd } from './month-end.contract.ts'
import { daysOf, type Step } from './month-end.domain.ts'
import { plainJournal } from '../plain/plain.contract.ts'
import { plainFormats } from '../plain/plain.domain.ts'
import css from '../journal/ledger.module.css'

const api = bindContract(monthEnd)
const plainApi = bindContract(plainJournal)
const place = 'ledger:monthEnd'
const fields = ['step', 'state', 'left', 'by', 'where']

interface Asked {
  month?: string | undefined
  branch?: string | undefined
}

/** The months of the last year, the one before this first. */
const months = () => {
  const [year = 0, month = 1] = today().split('-').map(Number)
  return Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}
const monthText = (month: string) =>
  new Intl.DateTimeFormat(languageTag(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

/** A list with these filters, as its address says them. */
const filtered = (path: string, filters: readonly unknown[]) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filters))}`

/** Where each step is done, for whom may open it. */
const placesOf = (
  { from, to, steps }: MonthEnd,
  branchId: string | undefined,
): Partial<Record<Step, { to: string; permission: PermissionCode }>> => {
  const branch = branchId ? [['branchId', 'Equals', branchId]] : []
  const upTo = ['businessDate', 'Less Than Or Equal', to]
  const statesOf = (step: Step) => steps.find((one) => one.step === step)?.states ?? []
  return {
    deals: { to: filtered('/pending-transaction', [upTo, ...branch]), permission: 'view_transactions' },
    openings: {
      to: filtered('/inventory/openings', [['state', 'Equals', ['requested']], upTo, ...branch]),
      permission: 'view_stock',
    },
    days: { to: '/inventory/day', permission: 'open_counter_day' },
    counts: {
      to: filtered('/inventory/audit-or-count', [
        ['state', 'Equals', ['draft', 'confirming', 'recount', 'submitted']],
        upTo,
        ...branch,
      ]),
      permission: 'view_stock',
    },
    vaults: { to: '/inventory/audit-or-count/create', permission: 'perform_counts' },
    banks: { to: '/accounting/bank-reconciliation', permission: 'view_bank_reconciliations' },
    partners: { to: '/remittance/provider-reconciliation', permission: 'view_provider_balances' },
    payable: {
      to: filtered('/remittance', [['state', 'Equals', statesOf('payable')], ...branch]),
      permission: 'view_remittance_orders',
    },
    sealed: {
      to: filtered('/accounting/journal', [['businessDate', 'Greater Than Or Equal', from], upTo, ...branch]),
      permission: 'view_ledger',
    },
    transit: { to: '/inventory/transfers', permission: 'view_stock' },
    revaluation: { to: '/accounting/fx-revaluation-entry', permission: 'view_revaluations' },
    check: { to: '/accounting/system-check', permission: 'view_statements' },
    statements: { to: '/accounting/frozen-statements', permission: 'view_statements' },
    yearEnd: { to: '/accounting/year-end', permission: 'view_period_lock' },
    lock: { to: '/accounting/period-lock', permission: 'view_period_lock' },
  }
}

/** What is done at the end of a month, in its order, with how much of it is left now. */
export function MonthEndPage() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const all = months()
  const month = asked.month ?? all[1] ?? ''
  const query = useQuery({
    ...api.get.queryOptions({ month, ...(asked.branch && { branchId: asked.branch }) }),
    placeholderData: keepPreviousData,
  })
  return (
    <SheetPage>
      <PageHeader title={texts('title')}>{can('view_ledger') && <PlainFiles month={month} />}</PageHeader>
      <p>{texts('about')}</p>
      <div className={css.ask}>
        <Select
          label={texts('month')}
          w={220}
          data={all.map((one) => ({ value: one, label: monthText(one) }))}
          value={month}
          onChange={(one) => change({ month: one ?? undefined })}
        />
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('company')}
          value={asked.branch ?? null}
          onChange={(branch) => change({ branch: branch ?? undefined })}
        />
      </div>
      <Loaded query={query} height={360}>
        {(found) => (
          <>
            <Steps key={found.from} found={found} month={month} branchId={asked.branch} />
            {asked.branch === undefined && <SignOff found={found} month={month} />}
          </>
        )}
      </Loaded>
      {asked.branch === undefined && <SideBySide month={month} />}
    </SheetPage>
  )
}

/** The journal of the month as two other programs read it. */
function PlainFiles({ month }: { month: string }) {
  const texts = useTexts(place)
  const { from, to } = daysOf(month)
  return plainFormats.map((format) => (
    <ExportButton key={format} file={() => plainApi.export.call({ from, to, format })}>
      {texts(`values.plain.${format}`)}
    </ExportButton>
  ))
}

function StepBadge({ count, isNothing }: { count: number; isNothing: boolean }) {
  const texts = useTexts(place)
  if (count > 0) return <StatusBadge tone="attention">{texts('toDo')}</StatusBadge>
  if (isNothing) return <StatusBadge tone="neutral">{texts('nothingToDo')}</StatusBadge>
  return <StatusBadge tone="done">{texts('isDone')}</StatusBadge>
}

interface StepsProps {
  found: MonthEnd
  month: string
  branchId: string | undefined
}

function Steps({ found, month, branchId }: StepsProps) {
  const texts = useTexts(place)
  const places = placesOf(found, branchId)
  const left = found.steps.filter(({ count }) => count > 0).length
  // Without a branch there is nothing left, and nothing is locked.
  const isNothing = left === 0 && !found.isLocked
  return (
    <>
      <p role="status">
        {left > 0
          ? texts('left', { count: left })
          : isNothing
            ? texts('nothing')
            : texts('done', { to: dateText(found.to) })}{' '}
        {!found.isOver && texts('notOver')}
      </p>
      <Sheet label={texts('title')} columns={fields.map((field) => ({ title: texts(`fields.${field}`) }))}>
        {found.steps.map(({ step, count, isNeeded, examples, by, at }) => {
          const where = places[step]
          return (
            <tr key={step}>
              <th scope="row">{texts(`steps.${step}`)}</th>
              <td>
                <StepBadge count={count} isNothing={isNothing} />
              </td>
              <td>
                {count > 0 && texts(`counts.${step}`, { count })}
                {examples.length > 0 && `: ${examples.join(', ')}${examples.length < count ? ' …' : ''}`}
                {!isNeeded && texts('notNeeded')}
                {step === 'sealed' && <Verify month={month} />}
              </td>
              <td>{[by, at && dateTimeText(at)].filter(Boolean).join(', ')}</td>
              <td>
                {where && can(where.permission) && (
                  <TextLink to={where.to}>{texts(`places.${step}`)}</TextLink>
                )}
              </td>
            </tr>
          )
        })}
      </Sheet>
    </>
  )
}

/** Who has said that the month is done, and the act of saying it. */
function SignOff({ found, month }: { found: MonthEnd; month: string }) {
  const texts = useTexts(place)
  const act = useMutation({
    mutationFn: () => api.sign.call({ month }),
    onSuccess: () => snackbar.success(texts('said')),
  })
  const names = found.signatures.map(({ by, at }) => `${by}, ${dateTimeText(at)}`).join(' · ')
  const start = async () => {
    const sure = { title: texts('sign'), message: texts('sureSign'), confirm: texts('sign') }
    if (await confirm(sure)) act.mutate()
  }
  const word = ['notSigned', 'signedOnce', 'signed'][found.signatures.length] ?? 'signed'
  return (
    <p>
      {texts(word, { names })}{' '}
      {found.maySign && (
        <BusyButton size="xs" busy={act.isPending} onClick={() => void start()}>
          {texts('sign')}
        </BusyButton>
      )}
    </p>
  )
}

/** How much of each step is left in each branch; asked for, since it looks at every one of them. */
function SideBySide({ month }: { month: string }) {
  const texts = useTexts(place)
  const query = useQuery({ ...api.branches.queryOptions({ month }), enabled: false })
  const rows = query.data ?? []
  return (
    <>
      <BusyButton variant="default" busy={query.isFetching} onClick={() => void query.refetch()}>
        {texts('byBranch')}
      </BusyButton>
      {rows.length > 0 && (
        <Sheet
          label={texts('byBranch')}
          columns={[
            { title: texts('branch') },
            ...(rows[0]?.left ?? []).map(({ step }) => ({ title: texts(`steps.${step}`), isNumber: true })),
          ]}
        >
          {rows.map(({ branchId, branch, left }) => (
            <tr key={branchId}>
              <th scope="row">{branch}</th>
              {left.map(({ step, count }) => (
                <td key={step} data-number>
                  {count === 0 ? '–' : count}
                </td>
              ))}
            </tr>
          ))}
        </Sheet>
      )}
    </>
  )
}

/** Walks the seals of the month, which takes a moment, and says whether the books are as they were sealed. */
function Verify({ month }: { month: string }) {
  const texts = useTexts(place)
  const query = useQuery({ ...api.verify.queryOptions({ month }), enabled: false })
  return (
    <span className={css.verify}>
      <BusyButton size="xs" variant="default" busy={query.isFetching} onClick={() => void query.refetch()}>
        {texts('verify')}
      </BusyButton>
      {query.data && !query.isFetching && <Verified {...query.data} />}
    </span>
  )
}

function Verified({ entries, isWhole }: { entries: number; isWhole: boolean }) {
  const texts = useTexts(place)
  if (isWhole && entries === 0) return <StatusBadge tone="neutral">{texts('noneSealed')}</StatusBadge>
  return (
    <StatusBadge tone={isWhole ? 'done' : 'stopped'}>
      {texts(isWhole ? 'whole' : 'broken', { entries: groupDigits(String(entries)) })}
    </StatusBadge>
  )
}
