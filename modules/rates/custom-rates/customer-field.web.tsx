import { type FunctionComponent, lazy } from 'react'

interface CustomerFieldProps {
  name: string
  /** The one that is chosen already. */
  held?: { value: string; label: string } | undefined
}
type Field = FunctionComponent<CustomerFieldProps>

const given: { load: () => Promise<Field> } = { load: () => Promise.resolve(() => null) }

/** Who keeps customers says how one is chosen: rates lie below them and know none. */
export const chooseCustomersBy = (load: () => Promise<Field>): void => {
  given.load = load
}

/** A customer of the company. */
export const CustomerField = lazy(async () => ({ default: await given.load() }))
