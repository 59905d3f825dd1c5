import { Button, TextInput } from '@mantine/core'
import encodeQr from 'qr'
import { type FormEvent, useMemo, useState } from 'react'
import { messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CodeField } from '../code-field.web.tsx'
import { makePasskey } from '../proofs/passkey.web.ts'
import type { Enrolment, NewFactor } from '../proofs/proofs.contract.ts'
import css from './factors.module.css'

interface Props<Offer> {
  offer: Offer
  /** Adds the factor; what it throws is shown here. */
  add: (factor: NewFactor) => Promise<void>
}

/** A form that adds one factor: whether it is under way, and why it failed. */
function useAdding(add: Props<unknown>['add']) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async (make: () => NewFactor | Promise<NewFactor>) => {
    if (isPending) return
    setPending(true)
    setFailure('')
    try {
      await add(await make())
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setPending(false)
    }
  }
  return { isPending, failure, run }
}

/** Adds an authenticator app: its QR code, the secret to type instead, and the first code it shows. */
export function EnrolApp({ offer, add }: Props<NonNullable<Enrolment['totp']>>) {
  const texts = useTexts('access:factors')
  const { isPending, failure, run } = useAdding(add)
  const [code, setCode] = useState('')
  const [name, setName] = useState(texts('values.kind.totp'))
  const send = (whole: string) =>
    void run(() => ({ kind: 'totp', name: name.trim() || texts('values.kind.totp'), code: whole }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  return (
    <form className={css.fields} onSubmit={submit} noValidate>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <p className={css.about}>{texts('app.scan')}</p>
      <QrCode text={offer.uri} label={texts('app.qr')} />
      <div>
        <p className={css.hint}>{texts('app.typed')}</p>
        <span className={css.secret}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </div>
      <TextInput
        label={texts('fields.name')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CodeField
        label={texts('fields.code')}
        value={code}
        onCode={setCode}
        onWhole={send}
        data-autofocus
        autoFocus
      />
      <Button type="submit" loading={isPending} disabled={code.length < 6}>
        {texts('app.add')}
      </Button>
    </form>
  )
}

/** Adds a passkey: a name for it, and then the browser asks. */
export function EnrolPasskey({ offer, add }: Props<object>) {
  const texts = useTexts('access:factors')
  const { isPending, failure, run } = useAdding(add)
  const [name, setName] = useState(texts('values.kind.passkey'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => ({
      kind: 'passkey',
      name: name.trim() || texts('values.kind.passkey'),
      response: await makePasskey(offer),
    }))
  }
  return (
    <form className={css.fields} onSubmit={submit} noValidate>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <p className={css.about}>{texts('passkey.about')}</p>
      <TextInput
        label={texts('fields.name')}
        description={texts('passkey.nameHelp')}
        value={name}
        maxLength={60}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        {texts('passkey.add')}
      </Button>
    </form>
  )
}

/** A QR code in black on white, whatever the theme: phones read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 3 })
    const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: rows.length, path: dots.join('') }
  }, [text])
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
