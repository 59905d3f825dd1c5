import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { type TransferKind, transferWorkflow } from './transfers.domain.ts'

test.each<[kind: TransferKind, begun: string, arrived: string]>([
  ['transfer', 'inTransit', 'arrived'],
  ['deposit', 'inTransit', 'arrived'],
  ['withdrawal', 'inTransit', 'arrived'],
  ['charge', 'arrived', 'arrived'],
  ['interest', 'arrived', 'arrived'],
  // Without a line of the bank cheques are good by a click of another person.
  ['cheques', 'inTransit', 'MAKER_IS_CHECKER'],
])('a %s is %s once it is made', (kind, begun, arrived) => {
  walkWorkflow(
    {
      flow: transferWorkflow,
      people: {
        treasury: personOf('treasury'),
        other: personOf('treasury', 'other'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, kind, makerIds: ['treasury'], above: [] }),
    },
    `
    act      | states    | treasury   | other     | manager
    create   | null      | ${begun}   | ${begun}  | FORBIDDEN
    arrive   | inTransit | ${arrived} | arrived   | FORBIDDEN
    takeBack | inTransit | takenBack  | takenBack | FORBIDDEN
    reverse  | arrived   | reversed   | reversed  | FORBIDDEN`,
  )
})

test.each([false, true])(
  'that cash is missing another person says, also by a line of the bank: %s',
  (isOfLine) => {
    walkWorkflow(
      {
        flow: transferWorkflow,
        people: { treasury: personOf('treasury'), other: personOf('treasury', 'other') },
        record: (state) => ({
          state,
          kind: 'deposit' as const,
          makerIds: ['treasury'],
          above: [],
          isOfLine,
          isShort: true,
        }),
      },
      `
    act      | states    | treasury         | other
    create   | null      | inTransit        | inTransit
    arrive   | inTransit | MAKER_IS_CHECKER | arrived
    takeBack | inTransit | takenBack        | takenBack
    reverse  | arrived   | reversed         | reversed`,
    )
  },
)
