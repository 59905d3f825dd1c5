import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { BusyButton, TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Tone } from '#kit/web/values.web.tsx'
import { sourceOf } from '../screenings/screenings.domain.ts'
import { whitelist, type WhitelistPair } from './whitelist.contract.ts'
import { homes, useListNames } from '../screenings/words.web.ts'

const api = bindContract(whitelist)
const place = 'screening:whitelist'
const home = '/compliance/screening-whitelist'
const tones: Record<WhitelistPair['state'], Tone> = {
  proposed: 'attention',
  approved: 'done',
  rejected: 'stopped',
  reopened: 'attention',
  ended: 'ended',
}
type Act = WhitelistPair['can'][number]

function useDecide() {
  const texts = useTexts(place)
  const act = useAct()
  async function decide(name: Act, { id, version, customerName, entryName }: WhitelistPair) {
    const title = texts(`actions.${name}`)
    const message = texts(`questions.${name}`, { customer: customerName, entry: entryName })
    const note = await askNote({ title, message, confirm: title, required: true, danger: name !== 'approve' })
    if (note === undefined) return
    act.mutate({ api: api[name], input: { id, version, note }, said: texts('said.saved') })
  }
  return { decide, isPending: act.isPending }
}

/** Customers and entries that were found not to be the same: proposed by one, agreed by another, until a day. */
export function WhitelistPairs() {
  const texts = useTexts(place)
  const listName = useListNames()
  const { decide } = useDecide()
  const columns: ListColumn<WhitelistPair>[] = [
    { key: 'customerName', width: 190 },
    { key: 'entryName', width: 190 },
    { key: 'list', width: 200, cell: listName },
    { key: 'state', kind: 'badge', tones, width: 130 },
    { key: 'expiresOn', kind: 'date', width: 130 },
    { key: 'author', width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 180 },
  ]
  return (
    <ListPage<WhitelistPair>
      texts={place}
      list={api.list}
      columns={columns}
      search={['customerName', 'entryName']}
      choices={{ state: Object.keys(tones) }}
      sort="createdAt-desc"
      open={({ id }) => `${home}/${id}`}
      menu={(row) =>
        row.can.map((name) => ({ label: texts(`actions.${name}`), onSelect: () => void decide(name, row) }))
      }
    />
  )
}

/** One pair: why, until when, and who agreed. */
export function WhitelistDetail() {
  const texts = useTexts(place)
  const listName = useListNames()
  const { id = '' } = useParams({ strict: false })
  const { decide, isPending } = useDecide()
  return (
    <DetailPage<WhitelistPair>
      texts={place}
      get={api.getById}
      id={id}
      back={home}
      title={({ customerName, entryName }) => `${customerName} ≠ ${entryName}`}
      badge={{ key: 'state', kind: 'badge', tones }}
      actions={(row) =>
        row.can.toReversed().map((name) => (
          <BusyButton
            key={name}
            variant={name === 'approve' ? 'filled' : 'default'}
            busy={isPending}
            onClick={() => void decide(name, row)}
          >
            {texts(`actions.${name}`)}
          </BusyButton>
        ))
      }
      groups={[
        {
          name: 'pair',
          facts: [
            { key: 'customerName' },
            { key: 'entryName' },
            { key: 'list', cell: listName },
            { key: 'entryId' },
            {
              key: 'screeningId',
              cell: (screening, { list }) => (
                <TextLink to={`${homes[sourceOf(list)].history}/${screening}`}>
                  {texts('openScreening')}
                </TextLink>
              ),
            },
          ],
        },
        {
          name: 'proposal',
          facts: [
            { key: 'reason' },
            { key: 'author' },
            { key: 'createdAt', kind: 'dateTime' },
            { key: 'expiresOn', kind: 'date' },
            {
              key: 'reopenedBecause',
              cell: (why) => (why === '' ? null : texts(`values.reopenedBecause.${why}`)),
            },
          ],
        },
        {
          name: 'decision',
          facts: [{ key: 'decisionNote' }, { key: 'decidedBy' }, { key: 'decidedAt', kind: 'dateTime' }],
        },
      ]}
    />
  )
}
