import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { amountText, percent } from '#kit/web/format.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportFrame } from '#kit/web/report/report.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { transfers } from '../transfers/transfers.contract.ts'
import { type LimitUses, limitUses } from './shortages.contract.ts'

const api = bindContract(limitUses)
const transferApi = bindContract(transfers)
const place = 'inventory:limitUses'
type Use = LimitUses['lines'][number]
const limits = ['minimum', 'target', 'maximum'] as const

/** What places have against their limits, and the transfers that would mend what they lack. */
export function LimitUsePage() {
  const texts = useTexts(place)
  const [branchId, setBranchId] = useState<string | null>(null)
  const ask = branchId === null ? {} : { branchId }
  const query = useQuery(api.list.queryOptions(ask))
  return (
    <ReportFrame
      texts={place}
      query={query}
      file={() => api.export.call(ask)}
      isEmpty={({ lines }) => lines.length === 0}
      ask={
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('anyBranch')}
          value={branchId}
          onChange={setBranchId}
        />
      }
    >
      {({ lines, local }) => (
        <Sheet
          label={texts('title')}
          columns={['place', 'code', 'onHand', 'coming', ...limits, 'used', 'beyond', 'mend'].map(
            (field, at) => ({
              title: texts(`fields.${field}`),
              isNumber: at > 1 && at < 8,
            }),
          )}
        >
          {lines.map((line) => (
            <UseRow key={`${line.branchId} ${line.counterId} ${line.itemId}`} line={line} local={local} />
          ))}
        </Sheet>
      )}
    </ReportFrame>
  )
}

function UseRow({ line, local }: { line: Use; local: string }) {
  const texts = useTexts(place)
  const { branch, counter, itemId, code, flagCode, exponent, beyond } = line
  const figure = (field: (typeof limits)[number]) => {
    const limit = line.limits[field]
    if (!limit) return '–'
    const value = amountText(limit.value, limit.unit === 'units' ? exponent : 2)
    return texts(`holds.${limit.level}`, { value: limit.unit === 'units' ? value : `${value} ${local}` })
  }
  return (
    <tr>
      <th scope="row">{[branch, counter].filter(Boolean).join(' · ')}</th>
      <td>
        {itemId === null ? (
          texts('allCash', { local })
        ) : (
          <TextLink to={`/reports/stock-on-hand?level=place&branch=${line.branchId}&item=${itemId}`}>
            <CurrencyLabel code={code} flagCode={flagCode} />
          </TextLink>
        )}
      </td>
      <td data-number>{amountText(line.onHand, exponent)}</td>
      <td data-number>{amountText(line.coming, exponent)}</td>
      {limits.map((field) => (
        <td key={field} data-number>
          {figure(field)}
        </td>
      ))}
      <td data-number>{line.used === null ? '–' : percent(line.used)}</td>
      <td>{beyond && <StatusBadge tone="attention">{texts(`values.beyond.${beyond}`)}</StatusBadge>}</td>
      <td>{line.mend && <Mend line={line} mend={line.mend} />}</td>
    </tr>
  )
}

/** The transfer that would mend a shortage; one click makes it. */
function Mend({ line, mend }: { line: Use; mend: NonNullable<Use['mend']> }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: () =>
      transferApi.create.call({
        fromBranchId: mend.fromBranchId,
        fromCounterId: null,
        toBranchId: line.branchId,
        toCounterId: null,
        lines: [{ itemId: line.itemId ?? '', quantity: mend.quantity }],
      }),
    onSuccess: ({ id }) => navigate({ to: `/inventory/transfers/${id}` }),
  })
  const quantity = amountText(mend.quantity, line.exponent)
  const words = texts('mend', { quantity, code: line.code, branch: mend.fromBranch })
  if (!can('manage_transfers')) return words
  return (
    <Button size="compact-xs" variant="light" loading={make.isPending} onClick={() => make.mutate()}>
      {words}
    </Button>
  )
}
