import * as z from 'zod'
import { DateOnly, DecimalString, Phone } from '#kit/contract/shapes.contract.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { Sheet } from '../sheet.tsx'

/** The same field four times, and what it tells. */
const draftOf = <S extends z.ZodType>(shape: S) =>
  z.strictObject({ empty: shape, filled: shape, faulty: shape, disabled: shape })

const Dates = draftOf(DateOnly.nullable()).extend({ bounded: DateOnly.nullable() })
const D = fieldsOf(Dates)
const days = { filled: '2026-03-05', faulty: '31/02/2026', disabled: '2026-03-05' }
export const DatePage = () => (
  <Sheet draft={Dates} initial={days} faults={{ faulty: 'Enter a date as dd/mm/yyyy' }}>
    <D.Date name="empty" />
    <D.Date name="filled" />
    <D.Date name="faulty" />
    <D.Date name="disabled" disabled />
    <D.Date name="bounded" min="2026-01-01" max="2026-12-31" />
  </Sheet>
)

const Times = draftOf(z.iso.time({ precision: 0 }).nullable())
const T = fieldsOf(Times)
const times = { filled: '14:30:00', disabled: '00:05:00' }
export const TimePage = () => (
  <Sheet draft={Times} initial={times} faults={{ faulty: 'This field is required' }}>
    <T.Time name="empty" />
    <T.Time name="filled" />
    <T.Time name="faulty" required />
    <T.Time name="disabled" disabled />
  </Sheet>
)

const Phones = draftOf(Phone)
const P = fieldsOf(Phones)
const phones = { filled: '+60123456789', faulty: '+6512', disabled: '+6591234567' }
export const PhonePage = () => (
  <Sheet draft={Phones} initial={phones} faults={{ faulty: 'Enter a valid telephone number' }}>
    <P.Phone name="empty" />
    <P.Phone name="filled" />
    <P.Phone name="faulty" />
    <P.Phone name="disabled" disabled />
  </Sheet>
)

const Numbers = draftOf(DecimalString.nullable())
const N = fieldsOf(Numbers)
const amounts = { filled: '-1234567.50', faulty: 'many', disabled: '1000000' }
export const ThousandsPage = () => (
  <Sheet draft={Numbers} initial={amounts} faults={{ faulty: 'Enter a number' }}>
    <N.Number name="empty" />
    <N.Number name="filled" suffix="MYR" />
    <N.Number name="faulty" />
    <N.Number name="disabled" disabled />
  </Sheet>
)

const fractions = { filled: '-0.0525', faulty: 'many', disabled: '12.5' }
export const PercentPage = () => (
  <Sheet draft={Numbers} initial={fractions} faults={{ faulty: 'Enter a number' }}>
    <N.Number percent name="empty" />
    <N.Number percent name="filled" />
    <N.Number percent name="faulty" />
    <N.Number percent name="disabled" disabled />
  </Sheet>
)
