import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { scoreText, useListNames } from '../screenings/words.web.ts'
import {
  type KycSettings,
  KycSettingsDraft,
  type RiskSettings,
  RiskSettingsDraft,
  screeningPreview,
  screeningSettings,
  type Tried,
} from './settings.contract.ts'
import { weakRules } from './settings.domain.ts'

const api = bindContract(screeningSettings)
const previewApi = bindContract(screeningPreview)
const K = fieldsOf(KycSettingsDraft)
const R = fieldsOf(RiskSettingsDraft)

const fresh = <Row,>(read: {
  queryOptions: () => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Row>
  }
}) => ({
  queryOptions: () => ({
    queryKey: [...read.queryOptions().queryKey, 'form'],
    queryFn: () => queryClient.fetchQuery({ ...read.queryOptions(), staleTime: 0 }),
  }),
})

/** Which lists each kind of screening is against, kept as a further version. */
export function KycSettingsForm() {
  const listName = useListNames()
  return (
    <FormPage
      texts="screening:kyc"
      draft={KycSettingsDraft}
      api={{ getById: fresh(api.getKyc) }}
      guard={api.updateKyc}
      id=""
      back="/settings/kyc-screening-settings"
      toValues={(row: KycSettings) => ({ ...row, reason: '' })}
      save={(values, row) => api.updateKyc.call({ ...values, latest: row?.latest ?? 0 })}
    >
      {(row) => {
        const choices = (row?.lists ?? []).map((list) => ({ value: list, label: listName(list) }))
        return (
          <>
            <FieldGroup name="lists">
              <K.MultiSelect name="onboarding" choices={choices} />
              <K.MultiSelect name="monitoring" choices={choices} />
              <K.MultiSelect name="manual" choices={choices} />
            </FieldGroup>
            <FieldGroup name="age">
              <K.Number name="allowedDays" integer />
            </FieldGroup>
            <K.TextArea name="reason" />
          </>
        )
      }}
    </FormPage>
  )
}

/** The threshold and what facts do to a score, kept as a further version. */
export const RiskSettingsForm = () => (
  <FormPage
    texts="screening:risk"
    draft={RiskSettingsDraft}
    api={{ getById: fresh(api.getRisk) }}
    guard={api.updateRisk}
    id=""
    back="/settings/risk-settings"
    toValues={(row: RiskSettings) => ({ ...row, reason: '' })}
    save={(values, row) => api.updateRisk.call({ ...values, latest: row?.latest ?? 0 })}
  >
    <FieldGroup name="threshold">
      <R.Number name="threshold" percent />
    </FieldGroup>
    <FieldGroup name="weak">
      <FieldRow>
        <R.Select name="weakRule" choices={weakRules} />
        <WeakThreshold />
      </FieldRow>
    </FieldGroup>
    <FieldGroup name="weights">
      <FieldRow>
        <R.Number name="birthDate" percent />
        <R.Number name="birthYear" percent />
      </FieldRow>
      <FieldRow>
        <R.Number name="country" percent />
        <R.Number name="gender" percent />
      </FieldRow>
      <FieldRow>
        <R.Number name="document" percent />
        <R.Number name="agree" percent />
      </FieldRow>
    </FieldGroup>
    <Preview />
    <R.TextArea name="reason" />
  </FormPage>
)

/** Asked only where it has a meaning. */
function WeakThreshold() {
  const { form } = useFormScope()
  return form.getValues().weakRule === 'threshold' ? <R.Number name="weakThreshold" percent /> : null
}

/** What a few names find now and would find then. */
function Preview() {
  const { form, texts } = useFormScope()
  const [typed, setTyped] = useState('')
  const names = typed
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 10)
  const preview = useMutation({
    mutationFn: () => {
      const { threshold, weakRule, weakThreshold, birthDate, birthYear, country, gender, document, agree } =
        form.getValues() as RiskSettingsDraft
      const facts = { birthDate, birthYear, country, gender, document, agree }
      return previewApi.tryRisk.call({ threshold, weakRule, weakThreshold, ...facts, names })
    },
  })
  const cell = ({ hits, entryName, score }: Tried['before']) =>
    score === null
      ? texts('try.none')
      : texts('try.found', { count: hits, name: entryName, score: scoreText(score) })
  return (
    <FieldGroup name="try">
      <Textarea
        label={texts('try.names')}
        description={texts('try.about')}
        autosize
        minRows={2}
        maxRows={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <BusyButton
          type="button"
          variant="default"
          busy={preview.isPending}
          disabled={names.length === 0}
          onClick={() => preview.mutate()}
        >
          {texts('try.act')}
        </BusyButton>
      </div>
      {preview.data && (
        <Sheet
          label={texts('groups.try')}
          columns={['name', 'before', 'after'].map((key) => ({ title: texts(`try.${key}`) }))}
        >
          {preview.data.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(before)}</td>
              <td>{cell(after)}</td>
            </tr>
          ))}
        </Sheet>
      )}
    </FieldGroup>
  )
}
