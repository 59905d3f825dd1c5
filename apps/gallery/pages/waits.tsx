import { Button, Group, Table } from '@mantine/core'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { LoadingOverlay, ProcessingButton } from '#kit/web/parts.web.tsx'
import css from '../gallery.module.css'
import { gallery } from '../gallery.contract.ts'
import { Said, State, States } from '../sheet.tsx'

const api = bindContract(gallery)
const body = [
  ['KL-100042', 'USD', '1,000.00'],
  ['KL-100043', 'SGD', '500.00'],
]

export function OverlayPage() {
  const [shown, setShown] = useState(true)
  return (
    <State>
      <Button variant="default" mb="md" onClick={() => setShown(!shown)}>
        {shown ? 'Loaded' : 'Load'}
      </Button>
      <div className={css.stage}>
        <Table data={{ body }} />
        <LoadingOverlay shown={shown} />
      </div>
    </State>
  )
}

/** Buttons beside a call that lasts until it is ended. */
export function ProcessingPage() {
  const [pressed, setPressed] = useState(0)
  const press = () => setPressed((count) => count + 1)
  return (
    <>
      <Group mb="xl">
        <Button variant="default" onClick={() => void api.hold.call()}>
          Begin a call
        </Button>
        <Button variant="default" onClick={() => void api.release.call({}, { quiet: true })}>
          End it
        </Button>
      </Group>
      <States>
        <State name="While any call is under way">
          <ProcessingButton onClick={press}>Save</ProcessingButton>
        </State>
        <State name="Its own call is under way">
          <ProcessingButton busy onClick={press}>
            Approve
          </ProcessingButton>
        </State>
        <State name="Disabled">
          <ProcessingButton disabled onClick={press}>
            Settle
          </ProcessingButton>
        </State>
      </States>
      <Said what={{ pressed }} />
    </>
  )
}
