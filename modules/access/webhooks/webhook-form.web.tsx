import { Checkbox, Code, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useField } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FormPage } from '#kit/web/form/form-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { SecretDialog, showSecret } from '../keys/secret-dialog.web.tsx'
import { WebhookDraft, webhooks } from './webhooks.contract.ts'

const api = bindContract(webhooks)
const F = fieldsOf(WebhookDraft)
const place = 'access:webhooks'
const home = '/account-management/webhook'

const fields = (
  <>
    <FieldGroup name="facts">
      <F.Text name="name" />
      <F.Text name="url" type="url" />
    </FieldGroup>
    <FieldGroup name="events">
      <EventsField />
    </FieldGroup>
  </>
)

/** Makes a webhook, and shows its secret once. */
export function WebhookCreate() {
  return (
    <>
      <FormPage
        texts={place}
        draft={WebhookDraft}
        api={api}
        save={async (values) => showSecret((await api.create.call(values)).secret)}
        back={home}
      >
        {fields}
      </FormPage>
      <SecretDialog texts={place} />
    </>
  )
}

export function WebhookUpdate() {
  const { id = '' } = useParams({ strict: false })
  return (
    <FormPage texts={place} draft={WebhookDraft} api={api} id={id} back={home}>
      {fields}
    </FormPage>
  )
}

/** Every public event; what the person may not see themselves cannot be chosen. */
function EventsField() {
  const { value, onChange, input } = useField<string[]>({ name: 'events' })
  const events = useQuery(api.listEvents.queryOptions())
  return (
    <Loaded query={events} height={320}>
      {(all) => (
        <Checkbox.Group
          label={input.label}
          withAsterisk={input.withAsterisk}
          error={input.error}
          value={value}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs">
            {all.map(({ code, label, isAllowed }, at) => (
              <Checkbox
                key={code}
                value={code}
                // Where a fault of the field leads to; and no box hides under the foot of the form while it has the focus.
                data-path={at === 0 ? 'events' : undefined}
                styles={{ input: { scrollMarginBottom: 96 } }}
                label={label}
                description={<Code>{code}</Code>}
                disabled={!isAllowed && !value.includes(code)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Loaded>
  )
}
