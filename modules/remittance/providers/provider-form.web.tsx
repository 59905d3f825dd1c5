import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { channels, type Provider, ProviderDraft, providers } from './providers.contract.ts'
import { readServices, servicesText } from './services.domain.ts'

const api = bindContract(providers)
const days = ['1', '2', '3', '4', '5', '6', '7'] as const
const Services = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .refine((text) => readServices(text) !== undefined, 'services')
const Holidays = z
  .string()
  .trim()
  .max(5000)
  .regex(/^(\d{4}-\d\d-\d\d(\s+|$))*$/)
const Form = z.strictObject({
  ...ProviderDraft.shape,
  services: Services,
  holidays: Holidays.default(''),
  workdays: z.array(z.enum(days)).min(1),
})
const F = fieldsOf(Form)

function save({ services, holidays, workdays, ...rest }: z.output<typeof Form>, row: Provider | undefined) {
  const draft = {
    ...rest,
    services: readServices(services) ?? [],
    holidays: holidays.split(/\s+/).filter(Boolean),
    workdays: workdays.toSorted().join(''),
  }
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

/** A partner: what it pays out, and when it takes orders. */
export function ProviderForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:providers"
      draft={Form}
      api={{ getById: api.getById }}
      guard={id === undefined ? api.create : api.update}
      id={id}
      back="/remittance/provider"
      initial={{ channel: 'file', workdays: ['1', '2', '3', '4', '5'] }}
      toValues={(row: Provider) =>
        ({
          ...row,
          services: servicesText(row.services as Parameters<typeof servicesText>[0]),
          holidays: row.holidays.join('\n'),
          workdays: Array.from(row.workdays),
        }) as never
      }
      save={save}
    >
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <FieldRow>
        <F.Text name="settlementCurrency" />
        <F.Select name="channel" choices={channels} />
      </FieldRow>
      <F.TextArea name="services" />
      <FieldGroup name="day">
        <FieldRow>
          <F.Select name="timeZone" choices={zones} />
          <F.Text name="cutOff" />
          <F.Number name="days" integer />
        </FieldRow>
        <F.MultiSelect name="workdays" choices={days} />
        <F.TextArea name="holidays" />
      </FieldGroup>
      <FieldGroup name="calls">
        <F.Text name="endpoint" />
        <FieldRow>
          <F.Number name="answersWithin" integer />
          <F.Number name="remembersDays" integer />
          <F.Number name="mostQueries" integer />
        </FieldRow>
        <F.Switch name="isReturnCharged" />
      </FieldGroup>
      <FieldGroup name="limits">
        <FieldRow>
          <F.Number name="minimum" />
          <F.Number name="maximum" />
          <F.Number name="fee" />
        </FieldRow>
      </FieldGroup>
    </FormPage>
  )
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
