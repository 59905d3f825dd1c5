import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { askable, cdd, OwnRuleDraft, type RuleDetail, TermsDraft } from './cdd.contract.ts'
import { approvers } from '#modules/approvals/gates/gates.domain.ts'
import {
  evidence,
  links,
  metrics,
  reports,
  ruleDirections,
  ruleInstruments,
  services,
  tiers,
  timed,
} from '../rules/rules.domain.ts'
import css from './cdd.module.css'
import { demandText, home, place, ruleName, triggerText, useFieldNames } from './words.web.ts'

const api = bindContract(cdd)
const currencyApi = bindContract(companyCurrencies)
const T = fieldsOf(TermsDraft)
const O = fieldsOf(OwnRuleDraft)

const get = {
  queryOptions: ({ id }: { id: string }) => ({
    queryKey: [...api.getById.queryOptions({ code: id }).queryKey, 'form'],
    queryFn: () => queryClient.fetchQuery({ ...api.getById.queryOptions({ code: id }), staleTime: 0 }),
  }),
}

/** What follows, and from when: the part that both forms have in common. */
function TermFields({ isTimed }: { isTimed: boolean }) {
  const nameOf = useFieldNames()
  return (
    <>
      <FieldGroup name="threshold">
        <FieldRow>
          <T.Select name="operator" choices={['>=', '>']} />
          <T.Number name="amount" />
          {isTimed && <T.Number name="days" integer />}
        </FieldRow>
      </FieldGroup>
      <FieldGroup name="asks">
        <T.Select name="tier" choices={tiers} />
        <T.MultiSelect
          name="fields"
          choices={askable.map((code) => ({ value: code, label: nameOf(code) }))}
        />
        <T.MultiSelect name="documents" choices={evidence} />
        <FieldRow>
          <T.Select name="approveRole" choices={approvers} />
          <T.Select name="report" choices={reports} />
        </FieldRow>
        <T.Switch name="isBlocking" />
        <T.Switch name="waitsForAnswers" />
      </FieldGroup>
      <FieldGroup name="since">
        <T.Switch name="isEnabled" />
        <T.Date name="effectiveFrom" />
        <T.TextArea name="reason" />
      </FieldGroup>
    </>
  )
}

/** The terms of a rule, kept as a further version. */
export function CddTerms() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  return (
    <FormPage
      texts={place}
      draft={TermsDraft}
      api={{ getById: get }}
      guard={api.update}
      id={id}
      back={`${home}/${id}`}
      toValues={(rule: RuleDetail) => ({ ...rule, effectiveFrom: null, reason: '' })}
      save={(terms, rule) => api.update.call({ code: id, latest: rule?.latest ?? 0, ...terms })}
    >
      {(rule) =>
        rule && (
          <>
            <p className={css.about}>
              <b>{ruleName(texts, rule)}</b>
              {rule.law && (
                <>
                  <br />
                  {texts('theLaw', {
                    terms: [triggerText(texts, { ...rule, ...rule.law }), demandText(texts, rule.law)]
                      .filter(Boolean)
                      .join(' · '),
                  })}
                </>
              )}
            </p>
            <TermFields isTimed={timed.includes(rule.metric)} />
          </>
        )
      }
    </FormPage>
  )
}

/** A rule of the company's own. */
export function CddOwnRule() {
  const currencies = useQuery(currencyApi.getSettings.queryOptions())
  const choices = { ...currencies, data: currencies.data?.map(({ code }) => ({ value: code, label: code })) }
  return (
    <FormPage
      texts={place}
      draft={OwnRuleDraft}
      api={api}
      back={home}
      initial={{
        service: 'money_changing',
        direction: 'both',
        instrument: 'any',
        metric: 'single',
        operator: '>=',
        linkBy: [...links],
      }}
    >
      <FieldRow>
        <O.Text name="code" />
        <O.Text name="name" />
      </FieldRow>
      <FieldRow>
        <O.Select name="service" choices={services} />
        <O.Select name="direction" choices={ruleDirections} />
        <O.Select name="instrument" choices={ruleInstruments} />
      </FieldRow>
      <FieldRow>
        <O.Select name="metric" choices={metrics} />
        <O.Select name="currency" choices={choices} />
      </FieldRow>
      <O.MultiSelect name="linkBy" choices={links} />
      <TermFields isTimed />
    </FormPage>
  )
}
