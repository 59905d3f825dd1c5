import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ChooseDialogProps } from './choose-dialog.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from '../structure/structure.module.css'

const ChooseDialog = lazy(() => import('./choose-dialog.web.tsx').then((m) => ({ default: m.ChooseDialog })))

/** A button that opens the choice of what lies in a region or branch, and saves it at once. */
export function AssignButton(props: Omit<ChooseDialogProps, 'onClose'>) {
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

/** What lies in a region or branch, each a way to its page. */
export function Members({
  texts: place,
  members,
  to,
}: {
  texts: string
  members: readonly Member[]
  to: string
}) {
  const texts = useTexts(place)
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
