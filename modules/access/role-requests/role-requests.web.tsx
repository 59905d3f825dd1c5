import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote, confirm } from '#kit/web/dialogs.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from '../factors/factors.module.css'
import { type RoleRequest, roleRequests } from './role-requests.contract.ts'

const api = bindContract(roleRequests)
const place = 'access:roleRequests'

/** The roles that a user gets once another agrees. */
export function RoleRequests({ userId }: { userId: string }) {
  const { data } = useQuery(api.ofUser.queryOptions({ id: userId }))
  return data?.map((one) => <Waiting key={one.id} request={one} />)
}

function Waiting({ request: { id, version, roleName, askedBy, askedAt, can } }: { request: RoleRequest }) {
  const texts = useTexts(place)
  const act = useAct()
  async function agree() {
    const title = texts('actions.agree')
    if (!(await confirm({ title, message: texts('questions.agree', { role: roleName }), confirm: title })))
      return
    act.mutate({ api: api.agree, input: { id, version }, said: texts('said.agree') })
  }
  async function reject() {
    const note = await askNote({ title: texts('actions.reject'), message: '', required: true })
    if (note) act.mutate({ api: api.reject, input: { id, version, note }, said: texts('said.reject') })
  }
  return (
    <Alert color="yellow" title={texts('waits', { role: roleName })} w="100%">
      <p className={css.about}>{texts('about', { by: askedBy, at: dateTimeText(askedAt) })}</p>
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
