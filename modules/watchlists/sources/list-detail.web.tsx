import { Button, Skeleton, Stack, Tabs, TextInput, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { useAddress } from '#kit/web/address.web.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, ErrorBox, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { FieldChanges } from '../profile-pages/profile-parts.web.tsx'
import { profilePath } from '../profiles/profiles.domain.ts'
import { fetchedCodes, isEnded } from '../lists/lists.domain.ts'
import css from './lists.module.css'
import { instantText, listsHome, sourceOf, StateBadge, useListName } from './lists.web.tsx'
import { EndButton, SourceButton } from './source-dialog.web.tsx'
import { type ListState, screeningLists } from './sources.contract.ts'
import { UnreadLines } from './unread-lines.web.tsx'

const api = bindContract(screeningLists)
const place = 'watchlists:lists'
/** So many rows are drawn until somebody asks for all. */
const first = 50

/** One list: where it comes from, its versions, and what each changed. */
export function ScreeningList() {
  const texts = useTexts(place)
  const nameOf = useListName()
  const { id = '' } = useParams({ strict: false })
  const [waitsSince, setWaitsSince] = useState<string | null>()
  const query = useQuery({
    ...api.list.queryOptions(),
    // Whoever asked the source sees the answer as soon as it is there.
    refetchInterval: ({ state: { data } }) =>
      waitsSince !== undefined && data?.find(({ list }) => list === id)?.checkedAt === waitsSince
        ? 1000
        : 60_000,
  })
  const [maySource, mayReload] = [useIsAllowed(api.updateSource), useIsAllowed(api.reload)]
  const one = query.data?.find(({ list }) => list === id)
  const reload = useMutation({
    mutationFn: () => api.reload.call({ list: id }),
    onMutate: () => setWaitsSince(one?.checkedAt ?? null),
  })
  const isWaiting = waitsSince !== undefined && one?.checkedAt === waitsSince && !reload.isError
  return (
    <Stack gap="md">
      <PageHeader
        title={nameOf(id)}
        back={{ to: listsHome, search: {} }}
        badge={one && <StateBadge list={one} />}
      >
        {one && maySource && fetchedCodes.some((code) => code === id) && (
          <SourceButton list={one} name={nameOf(id)} />
        )}
        {one?.isOwn && one.version && !isEnded(one.version) && <EndButton list={id} name={nameOf(id)} />}
        {one?.address && mayReload && (
          <ProcessingButton
            variant="default"
            busy={isWaiting}
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => reload.mutate()}
          >
            {texts(isWaiting ? 'reloading' : 'reload')}
          </ProcessingButton>
        )}
      </PageHeader>
      <Loaded query={query} height={240}>
        {() =>
          one ? (
            <>
              {one.failure && <ErrorBox>{one.failure}</ErrorBox>}
              <Facts list={one} />
              {one.version && <Versions list={one} />}
            </>
          ) : (
            <EmptyState text={texts('never')} />
          )
        }
      </Loaded>
    </Stack>
  )
}

