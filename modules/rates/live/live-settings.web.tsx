import { FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { FeedDraft, liveRates, type SourceState } from '../feeds/feeds.contract.ts'
import { sourceCodes } from '../sources/sources.domain.ts'
import css from './live.module.css'

const api = bindContract(liveRates)
const F = fieldsOf(FeedDraft)
const place = 'rates:feed'
type Kept = Awaited<ReturnType<typeof api.getSettings.call>>

/** Where the company's live rates come from, how often, and from when on they are too old to publish from. */
export const LiveRateSettings = () => (
  <FormPage
    texts={place}
    draft={FeedDraft}
    api={{ getById: { queryOptions: () => api.getSettings.queryOptions() } }}
    guard={api.updateSettings}
    id=""
    back="/fx-rates"
    toValues={({ version: _version, ...values }: Kept) => values}
    save={(values, row) => api.updateSettings.call({ ...values, version: row?.version ?? 1 })}
  >
    <FieldGroup name="source">
      <F.Select name="source" choices={sourceCodes} />
      <F.Select name="delivery" choices={['address', 'file']} />
      <FieldRow>
        <F.Number name="everyMinutes" integer />
        <F.Number name="allowedMinutes" integer />
      </FieldRow>
      <FieldRow>
        <F.Text name="businessFrom" />
        <F.Text name="businessTo" />
      </FieldRow>
    </FieldGroup>
    <FieldGroup name="file">
      <TakeIn />
    </FieldGroup>
    <FieldGroup name="states">
      <States />
    </FieldGroup>
  </FormPage>
)

/** A file of a source is taken in whole or not at all. */
function TakeIn() {
  const texts = useTexts(place)
  const take = useMutation({
    mutationFn: (file: File) => api.import.call({ file }),
    onSuccess: ({ quotes, firstDay, lastDay }) =>
      snackbar.success(texts('takenIn', { count: quotes, from: dateText(firstDay), to: dateText(lastDay) })),
  })
  return (
    <>
      <p className={css.about}>{texts('fileAbout')}</p>
      <FileButton accept=".xml,.csv,.zip,.json" onChange={(file) => file && take.mutate(file)}>
        {(props) => (
          <ProcessingButton
            {...props}
            type="button"
            variant="default"
            busy={take.isPending}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {texts('take')}
          </ProcessingButton>
        )}
      </FileButton>
    </>
  )
}

/** How each source stands. */
function States() {
  const query = useQuery(api.listSources.queryOptions())
  return (
    <Loaded query={query} height={120}>
      {(all) => (
        <ul className={css.sources}>
          {all.map((one) => (
            <State key={one.source} state={one} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function State({ state: { source, newest, isStale, failure } }: { state: SourceState }) {
  const texts = useTexts(place)
  const tone = failure ? 'stopped' : !newest ? 'neutral' : isStale ? 'attention' : 'done'
  return (
    <li>
      <b>{texts(`values.source.${source}`)}</b>
      <StatusBadge tone={tone}>{texts(`tones.${tone}`)}</StatusBadge>
      {newest && <span className={css.about}>{texts('newest', { at: dateTimeText(newest.at) })}</span>}
      {failure}
    </li>
  )
}
