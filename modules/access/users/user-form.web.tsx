import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { bindContract, can, session } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { roles } from '../roles/roles.contract.ts'
import { NewPassword, Pin } from '../passwords/passwords.contract.ts'
import { PlacePicker } from '../workspaces/place-picker.web.tsx'
import { NewUser, type User, UserDraft, users } from './users.contract.ts'
import css from './users.module.css'

const api = bindContract(users)
const roleApi = bindContract(roles)
const place = 'access:users'
const home = '/account-management/user'

/** What is filled in when a user is changed: password and PIN only to set new ones. */
const ChangeForm = z.strictObject({
  ...UserDraft.shape,
  password: NewPassword.optional(),
  pin: Pin.optional(),
  isPinRemoved: z.boolean().default(false),
})
const F = fieldsOf(ChangeForm)

export const UserCreate = () => (
  <FormPage texts={place} draft={NewUser} api={{ create: api.create }} back={home}>
    <PersonFields />
    <FieldGroup name="signIn">
      <NewPasswordField />
      <F.Password name="pin" />
    </FieldGroup>
    <AccessFields held={[]} />
  </FormPage>
)

export function UserUpdate() {
  const { id = '' } = useParams({ strict: false })
  return (
    <FormPage texts={place} draft={ChangeForm} api={api} id={id} back={home} save={change}>
      {(user) => (
        <>
          <PersonFields />
          <FieldGroup name="signIn">
            <Secret name="password" isSet />
            <Secret name="pin" isSet={user?.hasPin ?? false} />
          </FieldGroup>
          <AccessFields held={user?.roles ?? []} />
        </>
      )}
    </FormPage>
  )
}

const NewPasswordField = () => <F.Password name="password" help={useFormScope().texts('newPassword')} />

function change({ isPinRemoved, pin, ...values }: z.output<typeof ChangeForm>, row: User | undefined) {
  const { id = '', version = 1 } = row ?? {}
  const newPin = isPinRemoved ? { pin: null } : pin === undefined ? {} : { pin }
  return api.update.call({ id, version, ...values, ...newPin })
}

const PersonFields = () => (
  <FieldGroup name="person">
    <F.Text name="userName" />
    <FieldRow>
      <F.Text name="firstName" />
      <F.Text name="lastName" />
    </FieldRow>
    <F.Text name="email" type="email" />
    <F.Phone name="phone" />
  </FieldGroup>
)

/** Roles that the person at the screen may give, with those that the user has already; and the places to work at. */
function AccessFields({ held }: { held: User['roles'] }) {
  const ownId = session.read()?.company.userId ?? ''
  const grantable = useQuery(roleApi.listGrantable.queryOptions())
  const self = useQuery(api.getById.queryOptions({ id: ownId }))
  const own = can('view_all_workspaces') ? 'all' : (self.data?.workspaces ?? [])
  return (
    <FieldGroup name="access">
      <F.MultiSelect name="roleIds" choices={grantable} held={held} />
      <PlacePicker own={own} />
    </FieldGroup>
  )
}

/** A password or PIN that is never shown: says whether there is one, and opens a field for another. */
function Secret({ name, isSet }: { name: 'password' | 'pin'; isSet: boolean }) {
  const { form, texts } = useFormScope()
  const [isOpen, setOpen] = useState(false)
  const isRemoved = name === 'pin' && form.getValues().isPinRemoved === true
  const box = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  // What was pressed is gone: the focus goes to what came in its place.
  useEffect(() => {
    if (!isFirst.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    isFirst.current = false
  }, [isOpen, isRemoved])
  const close = () => {
    setOpen(false)
    form.setFieldValue(name, '')
  }
  const button = (key: string, onClick: () => void) => (
    <Button variant="default" size="xs" onClick={onClick}>
      {texts(`secrets.${name}.${key}`)}
    </Button>
  )
  if (isOpen)
    return (
      <div ref={box} className={css.secret}>
        <F.Password name={name} label={texts(`secrets.${name}.new`)} />
        {button('keep', close)}
      </div>
    )
  const remove = (isPinRemoved: boolean) => form.setFieldValue('isPinRemoved', isPinRemoved)
  return (
    <div ref={box} className={css.secret}>
      <Text>{texts(`secrets.${name}.${isRemoved ? 'removed' : isSet ? 'isSet' : 'none'}`)}</Text>
      {isRemoved ? (
        button('keep', () => remove(false))
      ) : (
        <>
          {button(isSet ? 'change' : 'set', () => setOpen(true))}
          {isSet && name === 'pin' && button('remove', () => remove(true))}
        </>
      )}
    </div>
  )
}