function Facts({ list }: { list: ListState }) {
  const texts = useTexts(place)
  const { version, isOwn, address, everyMinutes } = list
  const fetched: [string, string][] = [
    ['address', address || texts('byHand')],
    ['schedule', everyMinutes === null ? '–' : texts('everyMinutes', { hours: everyMinutes / 60 })],
    ['checkedAt', instantText(list.checkedAt)],
    ['age', instantText(list.succeededAt)],
    ['nextAt', instantText(list.nextAt)],
  ]
  const facts: [string, string][] = [
    [
      'source',
      version?.reason
        ? texts('ended.line', { name: version.byName, reason: version.reason })
        : isOwn
          ? texts('ownBy')
          : sourceOf(list, texts),
    ],
    ...(isOwn ? [] : fetched),
    ['entries', version ? groupDigits(String(version.entries)) : '–'],
    ['unread', version ? groupDigits(String(version.unread)) : '–'],
    ['format', version?.format ?? '–'],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{texts(`fields.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Versions({ list: { list, version: newest } }: { list: ListState }) {
  const texts = useTexts(place)
  const query = useQuery(api.getVersions.queryOptions({ list }))
  const { version: chosen } = useAddress<'version'>()
  const columns = [
    'version',
    'publishedOn',
    'loadedAt',
    'entries',
    'added',
    'removed',
    'changed',
    'unread',
    'source',
  ].map((key) => ({
    title: texts(`fields.${key}`),
    isNumber: ['entries', 'added', 'removed', 'changed', 'unread'].includes(key),
  }))
  const whence = ({ source, byName: name, reason }: ReportProps['version']) =>
    reason ? texts('ended.line', { name, reason }) : (source.split(/[\\/]/).at(-1) ?? '')
  return (
    <Loaded query={query} height={200}>
      {(versions) => {
        const shown = versions.find(({ id }) => id === chosen) ?? versions.find(({ id }) => id === newest?.id)
        return (
          <>
            <Title order={2} className={css.heading}>
              {texts('versions')}
            </Title>
            <Sheet label={texts('versions')} columns={columns}>
              {versions.map((one) => (
                <tr key={one.id} data-chosen={one.id === shown?.id || undefined} className={css.version}>
                  <td>
                    <Link
                      to={`${listsHome}/${list}`}
                      search={{ version: one.id }}
                      resetScroll={false}
                      aria-current={one.id === shown?.id || undefined}
                      className={css.choose}
                    >
                      {one.number}
                    </Link>
                  </td>
                  <td className="agio-number">{one.publishedOn ? dateText(one.publishedOn) : '–'}</td>
                  <td className="agio-number">{instantText(one.loadedAt)}</td>
                  {(['entries', 'added', 'removed', 'changed', 'unread'] as const).map((key) => (
                    <td key={key} data-number>
                      {groupDigits(String(one[key]))}
                    </td>
                  ))}
                  <td className={css.source} title={whence(one)}>
                    {whence(one)}
                  </td>
                </tr>
              ))}
            </Sheet>
            {shown && <Report key={shown.id} version={shown} list={list} />}
          </>
        )
      }}
    </Loaded>
  )
}

interface ReportProps {
  list: string
  version: NonNullable<ListState['version']>
}

/** What a version added, removed and changed; each entry leads to its page. */
function Report({ list, version }: ReportProps) {
  const texts = useTexts(place)
  const query = useQuery(api.getDelta.queryOptions({ id: version.id }))
  const most = (['changed', 'added', 'removed'] as const).find((key) => version[key] > 0) ?? 'added'
  const [sought, setSought] = useState('')
  return (
    <section aria-label={texts('report', { number: version.number })}>
      <Title order={2} className={css.heading}>
        {texts('report', { number: version.number })}
      </Title>
      <UnreadLines version={version} />
      {query.isPending && <Skeleton h={200} />}
      <Loaded query={query} height={0}>
        {(delta) => (
          <Tabs defaultValue={most}>
            <Tabs.List>
              {(['added', 'removed', 'changed'] as const).map((key) => (
                <Tabs.Tab key={key} value={key}>
                  {texts(`fields.${key}`)}{' '}
                  <span className="agio-number">{groupDigits(String(delta[key].length))}</span>
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <TextInput
              my="sm"
              maw={360}
              type="search"
              placeholder={texts('find')}
              aria-label={texts('find')}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
            />
            {(['added', 'removed', 'changed'] as const).map((key) => (
              <Tabs.Panel key={key} value={key}>
                <Rows
                  list={list}
                  rows={delta[key]}
                  sought={sought.trim().toLowerCase()}
                  label={texts(`fields.${key}`)}
                />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Loaded>
    </section>
  )
}

interface Row {
  id: string
  name: string
  fields?: { field: string; gone: string[]; come: string[] }[]
}

function Rows({
  list,
  rows,
  sought,
  label,
}: {
  list: string
  rows: readonly Row[]
  sought: string
  label: string
}) {
  const texts = useTexts(place)
  const [isWhole, setWhole] = useState(false)
  const found = rows.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(sought))
  if (found.length === 0) return <EmptyState text={texts('nothing')} />
  const hasFields = found.some(({ fields }) => fields !== undefined)
  return (
    <Stack gap="sm" align="flex-start">
      <div className={css.rows}>
        <Sheet
          label={label}
          columns={[
            { title: texts('entryNumber') },
            { title: texts('entryName') },
            ...(hasFields ? [{ title: texts('fields.changed') }] : []),
          ]}
        >
          {found.slice(0, isWhole ? undefined : first).map(({ id, name, fields }) => (
            <tr key={id} className={css.entry}>
              <td className="agio-number">{id}</td>
              <td className={css.wide}>
                <TextLink to={profilePath(list, id)}>{name}</TextLink>
              </td>
              {hasFields && (
                <td className={css.wide}>
                  <FieldChanges fields={fields ?? []} />
                </td>
              )}
            </tr>
          ))}
        </Sheet>
      </div>
      {!isWhole && found.length > first && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {texts('more', { count: found.length })}
        </Button>
      )}
    </Stack>
  )
}
