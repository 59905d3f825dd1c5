import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { type GuardedEntry, useIsAllowed } from '#kit/web/flags.web.ts'
import { DetailPage, Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { type Texts, useTexts, valueText } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { type KycSettings, type RiskSettings, screeningSettings } from './settings.contract.ts'
import { factWeights, productTerms, screeningKinds } from './settings.domain.ts'
import { useNamesOfLists } from '../screenings/words.web.ts'

const api = bindContract(screeningSettings)
/** Of the whole company: the page has no id. */
const whole = <Q,>(read: { queryOptions: () => Q }) => ({ queryOptions: () => read.queryOptions() })

const kycHome = '/settings/kyc-screening-settings'
const riskHome = '/settings/risk-settings'

/** Against which lists each kind of screening is, how old they may be, and every version of that. */
export function KycScreeningSettings() {
  const texts = useTexts('screening:kyc')
  const names = useNamesOfLists()
  const days = (count: number) => texts('days', { count })
  const facts: Fact<KycSettings>[] = [
    ...screeningKinds.map((key) => ({ key, cell: names })),
    { key: 'allowedDays', cell: days },
  ]
  return (
    <DetailPage<KycSettings>
      texts="screening:kyc"
      get={whole(api.getKyc)}
      id=""
      title={() => texts('title')}
      groups={[{ name: 'now', facts }]}
      actions={() => <Change to={`${kycHome}/update`} entry={api.updateKyc} />}
      side={({ versions, lists }) => (
        <Versions
          texts={texts}
          versions={versions}
          first={{
            onboarding: lists,
            monitoring: lists,
            manual: lists,
            allowedDays: productTerms.allowedDays,
          }}
          show={(_, value) => (typeof value === 'number' ? days(value) : names(value as string[]))}
        />
      )}
    />
  )
}

const shares = ['threshold', 'weakThreshold', ...factWeights] as const

/** From which score an entry is a hit, what each fact does to a score, and every version of that. */
export function RiskSettingsPage() {
  const texts = useTexts('screening:risk')
  const share = (key: (typeof shares)[number]): Fact<RiskSettings> => ({ key, kind: 'percent' })
  const { skipped: _, allowedDays: __, ...first } = productTerms
  return (
    <DetailPage<RiskSettings>
      texts="screening:risk"
      get={whole(api.getRisk)}
      id=""
      title={() => texts('title')}
      figures={[share('threshold')]}
      groups={[
        {
          name: 'weak',
          facts: [
            { key: 'weakRule', kind: 'value' },
            {
              key: 'weakThreshold',
              cell: (value, { weakRule }) => (weakRule === 'threshold' ? percent(value) : null),
            },
          ],
        },
        { name: 'weights', facts: factWeights.map(share) },
      ]}
      actions={() => <Change to={`${riskHome}/update`} entry={api.updateRisk} />}
      side={({ versions }) => (
        <Versions
          texts={texts}
          versions={versions}
          first={first}
          show={(key, value) =>
            key === 'weakRule' ? valueText(texts, key, value) : percent(value as string)
          }
        />
      )}
    />
  )
}

function Change({ to, entry }: { to: string; entry: GuardedEntry }) {
  const texts = useTexts('screening:kyc')
  if (!useIsAllowed(entry)) return null
  return <Button renderRoot={(rest) => <Link to={to} {...rest} />}>{texts('edit')}</Button>
}

interface Version {
  number: number
  reason: string
  author: string
  createdAt: string
}

interface VersionsProps<Terms extends object> {
  texts: Texts
  /** The newest first. */
  versions: readonly (Terms & Version)[]
  /** What held before the first of them. */
  first: Terms
  show: (key: string, value: unknown) => ReactNode
}

/** Who changed what when and why; versions of the other page, which changed nothing here, are left out. */
function Versions<Terms extends object>({ texts, versions, first, show }: VersionsProps<Terms>) {
  const entries = versions.flatMap((version, at) => {
    const before = (versions[at + 1] ?? first) as Record<string, unknown>
    const changed = Object.entries(version).filter(
      ([key, value]) => key in first && JSON.stringify(value) !== JSON.stringify(before[key]),
    )
    if (changed.length === 0) return []
    const { number, createdAt, author, reason } = version
    const what = changed.map(([key, value]) => (
      <div key={key}>
        {texts('changed', {
          field: texts(`fields.${key}`),
          before: show(key, before[key]),
          after: show(key, value),
        })}
      </div>
    ))
    return [{ id: String(number), at: createdAt, who: author, note: reason, what }]
  })
  if (entries.length === 0) return <p>{texts('untouched')}</p>
  return <Timeline title={texts('versions')} entries={entries} />
}
