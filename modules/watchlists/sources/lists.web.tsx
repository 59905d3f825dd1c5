import { Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { isEnded, plainName } from '../lists/lists.domain.ts'
import css from './lists.module.css'
import { type ListState, screeningLists } from './sources.contract.ts'

const api = bindContract(screeningLists)
const place = 'watchlists:lists'
export const listsHome = '/compliance/screening-lists'

/** What a list is called: published ones by their publisher, own ones as the company named them. */
export function useListName() {
  const texts = useTexts('watchlists:profiles')
  return (list: string) => texts(`lists.${list}`, { defaultValue: plainName(list) })
}

type State = 'fresh' | 'stale' | 'failed' | 'missing' | 'own' | 'ended'
const tones: Record<State, Tone> = {
  fresh: 'done',
  stale: 'stopped',
  failed: 'attention',
  missing: 'stopped',
  own: 'neutral',
  ended: 'ended',
}
const stateOf = ({ version, isOwn, isStale, failure }: ListState): State =>
  !version
    ? 'missing'
    : isEnded(version)
      ? 'ended'
      : isOwn
        ? 'own'
        : isStale
          ? 'stale'
          : failure
            ? 'failed'
            : 'fresh'

/** Whether a list may be relied on. */
export function StateBadge({ list }: { list: ListState }) {
  const texts = useTexts(place)
  const state = stateOf(list)
  return <StatusBadge tone={tones[state]}>{texts(`states.${state}`)}</StatusBadge>
}

/** How long ago, in the largest unit that says enough. */
function ageText(at: string, texts: Texts): string {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 60_000))
  if (minutes < 90) return texts('age.minutes', { count: minutes })
  if (minutes < 48 * 60) return texts('age.hours', { count: Math.round(minutes / 60) })
  return texts('age.days', { count: Math.round(minutes / 1440) })
}

/** Every list that names are screened against: whence, how old, how many entries, and whether it may be relied on. */
export function ScreeningLists() {
  const texts = useTexts(place)
  const nameOf = useListName()
  const mayUpload = useIsAllowed(api.import)
  const query = useQuery({ ...api.list.queryOptions(), refetchInterval: 60_000 })
  const columns = (['list', 'state', 'ageNow', 'version', 'publishedOn', 'entries', 'source'] as const).map(
    (key) => ({ title: texts(`fields.${key}`), isNumber: key === 'entries' }),
  )
  return (
    <Stack gap="md">
      <PageHeader title={texts('title')}>{mayUpload && <Upload />}</PageHeader>
      <Loaded query={query} height={240}>
        {(lists) => (
          <>
            <Sheet label={texts('title')} columns={columns}>
              {living(lists).map((one) => (
                <tr key={one.list}>
                  <td>
                    <TextLink to={`${listsHome}/${one.list}`}>{nameOf(one.list)}</TextLink>
                  </td>
                  <td>
                    <StateBadge list={one} />
                  </td>
                  <td className="agio-number">{one.succeededAt ? ageText(one.succeededAt, texts) : '–'}</td>
                  <td className="agio-number">{one.version?.number ?? '–'}</td>
                  <td className="agio-number">
                    {one.version?.publishedOn ? dateText(one.version.publishedOn) : '–'}
                  </td>
                  <td data-number>{one.version ? groupDigits(String(one.version.entries)) : '–'}</td>
                  <td className={css.source} title={sourceOf(one, texts)}>
                    {sourceOf(one, texts)}
                  </td>
                </tr>
              ))}
            </Sheet>
            {lists
              .filter(({ failure }) => failure !== null)
              .map(({ list, failure }) => (
                <ErrorBox key={list} title={nameOf(list)}>
                  {failure}
                </ErrorBox>
              ))}
            {lists.some(({ isStale, isOwn }) => isStale && !isOwn) && (
              <Text size="sm" c="dimmed">
                {texts('staleAbout')}
              </Text>
            )}
            <Ended lists={lists.filter((one) => !living(lists).includes(one))} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

const living = (lists: readonly ListState[]) =>
  lists.filter(({ version }) => version === null || !isEnded(version))

/** The lists that the company has ended, with who did it, when and why. */
function Ended({ lists }: { lists: readonly ListState[] }) {
  const texts = useTexts(place)
  const nameOf = useListName()
  if (lists.length === 0) return null
  const columns = (['list', 'endedAt', 'endedBy', 'reason'] as const).map((key) => ({
    title: texts(`fields.${key}`),
  }))
  return (
    <section>
      <Title order={2} className={css.heading}>
        {texts('ended.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts('ended.about')}
      </Text>
      <Sheet label={texts('ended.title')} columns={columns}>
        {lists.map(({ list, version }) => (
          <tr key={list}>
            <td>
              <TextLink to={`${listsHome}/${list}`}>{nameOf(list)}</TextLink>
            </td>
            <td className="agio-number">{instantText(version?.loadedAt)}</td>
            <td>{version?.byName}</td>
            <td className={css.wide}>{version?.reason}</td>
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

/** Whence a list comes, in words where it is no address or file. */
export const sourceOf = ({ version, address }: ListState, texts: Texts): string =>
  version?.source === 'DEMONSTRATION'
    ? texts('demonstration')
    : address || (version?.source.split(/[\\/]/).at(-1) ?? texts('never'))

/** Asks for a file and a name, and loads it as the next version of a list of the company's own. */
function Upload() {
  const texts = useTexts(place)
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const isNamed = /^[a-z0-9_-]{1,50}$/.test(name)
  const send = useMutation({
    mutationFn: (given: File) => api.import.call({ name, file: given }),
    onSuccess: (kept) => {
      snackbar.success(texts(kept.isNew ? 'loaded' : 'same', kept))
      if (kept.unread > 0) snackbar.error(texts('unread.about', { count: kept.unread }))
      setOpen(false)
      setFile(null)
    },
  })
  return (
    <>
      <Button leftSection={<IconUpload size={16} stroke={1.75} />} onClick={() => setOpen(true)}>
        {texts('upload')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts('upload')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('kit:close') }}
      >
        <Stack gap="md">
          <Text size="sm">{texts('uploadAbout')}</Text>
          <TextInput
            label={texts('name')}
            description={texts('nameAbout')}
            value={name}
            error={name !== '' && !isNamed}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
          <TextInput
            label={texts('file')}
            type="file"
            accept=".csv,.xml,.gz"
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            required
          />
          {send.error && <ErrorBox>{messageOf(send.error)}</ErrorBox>}
          <Group justify="flex-end">
            <ProcessingButton
              busy={send.isPending}
              disabled={!isNamed || !file}
              onClick={() => file && send.mutate(file)}
            >
              {texts('upload')}
            </ProcessingButton>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** When something was, or a dash. */
export const instantText = (at: string | null | undefined) => (at ? dateTimeText(at) : '–')
