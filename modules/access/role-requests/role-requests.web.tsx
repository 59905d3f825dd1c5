import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote, confirm } from '#kit/web/dialogs.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Catalogue } from '../permissions/permission-matrix.web.tsx'
import css from '../factors/factors.module.css'
import { type RoleRequest, roleRequests } from './role-requests.contract.ts'

const api = bindContract(roleRequests)
const place = 'access:roleRequests'

/** The roles that a user gets once another agrees. */
export function RoleRequests({ userId }: { userId: string }) {
  const { data } = useQuery(api.ofUser.queryOptions({ id: userId }))
  return data?.map((one) => <Waiting key={one.id} request={one} />)
}

/** The permissions that a role gains, for all who hold it, once another agrees. */
export function Widenings({ roleId }: { roleId: string }) {
  const { data } = useQuery(api.ofRole.queryOptions({ id: roleId }))
  return data?.map((one) => <Waiting key={one.id} request={one} />)
}

function Waiting({
  request: { id, version, roleName, permissions, askedBy, askedAt, can },
}: {
  request: RoleRequest
}) {
  const texts = useTexts(place)
  const act = useAct()
  async function agree() {
    const title = texts('actions.agree')
    const question = permissions ? 'questions.widen' : 'questions.agree'
    if (!(await confirm({ title, message: texts(question, { role: roleName }), confirm: title }))) return
    const said = texts(permissions ? 'said.widen' : 'said.agree')
    act.mutate({ api: api.agree, input: { id, version }, said })
  }
  async function reject() {
    const note = await askNote({ title: texts('actions.reject'), message: '', required: true })
    if (note) act.mutate({ api: api.reject, input: { id, version, note }, said: texts('said.reject') })
  }
  return (
    <Alert color="yellow" title={texts(permissions ? 'widens' : 'waits', { role: roleName })} w="100%">
      <p className={css.about}>{texts('about', { by: askedBy, at: dateTimeText(askedAt) })}</p>
      {permissions && (
        <Catalogue>
          {(all) => (
            <p className={css.about}>
              {all
                .filter(({ code }) => permissions.includes(code))
                .map(({ label }) => label)
                .join(', ')}
            </p>
          )}
        </Catalogue>
      )}
      <div className={css.acts}>
        {can.includes('agree') && (
          <BusyButton size="compact-sm" busy={act.isPending} onClick={() => void agree()}>
            {texts('actions.agree')}
          </BusyButton>
        )}
        {can.includes('reject') && (
          <Button size="compact-sm" variant="default" onClick={() => void reject()}>
            {texts('actions.reject')}
          </Button>
        )}
      </div>
    </Alert>
  )
}
