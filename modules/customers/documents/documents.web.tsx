import { Button, Group, Modal, Title, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge } from '#kit/web/values.web.tsx'
import { avatarRule, type Customer } from '../profiles/profiles.contract.ts'
import { DialogForm } from '../profiles/dialog-form.web.tsx'
import { countryName, useCountries } from '../profiles/fields.web.tsx'
import { imageOf } from '../profiles/image-of.web.ts'
import css from '../profiles/profiles.module.css'
import { type Document, DocumentDraft, documents, VerifyDraft } from './documents.contract.ts'
import { documentTypes, type Side, verificationMethods } from './documents.domain.ts'

const api = bindContract(documents)
const place = 'customers:documents'
const F = { ...fieldsOf(DocumentDraft), verify: fieldsOf(VerifyDraft) }

const facts: readonly Fact<Document>[] = [
  { key: 'idNumber', kind: 'code' },
  { key: 'idIssuingCountry', cell: countryName },
  { key: 'idIssueDate', kind: 'date' },
  { key: 'idExpiryDate', kind: 'date' },
  { key: 'remarks' },
]

/** The papers of a customer with images of both sides, and making sure that they are real. */
export function Documents({ customer }: { customer: Customer }) {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions({ customerId: customer.id }))
  const [open, setOpen] = useState<Document | 'new'>()
  const { canCreate, canUpdate } = usePermissionFlags(api)
  const mayChange = customer.mergedInto === null
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} className={css.heading}>
          {texts('title')}
        </Title>
        {mayChange && canCreate && (
          <Button variant="default" size="xs" onClick={() => setOpen('new')}>
            {texts('create')}
          </Button>
        )}
      </Group>
      <Loaded query={query} height={120}>
        {(list) =>
          list.length === 0 ? (
            <p className={css.muted}>{texts('empty')}</p>
          ) : (
            <ul className={css.cards}>
              {list.map((one) => (
                <Paper
                  key={one.id}
                  paper={one}
                  canManage={mayChange && canUpdate}
                  onEdit={() => setOpen(one)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open && (
        <PaperForm
          customerId={customer.id}
          paper={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

interface PaperFormProps {
  customerId: string
  paper: Document | undefined
  onClose: () => void
}

function PaperForm({ customerId, paper, onClose }: PaperFormProps) {
  const texts = useTexts(place)
  const countries = useCountries()
  return (
    <DialogForm
      texts={place}
      title={texts(paper ? 'editTitle' : 'create')}
      draft={DocumentDraft}
      said={paper ? 'saved' : 'added'}
      {...(paper ? { values: paper } : {})}
      save={(values) =>
        paper
          ? api.update.call({ id: paper.id, version: paper.version, ...values })
          : api.create.call({ customerId, ...values })
      }
      onClose={onClose}
    >
      <F.Select name="idType" choices={documentTypes} />
      <F.Text name="idNumber" />
      <F.Select name="idIssuingCountry" choices={countries} />
      <F.Date name="idIssueDate" />
      <F.Date name="idExpiryDate" />
      <F.TextArea name="remarks" />
    </DialogForm>
  )
}

const isPast = (date: string) => date < new Date().toISOString().slice(0, 10)

function Paper({ paper, canManage, onEdit }: { paper: Document; canManage: boolean; onEdit: () => void }) {
  const texts = useTexts(place)
  const [isVerifying, setVerifying] = useState(false)
  const { id, version, verifiedAt, verificationMethod } = paper
  const isOver = paper.idExpiryDate !== null && isPast(paper.idExpiryDate)
  return (
    <li className={css.card}>
      <Group justify="space-between">
        <Group gap="xs">
          <strong>{texts(`values.idType.${paper.idType}`)}</strong>
          {paper.isPrimary && <span className={css.muted}>{texts('primary')}</span>}
          {isOver && <StatusBadge tone="stopped">{texts('expired')}</StatusBadge>}
          {verifiedAt ? (
            <StatusBadge tone="done">{texts('verified')}</StatusBadge>
          ) : (
            <StatusBadge tone="attention">{texts('unverified')}</StatusBadge>
          )}
        </Group>
        {canManage && (
          <Group gap="xs">
            {paper.hasFront && !verifiedAt && (
              <Button variant="subtle" size="xs" onClick={() => setVerifying(true)}>
                {texts('verify')}
              </Button>
            )}
            <Button variant="subtle" size="xs" onClick={onEdit}>
              {texts('edit')}
            </Button>
          </Group>
        )}
      </Group>
      <FactList texts={place} row={paper} facts={facts} />
      {verifiedAt && (
        <p className={css.muted}>
          {texts('verifiedBy', {
            name: paper.verifiedByName,
            at: dateTimeText(verifiedAt),
            method: texts(`values.method.${verificationMethod}`),
          })}
        </p>
      )}
      <Group gap="md" align="flex-start">
        <Image paper={paper} side="front" isThere={paper.hasFront} canManage={canManage} />
        <Image paper={paper} side="back" isThere={paper.hasBack} canManage={canManage} />
      </Group>
      {isVerifying && (
        <DialogForm
          texts={place}
          title={texts('verify')}
          draft={VerifyDraft}
          save={({ method }) => api.verify.call({ id, version, method })}
          onClose={() => setVerifying(false)}
        >
          <F.verify.Select name="method" choices={verificationMethods} />
        </DialogForm>
      )}
    </li>
  )
}

interface ImageProps {
  paper: Document
  side: Side
  isThere: boolean
  canManage: boolean
}

/** One side of a paper; the server looks at what the file holds, not at its name. */
function Image({ paper, side, isThere, canManage }: ImageProps) {
  const texts = useTexts(place)
  const { id, version } = paper
  const picture = useQuery({
    queryKey: ['paper', id, side, version],
    queryFn: async () => imageOf((await api.image.call({ id, side })) as Blob),
    enabled: isThere,
  })
  const [isLarge, setLarge] = useState(false)
  const change = useMutation({
    meta: { handled: true },
    mutationFn: (file: File) => api.uploadImage.call({ id, version, side, file }),
    onSuccess: () => snackbar.success(texts('said.updated')),
  })
  return (
    <figure className={css.side}>
      <figcaption>{texts(`sides.${side}`)}</figcaption>
      {isThere && (
        <Loaded query={picture} height={100}>
          {(url) => (
            <>
              <UnstyledButton
                aria-label={`${texts('enlarge')}: ${texts(`sides.${side}`)}`}
                onClick={() => setLarge(true)}
              >
                <img src={url} alt={texts(`sides.${side}`)} />
              </UnstyledButton>
              <Modal
                opened={isLarge}
                onClose={() => setLarge(false)}
                size="auto"
                title={texts(`sides.${side}`)}
                closeButtonProps={{ 'aria-label': texts('close') }}
              >
                <img src={url} alt={texts(`sides.${side}`)} className={css.large} />
              </Modal>
            </>
          )}
        </Loaded>
      )}
      {canManage && (
        <UploadField
          add={texts(`add.${side}`)}
          files={[]}
          accept={avatarRule.types.join(',')}
          disabled={change.isPending}
          {...(change.error ? { error: messageOf(change.error) } : {})}
          onChange={([added]) => added?.file && change.mutate(added.file)}
        />
      )}
      {!canManage && !isThere && <span className={css.muted}>{texts('noImage')}</span>}
    </figure>
  )
}
