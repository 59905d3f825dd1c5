import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FormPage } from '#kit/web/form/form-page.web.tsx'
import { roles } from '../roles/roles.contract.ts'
import { factorPolicy, type Policy, policyModes } from './factor-policy.contract.ts'

const api = bindContract(factorPolicy)
const roleApi = bindContract(roles)
const Form = z.strictObject({ mode: z.string(), roleIds: z.array(z.string()) })
type Values = z.output<typeof Form>
const F = fieldsOf(Form)
const get = { queryOptions: () => api.get.queryOptions() }

const save = ({ mode, roleIds }: Values) => api.update.call({ mode: mode as Policy['mode'], roleIds })

/** The company's setting of who needs a second factor. */
export const FactorPolicy = () => (
  <FormPage
    texts="access:factorPolicy"
    draft={Form}
    api={{ getById: get }}
    guard={api.update}
    id=""
    back="/"
    save={save}
  >
    <FieldGroup name="asked">
      <About />
      <F.Select name="mode" choices={policyModes} required />
      <Roles />
    </FieldGroup>
  </FormPage>
)

const About = () => <Text c="dimmed">{useFormScope().texts('about')}</Text>

/** The roles, where only some of them are asked. */
function Roles() {
  const { form } = useFormScope()
  const offered = useQuery(roleApi.listSelection.queryOptions()).data ?? []
  if (form.getValues()['mode'] !== 'roles') return null
  return (
    <F.MultiSelect
      name="roleIds"
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      required
    />
  )
}
