import { Button, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import css from './assign.module.css'
import type { ChooseDialogProps } from './choose-dialog.web.tsx'

type Assigning = Omit<ChooseDialogProps, 'onClose'>

const ChooseDialog = lazy(() => import('./choose-dialog.web.tsx').then((m) => ({ default: m.ChooseDialog })))

/** A button that opens the choice of what lies in a region or branch, and saves it at once. */
function AssignButton(props: Assigning) {
  const texts = useTexts(props.texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {texts('assign')}
      </Button>
      <Suspense>{isOpen && <ChooseDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

interface Member {
  id: string
  name: string
  code: string
  isEnabled: boolean
}

interface MembersProps {
  texts: string
  query: UseQueryResult<readonly Member[]>
  /** The list of what they are: each is a way to its page. */
  to: string
  /** What can be assigned; nothing while it is not known, or where nobody may. */
  assign?: Omit<Assigning, 'texts'> | false | undefined
}

/** What lies in a region or branch, below its facts. */
export function Members({ texts: place, query, to, assign }: MembersProps) {
  const texts = useTexts(place)
  return (
    <section>
      <div className={css.head}>
        <Title order={2} fz={14} fw={600}>
          {texts('fields.members')}
        </Title>
        {assign && <AssignButton texts={place} {...assign} />}
      </div>
      <Loaded query={query}>{(members) => <MemberList texts={texts} members={members} to={to} />}</Loaded>
    </section>
  )
}

function MemberList({ texts, members, to }: { texts: Texts; members: readonly Member[]; to: string }) {
  if (members.length === 0) return <p className={css.nothing}>{texts('noMembers')}</p>
  return (
    <ul className={css.members}>
      {members.map(({ id, name, code, isEnabled }) => (
        <li key={id}>
          <TextLink to={`${to}/${id}`}>{name}</TextLink>
          <span className="agio-code">{code}</span>
          {!isEnabled && <span className={css.off}>{texts('values.isEnabled.false')}</span>}
        </li>
      ))}
    </ul>
  )
}
