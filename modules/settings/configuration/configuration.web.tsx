import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { bindContract, lacks, session } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './configuration.module.css'
import { type Config, configuration } from './configuration.contract.ts'
import { configKeys, configValue, customerTypes, rateSettingTypes } from './configuration.domain.ts'

const api = bindContract(configuration)
const place = 'settings:general'
const { Individual, Corporate } = customerTypes

const text = z.string()
const Form = z.strictObject({
  ratePrecision: text,
  rateSettingType: text,
  individual: text,
  corporate: text,
  countTolerance: text,
  keepsStock: z.boolean(),
  skipsTransit: z.boolean(),
  revaluationMethod: text,
  fiscalYearStart: text,
  freeCancelMinutes: text,
  keepsFee: z.boolean(),
  passwordLength: text,
  refusesGuessable: z.boolean(),
  selvesDays: text,
  defaultLanguage: text,
})
type Values = z.output<typeof Form>
const F = fieldsOf(Form)
const get = { queryOptions: () => api.list.queryOptions() }

/** General settings of the company: how rates are set and written, when a count is made again, what stays of a cancelled remittance, what a password must be, and which version runs. */
export const GeneralSettings = () => (
  <FormPage
    texts={place}
    draft={Form}
    api={{ getById: get }}
    guard={api.update}
    id=""
    back="/"
    toValues={valuesOf}
    save={save}
  >
    <FieldGroup name="language">
      <F.Select name="defaultLanguage" choices={configKeys.DEFAULT_LANGUAGE.values} required />
    </FieldGroup>
    <FieldGroup name="rates">
      <F.Select name="ratePrecision" choices={configKeys.RATE_PRECISION.values} required />
      <F.Select name="rateSettingType" choices={Object.values(rateSettingTypes)} required />
      <FieldRow>
        <F.Select name="individual" choices={Object.values(rateSettingTypes)} />
        <F.Select name="corporate" choices={Object.values(rateSettingTypes)} />
      </FieldRow>
    </FieldGroup>
    <FieldGroup name="counts">
      <F.Switch name="keepsStock" />
      <F.Number name="countTolerance" required />
      <F.Switch name="skipsTransit" />
    </FieldGroup>
    <FieldGroup name="books">
      <F.Select name="revaluationMethod" choices={configKeys.REVALUATION_METHOD.values} required />
      <F.Select name="fiscalYearStart" choices={configKeys.FISCAL_YEAR_START.values} required />
    </FieldGroup>
    <FieldGroup name="remittances">
      <F.Number name="freeCancelMinutes" required />
      <F.Switch name="keepsFee" />
    </FieldGroup>
    <FieldGroup name="passwords">
      <F.Number name="passwordLength" required />
      <F.Switch name="refusesGuessable" />
    </FieldGroup>
    <FieldGroup name="secondPerson">
      <F.Number name="selvesDays" required />
    </FieldGroup>
    <FieldGroup name="system">
      <RunningVersion />
    </FieldGroup>
  </FormPage>
)

/** A customer type without its own value shows none: that for all holds. */
function valuesOf(list: readonly Config[]): Values {
  const kept = list.map((one) => ({ ...one, customerType: one.customerType || null }))
  const own = (type: number) => kept.find((one) => one.customerType === type)?.value ?? ''
  return {
    ratePrecision: configValue(kept, 'RATE_PRECISION'),
    rateSettingType: configValue(kept, 'RATE_SETTING_TYPE'),
    individual: own(Individual),
    corporate: own(Corporate),
    countTolerance: configValue(kept, 'COUNT_TOLERANCE'),
    keepsStock: configValue(kept, 'INVENTORY_ENABLED') === '1',
    skipsTransit: configValue(kept, 'TRANSIT_WITHIN_BRANCH') === 'SKIPPED',
    revaluationMethod: configValue(kept, 'REVALUATION_METHOD'),
    fiscalYearStart: configValue(kept, 'FISCAL_YEAR_START'),
    freeCancelMinutes: configValue(kept, 'REMITTANCE_FREE_CANCEL_MINUTES'),
    keepsFee: configValue(kept, 'REMITTANCE_KEEPS_FEE') === '1',
    passwordLength: configValue(kept, 'PASSWORD_LENGTH'),
    refusesGuessable: configValue(kept, 'PASSWORD_GUESSABLE') === 'REFUSED',
    selvesDays: configValue(kept, 'SELVES_DAYS'),
    defaultLanguage: configValue(kept, 'DEFAULT_LANGUAGE'),
  }
}

/** Menu and pages follow at once what the company keeps. */
async function save({ ratePrecision, rateSettingType, individual, corporate, ...rest }: Values) {
  const kept = await api.update.call({
    settings: [
      { key: 'RATE_PRECISION', customerType: 0, value: ratePrecision },
      { key: 'RATE_SETTING_TYPE', customerType: 0, value: rateSettingType },
      { key: 'RATE_SETTING_TYPE', customerType: Individual, value: individual },
      { key: 'RATE_SETTING_TYPE', customerType: Corporate, value: corporate },
      { key: 'COUNT_TOLERANCE', customerType: 0, value: rest.countTolerance },
      { key: 'INVENTORY_ENABLED', customerType: 0, value: rest.keepsStock ? '1' : '0' },
      { key: 'TRANSIT_WITHIN_BRANCH', customerType: 0, value: rest.skipsTransit ? 'SKIPPED' : 'KEPT' },
      { key: 'REVALUATION_METHOD', customerType: 0, value: rest.revaluationMethod },
      { key: 'FISCAL_YEAR_START', customerType: 0, value: rest.fiscalYearStart },
      { key: 'REMITTANCE_FREE_CANCEL_MINUTES', customerType: 0, value: rest.freeCancelMinutes },
      { key: 'REMITTANCE_KEEPS_FEE', customerType: 0, value: rest.keepsFee ? '1' : '0' },
      { key: 'PASSWORD_LENGTH', customerType: 0, value: rest.passwordLength },
      { key: 'PASSWORD_GUESSABLE', customerType: 0, value: rest.refusesGuessable ? 'REFUSED' : 'ALLOWED' },
      { key: 'SELVES_DAYS', customerType: 0, value: rest.selvesDays },
      { key: 'DEFAULT_LANGUAGE', customerType: 0, value: rest.defaultLanguage },
    ],
  })
  if (rest.keepsStock === lacks('stock')) session.goWithout(rest.keepsStock ? [] : ['stock'])
  return kept
}

function RunningVersion() {
  const texts = useTexts(place)
  return (
    <Loaded query={useQuery(api.version.queryOptions())} height={24}>
      {({ version }) => <p className={css.version}>{texts('version', { version })}</p>}
    </Loaded>
  )
}
