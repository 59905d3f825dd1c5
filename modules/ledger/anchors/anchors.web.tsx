import { Alert, FileButton, Modal } from '@mantine/core'
import { IconDownload, IconFileCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { ErrorBox, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { type Anchor, anchors, type ComparedAnchor } from './anchors.contract.ts'
import { readably } from './anchors.domain.ts'

const api = bindContract(anchors)
const place = 'ledger:anchors'

const seals = (last: string, { first }: Anchor) => `${groupDigits(first)} – ${groupDigits(last)}`
const hash = (value: string) => <span className="agio-number agio-code">{readably(value)}</span>

const columns: readonly ListColumn<Anchor>[] = [
  { key: 'at', kind: 'dateTime', width: 190 },
  { key: 'last', cell: seals, width: 160 },
  { key: 'rows', kind: 'number', width: 120 },
  { key: 'hash', cell: hash, width: 330 },
  { key: 'fingerprint', cell: hash, width: 330, hidden: true },
  { key: 'mailedTo', width: 240 },
  { key: 'stampedBy', width: 200 },
  { key: 'stampedAt', kind: 'dateTime', width: 190 },
]
const facts: readonly Fact<Anchor>[] = [
  { key: 'at', kind: 'dateTime' },
  { key: 'last', cell: seals },
  { key: 'rows', kind: 'number' },
  { key: 'hash' },
  { key: 'fingerprint' },
  { key: 'mailedTo' },
  { key: 'stampedBy' },
  { key: 'stampedAt', kind: 'dateTime' },
]

/** What of the books was anchored outside, day by day; an anchor that was kept elsewhere is compared with them here. */
export function AnchorList() {
  const texts = useTexts(place)
  const save = useMutation({
    mutationFn: async (last: string) => saveFile((await api.download.call({ last })) as File),
  })
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      sort="at-desc"
      rowId={({ last }) => last}
      panel={(row) => <FactList texts={place} row={row} facts={facts} />}
      menu={({ last }) => [
        {
          label: texts('download'),
          icon: <IconDownload size={16} stroke={1.75} />,
          onSelect: () => save.mutate(last),
        },
      ]}
      actions={<Compare />}
    />
  )
}

function Compare() {
  const texts = useTexts(place)
  const again = useRef<() => void>(null)
  const compare = useMutation({
    mutationFn: (file: File) => api.compare.call({ file }),
    // The same file may be chosen once more.
    onSettled: () => again.current?.(),
  })
  return (
    <>
      <FileButton
        resetRef={again}
        accept=".anchor,text/plain"
        onChange={(file) => file && compare.mutate(file)}
      >
        {(props) => (
          <ProcessingButton
            {...props}
            busy={compare.isPending}
            leftSection={<IconFileCheck size={16} stroke={1.75} />}
          >
            {texts('compare')}
          </ProcessingButton>
        )}
      </FileButton>
      {compare.data && (
        <Modal
          opened
          centered
          title={compare.variables?.name}
          closeButtonProps={{ 'aria-label': texts('close') }}
          onClose={() => compare.reset()}
        >
          <Outcome compared={compare.data} />
        </Modal>
      )}
    </>
  )
}

function Outcome({ compared }: { compared: ComparedAnchor }) {
  const texts = useTexts(place)
  const { result, isOurs, first, last, seal, rowId, isEntry, stampedBy, stampedAt } = compared
  const values = {
    first: groupDigits(first ?? ''),
    last: groupDigits(last ?? ''),
    seal: groupDigits(seal ?? ''),
    row: rowId,
  }
  const hasKey = first !== null && result !== 'company'
  return (
    <>
      {result === 'whole' ? (
        <Alert role="status" color="green">
          {texts('results.whole', values)}
        </Alert>
      ) : (
        <ErrorBox>{texts(`results.${result}`, values)}</ErrorBox>
      )}
      {isEntry && can('view_ledger') && (
        <p>
          <TextLink to={`/accounting/journal/${rowId}`}>{texts('entry')}</TextLink>
        </p>
      )}
      {stampedAt !== null && <p>{texts('stamped', { by: stampedBy, at: dateTimeText(stampedAt) })}</p>}
      {stampedAt === null && result === 'whole' && <p>{texts('notStamped')}</p>}
      {hasKey && !isOurs && <p>{texts('otherKey')}</p>}
    </>
  )
}
