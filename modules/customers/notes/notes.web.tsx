import { Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { type GuardedEntry, useIsAllowed } from '#kit/web/flags.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import type { Customer } from '../profiles/profiles.contract.ts'
import { DialogForm } from '../profiles/dialog-form.web.tsx'
import css from '../profiles/profiles.module.css'
import { CommentDraft, comments, type InfoRequest, InfoRequestDraft, infoRequests } from './notes.contract.ts'
import { requestWorkflow } from './notes.domain.ts'

const commentApi = bindContract(comments)
const requestApi = bindContract(infoRequests)
const C = fieldsOf(CommentDraft)
const R = fieldsOf(InfoRequestDraft)
const commentTexts = 'customers:comments'
const requestTexts = 'customers:infoRequests'

const useMayAdd = (entry: GuardedEntry, customer: Customer) =>
  useIsAllowed(entry) && customer.mergedInto === null

/** What people wrote about a customer, the newest first. */
export function Comments({ customer }: { customer: Customer }) {
  const texts = useTexts(commentTexts)
  const [isOpen, setOpen] = useState(false)
  const mayAdd = useMayAdd(commentApi.create, customer)
  const query = useQuery(commentApi.list.queryOptions({ customerId: customer.id }))
  return (
    <section>
      <Head title={texts('title')} add={mayAdd ? texts('create') : undefined} onAdd={() => setOpen(true)} />
      <Loaded query={query} height={60}>
        {(list) =>
          list.length === 0 ? (
            <p className={css.muted}>{texts('empty')}</p>
          ) : (
            <ul className={css.cards}>
              {list.map(({ id, text, byName, createdAt }) => (
                <li key={id} className={css.card}>
                  <span className={css.lines}>{text}</span>
                  <span className={css.muted}>
                    {byName} · {dateTimeText(createdAt)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isOpen && (
        <DialogForm
          texts={commentTexts}
          title={texts('create')}
          draft={CommentDraft}
          said="added"
          save={({ text }) => commentApi.create.call({ customerId: customer.id, text })}
          onClose={() => setOpen(false)}
        >
          <C.TextArea name="text" />
        </DialogForm>
      )}
    </section>
  )
}

const tones: Record<InfoRequest['state'], Tone> = { open: 'attention', replied: 'done', cancelled: 'ended' }

/** What is asked of a customer, and what came of it. */
export function InfoRequests({ customer }: { customer: Customer }) {
  const texts = useTexts(requestTexts)
  const [open, setOpen] = useState<InfoRequest | 'new'>()
  const mayAdd = useMayAdd(requestApi.create, customer)
  const query = useQuery(requestApi.list.queryOptions({ customerId: customer.id }))
  return (
    <section>
      <Head title={texts('title')} add={mayAdd ? texts('create') : undefined} onAdd={() => setOpen('new')} />
      <Loaded query={query} height={60}>
        {(list) =>
          list.length === 0 ? (
            <p className={css.muted}>{texts('empty')}</p>
          ) : (
            <ul className={css.cards}>
              {list.map((one) => (
                <Request key={one.id} request={one} onEdit={() => setOpen(one)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open && (
        <DialogForm
          texts={requestTexts}
          title={texts(open === 'new' ? 'create' : 'editTitle')}
          draft={InfoRequestDraft}
          {...(open === 'new' ? {} : { values: open })}
          save={(values) =>
            open === 'new'
              ? requestApi.create.call({ customerId: customer.id, ...values })
              : requestApi.update.call({ id: open.id, version: open.version, ...values })
          }
          onClose={() => setOpen(undefined)}
        >
          <R.Text name="subject" />
          <R.TextArea name="question" />
          <R.Date name="dueDate" />
        </DialogForm>
      )}
    </section>
  )
}

function Request({ request, onEdit }: { request: InfoRequest; onEdit: () => void }) {
  const texts = useTexts(requestTexts)
  const { state, subject, question, dueDate, answer, closedByName, closedAt } = request
  return (
    <li className={css.card}>
      <Group justify="space-between">
        <Group gap="xs">
          <strong>{subject}</strong>
          <StatusBadge tone={tones[state]}>{texts(`values.state.${state}`)}</StatusBadge>
          {dueDate && state === 'open' && (
            <span className={css.muted}>{texts('due', { date: dateText(dueDate) })}</span>
          )}
        </Group>
        {request.can.length > 0 && (
          <Group gap="xs">
            <Button variant="default" onClick={onEdit}>
              {texts('edit')}
            </Button>
            <ActionBar
              texts={requestTexts}
              workflow={requestWorkflow}
              row={request}
              run={requestApi}
              isQuiet
            />
          </Group>
        )}
      </Group>
      {question && <span className={css.lines}>{question}</span>}
      <span className={css.muted}>
        {request.askedByName} · {dateTimeText(request.createdAt)}
      </span>
      {closedAt && (
        <blockquote className={css.answer}>
          <span className={css.lines}>{answer}</span>
          <br />
          <span className={css.muted}>
            {closedByName} · {dateTimeText(closedAt)}
          </span>
        </blockquote>
      )}
    </li>
  )
}

function Head({ title, add, onAdd }: { title: string; add: string | undefined; onAdd: () => void }) {
  return (
    <Group justify="space-between" mb="xs">
      <Title order={2} className={css.heading}>
        {title}
      </Title>
      {add && (
        <Button variant="default" size="xs" onClick={onAdd}>
          {add}
        </Button>
      )}
    </Group>
  )
}
