import { Anchor, Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { DetailPage, Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { dateText } from '#kit/web/format.web.ts'
import { type Texts, useTexts, valueText } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { cdd, type RuleDetail } from './cdd.contract.ts'
import { standingTones } from './cdd.web.tsx'
import { demandText, home, place, ruleName, triggerText, useFieldNames } from './words.web.ts'

const api = bindContract(cdd)
const get = { queryOptions: ({ id }: { id: string }) => api.getById.queryOptions({ code: id }) }

/** One rule of due diligence: what it asks, where it comes from, and every version of it. */
export function CddRule() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const nameOf = useFieldNames()
  const mayUpdate = useIsAllowed(api.update)
  return (
    <DetailPage
      texts={place}
      get={get}
      id={id}
      title={(rule) => ruleName(texts, rule)}
      back={home}
      badge={{ key: 'standing', kind: 'badge', tones: standingTones }}
      groups={[
        { name: 'asks', facts: factsOf(texts, nameOf) },
        { name: 'source', facts: lawOf(texts) },
      ]}
      actions={() =>
        mayUpdate && (
          <Button renderRoot={(rest) => <Link to={`${home}/update/${id}`} {...rest} />}>
            {texts('edit')}
          </Button>
        )
      }
      side={(rule) => (rule.revisions.length === 0 ? undefined : <Revisions rule={rule} />)}
    />
  )
}

/** What a rule looks at, and what it asks. */
function factsOf(texts: Texts, nameOf: (code: string) => string): Fact<RuleDetail>[] {
  const list = (given: readonly string[], name: (code: string) => string): ReactNode =>
    given.length > 0 ? given.map(name).join(', ') : null
  return [
    { key: 'isEnabled', kind: 'yesNo' },
    { key: 'amount', cell: (_, rule) => triggerText(texts, rule) },
    { key: 'direction', kind: 'value' },
    { key: 'instrument', kind: 'value' },
    { key: 'linkBy', cell: (_, { linkBy }) => list(linkBy, (one) => valueText(texts, 'linkBy', one)) },
    { key: 'tier', kind: 'value' },
    { key: 'fields', cell: (_, { fields }) => list(fields, nameOf) },
    {
      key: 'documents',
      cell: (_, { documents }) => list(documents, (one) => valueText(texts, 'documents', one)),
    },
    { key: 'approveRole', kind: 'value' },
    { key: 'report', kind: 'value' },
    { key: 'isBlocking', kind: 'yesNo' },
    { key: 'waitsForAnswers', kind: 'yesNo' },
  ]
}

/** Where a rule comes from, and what the law says where the company's rule is stricter. */
function lawOf(texts: Texts): Fact<RuleDetail>[] {
  return [
    { key: 'source' },
    { key: 'evidence', kind: 'value' },
    {
      key: 'sourceUrl',
      cell: (url) =>
        url ? (
          <Anchor href={url} target="_blank" rel="noreferrer" inherit>
            {new URL(url).host}
          </Anchor>
        ) : null,
    },
    { key: 'version', kind: 'number' },
    { key: 'effectiveFrom', kind: 'date' },
    { key: 'lastCheckedAt', kind: 'date' },
    {
      key: 'law',
      cell: (_, rule) =>
        rule.law &&
        [triggerText(texts, { ...rule, ...rule.law }), demandText(texts, rule.law)]
          .filter(Boolean)
          .join(' · '),
    },
  ]
}

/** Every version of a rule, with who made it and why. */
function Revisions({ rule }: { rule: RuleDetail }) {
  const texts = useTexts(place)
  return (
    <Timeline
      title={texts('versions')}
      entries={rule.revisions.map((one) => ({
        id: String(one.revision),
        at: one.createdAt,
        who: one.author,
        what: texts(one.isEnabled ? 'revision' : 'revisionOff', {
          revision: one.revision,
          from: dateText(one.effectiveFrom),
          terms: [triggerText(texts, { ...rule, ...one }), demandText(texts, one)]
            .filter(Boolean)
            .join(' · '),
        }),
        note: one.reason,
      }))}
    />
  )
}
