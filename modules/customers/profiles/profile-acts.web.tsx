import { Avatar, Button, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { can } from '#kit/web/api.web.ts'
import type { Bound } from '#kit/web/client.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { type GuardedApi, useActivation, useIsAllowed, usePermissionFlags } from '#kit/web/flags.web.ts'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import type { ListApi } from '#kit/web/list/list-page.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { FlagActName } from '../flags/flags.domain.ts'
import { avatarRule, type Customer, type CustomerRow, type individuals } from './profiles.contract.ts'
import { individual } from './profiles.domain.ts'
import { imageOf } from './image-of.web.ts'

/** The calls of either kind of customer. */
export type ProfileApi = {
  [K in Exclude<keyof typeof individuals, 'create' | 'createFromMyKad' | ListCall | 'update'>]: Bound<
    (typeof individuals)[K]
  >
} & Record<ListCall, ListApi<CustomerRow>> &
  GuardedApi
type ListCall = 'list' | 'listSuspicious'

interface ProfileProps {
  texts: string
  api: ProfileApi
  /** Where the pages of such customers begin. */
  home: string
  row: Customer
}

/** Edit as the primary act, all others in a menu: flags with their reason, printing and merging. */
export function ProfileActs({ texts: place, api, home, row }: ProfileProps) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const act = useAct()
  const { id, version } = row
  async function start(name: FlagActName) {
    const title = texts(`actions.${name}`)
    const note = await askNote({ title, message: texts(`questions.${name}`), confirm: title, required: true })
    if (note) act.mutate({ api: api[name], input: { id, version, note }, said: texts('said.updated') })
  }
  const { canUpdate, canPrint } = usePermissionFlags(api)
  const activated = useActivation(row.can.map((name) => api[name]))
  const isWhole = row.mergedInto === null
  const deals = can('create_transactions') && isWhole && !row.isBlocked
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
            {texts('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {row.can
            .filter((name) => activated(api[name]) !== false)
            .map((name) => (
              <Menu.Item key={name} onClick={() => void start(name)}>
                {texts(`actions.${name}`)}
              </Menu.Item>
            ))}
          {canPrint && (
            <Menu.Item onClick={() => void navigate({ to: `${home}/print/${id}` })}>
              {texts('actions.print')}
            </Menu.Item>
          )}
          {can('merge_customers') && isWhole && (
            <Menu.Item onClick={() => void navigate({ to: `${home}/merge/${id}` })}>
              {texts('actions.merge')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {canUpdate && isWhole && (
        <Button
          variant={deals ? 'default' : 'filled'}
          renderRoot={(props) => <Link to={`${home}/update/${id}`} search={true} {...props} />}
        >
          {texts('edit')}
        </Button>
      )}
      {deals && (
        <Button
          renderRoot={(props) => (
            <Link
              to="/transaction"
              search={{ [row.customerType === individual ? 'person' : 'company']: id }}
              {...props}
            />
          )}
        >
          {texts('newDeal')}
        </Button>
      )}
    </>
  )
}

/** The portrait of a customer, and changing it. */
export function Portrait({ texts: place, api, row }: Omit<ProfileProps, 'home'>) {
  const texts = useTexts(place)
  const { id, version, avatarFileId, name } = row
  const mayChange = useIsAllowed(api.uploadAvatar)
  const picture = useQuery({
    queryKey: ['avatar', id, avatarFileId],
    queryFn: async () => imageOf((await api.avatar.call({ id })) as Blob),
    enabled: avatarFileId !== null,
  })
  const change = useMutation({
    meta: { handled: true },
    mutationFn: (file: File | undefined) =>
      file ? api.uploadAvatar.call({ id, version, file }) : api.removeAvatar.call({ id, version }),
    onSuccess: () => snackbar.success(texts('said.updated')),
  })
  return (
    <Group mb="lg" gap="sm">
      <Avatar
        size={64}
        radius="md"
        src={avatarFileId ? (picture.data ?? null) : null}
        alt={texts('avatarOf', { name })}
        name={name}
        color="initials"
      />
      {mayChange && row.mergedInto === null && (
        <>
          <UploadField
            add={texts('chooseAvatar')}
            files={[]}
            accept={avatarRule.types.join(',')}
            disabled={change.isPending}
            {...(change.error ? { error: messageOf(change.error) } : {})}
            onChange={([added]) => added?.file && change.mutate(added.file)}
          />
          {avatarFileId && (
            <Button variant="subtle" color="red" onClick={() => change.mutate(undefined)}>
              {texts('remove')}
            </Button>
          )}
        </>
      )}
    </Group>
  )
}
